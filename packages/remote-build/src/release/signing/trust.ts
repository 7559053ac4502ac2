/**
 * Decides which pointers are trusted. The release store is not: anybody who can write there could otherwise run code in every
 * student's session. Each remote is in one of three states:
 *
 *   shipped ── a valid pointer ────────▶ released(n) ── a valid one, n or higher ────▶ released(n')
 *      ▲                                    │ any other pointer, or none: refused, logged, nothing changes
 *      └── released(n) expires, or its key is revoked ──┘
 */
import { sha384, MANIFEST } from '../../build/seal';
import { assertManifest } from '../manifest';
import { orRefused, ReleaseRefused, reportOnce, type OnRefused } from '../refused';
import { assertNotOlder, verify } from './signatures';
import { NO_KEYS, type KeyRing } from './key-ring';
import {
  NO_POINTERS,
  readPointers,
  type Pointer,
  type PointerStatement,
  type Pointers,
  type RemotePointers,
} from '../pointers';
import type { ReleaseStore } from '../store';

/** The statement that a team signs about a release. Its manifest has the hash of every script and stylesheet. */
export interface ReleaseStatement {
  readonly remote: string;
  readonly release: string;
  readonly version: string;
  readonly contract: number;
  readonly manifest: string;
  readonly commit: string;
  readonly author: string;
  readonly untried?: true;
  /** ISO 8601. */
  readonly at: string;
}

/** The name of the signed statement, beside the manifest. */
export const STATEMENT = 'release.jws';

/** The last trusted signed pointers, by remote, to detect older ones, also after a restart. */
export interface Memory {
  read(): Promise<Readonly<Record<string, string>>>;
  write(signed: Readonly<Record<string, string>>): Promise<void>;
}

export interface TrustOptions {
  readonly store: Pick<ReleaseStore, 'read'>;
  /** Read each time, so that a revocation is effective at once. Null: nothing needs a signature (development). */
  readonly ring: () => Promise<KeyRing | null>;
  readonly memory: Memory;
  /**
   * Why this shell cannot run a release, or null. If it cannot, an earlier one of its pointer is served, else its pointer changes nothing. It throws
   * while this is not known: an origin that hides a manifest must not choose which release is served.
   */
  readonly findMisfit?: (remote: string, pointer: Pointer) => Promise<string | null>;
  readonly now?: () => Date;
  /** The least number of a remote's pointer, for a server that may have lost its memory (RELEASES_LEAST). */
  readonly least?: Readonly<Record<string, number>>;
  /** It keeps here why the pointers that it read last are refused, by remote. */
  readonly refusals?: Map<string, ReleaseRefused>;
  /** Called once for each reason. */
  readonly onRefused?: OnRefused;
  /** Called when the first pointer of a remote is accepted, with its number: no earlier one is known. */
  readonly onFirst?: (remote: string, moves: number) => void;
}

type AssertTrusted = (pointer: Pointer) => Promise<void>;

/** How many earlier releases of a pointer are tried; a store deletes older ones. */
const EARLIER_MOST = 5;
/** How often the files of a release in service are read again. */
const READ_AGAIN_MS = 5_000;
/** A new history is numbered by the seconds since 1970. No number is a day ahead of that, so that nobody can use up all numbers. */
const AHEAD_SECONDS = 24 * 3_600;

/** The valid releases in a list of a pointer: a team can sign anything, and readers rely on the shape. */
const releasesIn = <T extends { readonly release: string }>(list: readonly T[] | undefined): readonly T[] =>
  Array.isArray(list) ? list.filter((each: T | null) => typeof each?.release === 'string') : [];

/** Returns a function that verifies a store's pointers and returns those to serve. */
export function createTrust({
  store,
  ring: readRing,
  memory,
  findMisfit = () => Promise.resolve(null),
  least = {},
  now = () => new Date(),
  refusals = new Map(),
  onRefused,
  onFirst,
}: TrustOptions) {
  /** The verified statement of each release in service, by remote, release and hash of the manifest; and when its files were read. */
  const fine = new Map<string, { readonly signed: string; readAt: number }>();
  let known: Record<string, string> | undefined;

  /** The last pointers that needed no signature. */
  let unsigned: Readonly<Record<string, RemotePointers>> = {};

  const report = reportOnce(onRefused);
  const refuse = (remote: string, refusal: ReleaseRefused) => {
    refusals.set(remote, refusal);
    report(remote, refusal.message);
  };
  /** Forgets what an earlier read refused, once `read` has refused nothing of that remote: until then it stays the latest known. */
  const withRefusals = async <T>(remote: string, read: () => Promise<T>): Promise<T> => {
    const before = refusals.get(remote);
    const found = await read();
    if (refusals.get(remote) === before) refusals.delete(remote);
    return found;
  };
  /** The result of `work`, or null after any error, also an unreadable file: a problem with one remote affects only that remote. */
  const orNull = <T>(remote: string, work: Promise<T>, what = ''): Promise<T | null> =>
    work.catch((error: unknown) => {
      const { message, why } = error as Partial<ReleaseRefused>;
      const reason = error instanceof ReleaseRefused ? message : `cannot be read (${message})`;
      refuse(remote, new ReleaseRefused(what + reason, { why }));
      return null;
    });

  /**
   * Throws ReleaseRefused unless the release's signature matches this pointer. A release never changes, so its statement is read once. Whether
   * its key is valid is checked each time. If it is not, the statement is read again: it may have a new signature.
   */
  async function assertRelease(ring: KeyRing, remote: string, pointer: Pointer): Promise<void> {
    const { release, integrity } = pointer;
    const key = `${remote} ${release} ${integrity}`;
    const check = (signed: string) =>
      verify<ReleaseStatement>(ring, signed, { typ: 'flint-release', remote });
    const known = fine.get(key);
    if (known) {
      const stands = await check(known.signed).then(
        () => true,
        () => false,
      );
      if (stands) return assertUnchanged(known, remote, pointer);
      fine.delete(key);
    }
    const statement = await store.read(`${remote}/${release}/${STATEMENT}`);
    const signed = statement && new TextDecoder().decode(statement.bytes);
    if (!signed) throw new ReleaseRefused(`${release} has no signature`);
    const stated = await check(signed);
    if (stated.release !== release || stated.manifest !== integrity)
      throw new ReleaseRefused(`${release} is not the release that was signed (${stated.release})`);
    await assertManifest(store, remote, pointer);
    fine.set(key, { signed, readAt: now().getTime() });
  }

  /** Throws ReleaseRefused if the manifest of a release in service has other bytes by now. One that cannot be read changes nothing. */
  async function assertUnchanged(
    known: { readAt: number },
    remote: string,
    { release, integrity }: Pointer,
  ): Promise<void> {
    const at = now().getTime();
    if (at - known.readAt < READ_AGAIN_MS) return;
    const manifest = await store.read(`${remote}/${release}/${MANIFEST}`).catch(() => null);
    if (manifest && sha384(manifest.bytes) !== integrity)
      throw new ReleaseRefused(`${release} has another manifest than was signed`);
    known.readAt = at;
  }

  /** Why this shell cannot run a release, or null. Throws ReleaseRefused unless the release is trusted. */
  async function judge(remote: string, pointer: Pointer, assertTrusted: AssertTrusted) {
    await assertTrusted(pointer);
    return findMisfit(remote, pointer);
  }

  /** The live release; if this shell cannot run it, the newest earlier one that it can run, unless one after it is not trusted. Throws ReleaseRefused. */
  async function findLive(remote: string, { live, before }: RemotePointers, assertTrusted: AssertTrusted) {
    if (!live) return null;
    const misfit = await judge(remote, live, assertTrusted);
    if (misfit === null) return live;
    const refusal = new ReleaseRefused(misfit, { why: 'unfit' });
    for (const earlier of releasesIn(before).slice(-EARLIER_MOST).toReversed()) {
      const other = await judge(remote, earlier, assertTrusted).catch(() => undefined);
      // an earlier one may fit, and cannot be read
      if (other === undefined) throw new ReleaseRefused(misfit);
      if (other !== null) continue;
      refuse(remote, refusal);
      return earlier;
    }
    throw refusal;
  }

  /** The pointers with a live release that runs here, and without a refused canary. Throws ReleaseRefused. */
  async function withAccepted(remote: string, pointers: RemotePointers, assertTrusted: AssertTrusted) {
    const { canary, ...rest } = pointers;
    const accepted = { ...rest, live: await findLive(remote, pointers, assertTrusted) };
    if (!canary) return accepted;
    const tested = judge(remote, canary, assertTrusted).then((misfit) => {
      if (misfit !== null) throw new ReleaseRefused(misfit);
      return { ...accepted, canary };
    });
    return (await orNull(remote, tested, 'canary ')) ?? accepted;
  }

  /** The pointers in a signed statement, without an invalid canary. Throws ReleaseRefused. */
  async function check(ring: KeyRing, remote: string, signed: string): Promise<RemotePointers> {
    const at = now();
    const stated = await verify<PointerStatement>(ring, signed, { typ: 'flint-pointer', remote, at });
    const statement = { ...stated, before: releasesIn(stated.before), past: releasesIn(stated.past) };
    const { moves } = statement;
    if (!Number.isSafeInteger(moves)) throw new ReleaseRefused('has a pointer without a number');
    if (moves > at.getTime() / 1_000 + AHEAD_SECONDS)
      throw new ReleaseRefused(`has pointer ${moves}, a number of the future`);
    if (moves < (least[remote] ?? 0))
      throw new ReleaseRefused(`has pointer ${moves}, below ${least[remote]} of RELEASES_LEAST`);
    if (!(Date.parse(statement.expires) > at.getTime()))
      throw new ReleaseRefused(`has a pointer that expired on ${statement.expires}: renew signs it again`, {
        why: 'gone',
      });
    return withAccepted(remote, statement, (pointer) => assertRelease(ring, remote, pointer));
  }

  /** The pointer trusted last. One whose key was revoked since is forgotten: its number binds nobody. */
  async function readKnown(ring: KeyRing, remote: string): Promise<string | undefined> {
    const before = known?.[remote];
    if (before === undefined) return undefined;
    return orRefused(
      verify(ring, before, { typ: 'flint-pointer', remote }).then(() => before),
      () => undefined,
    );
  }

  /** The pointers of the store. Throws ReleaseRefused. */
  async function accept(ring: KeyRing, remote: string, signed: string | undefined): Promise<RemotePointers> {
    const before = await readKnown(ring, remote);
    if (!signed) throw new ReleaseRefused(before ? 'has lost its signed pointer' : 'is not signed');
    const pointers = await check(ring, remote, signed);
    assertNotOlder<PointerStatement>(before, signed, ({ moves }) => moves, ['pointer', 'pointers']);
    if (before === undefined) onFirst?.(remote, pointers.moves);
    if (before !== signed) {
      known = { ...known, [remote]: signed };
      await memory.write(known);
    }
    return pointers;
  }

  /** The pointers trusted last, verified again: a key may be revoked since, or they expired. */
  async function readTrusted(ring: KeyRing, remote: string): Promise<RemotePointers | null> {
    const before = known?.[remote];
    return before === undefined ? null : orNull(remote, check(ring, remote, before));
  }

  async function trusted(
    ring: KeyRing,
    remote: string,
    signed: string | undefined,
  ): Promise<RemotePointers | null> {
    const accepted = await orNull(remote, accept(ring, remote, signed));
    if (accepted || known?.[remote] === signed) return accepted;
    return readTrusted(ring, remote);
  }

  /** The pointers to serve; null if the store cannot be read: then the pointers trusted last are served. */
  return async (pointers: Pointers | null): Promise<Readonly<Record<string, RemotePointers>>> => {
    const ring = await orRefused(readRing(), (refusal) => {
      refuse('all', refusal);
      return NO_KEYS;
    });
    const held: Record<string, RemotePointers> = {};
    if (!ring) {
      for (const [id, each] of Object.entries(pointers?.remotes ?? unsigned)) {
        const accept = () => withAccepted(id, each, () => Promise.resolve());
        const found = (await withRefusals(id, () => orNull(id, accept()))) ?? unsigned[id];
        if (found) held[id] = found;
      }
      return (unsigned = held);
    }
    known ??= { ...(await memory.read()) };
    const { remotes, signed } = pointers ?? NO_POINTERS;
    for (const id of new Set([...Object.keys(remotes), ...Object.keys(signed), ...Object.keys(known)])) {
      const found = await withRefusals(id, () =>
        pointers ? trusted(ring, id, signed[id]) : readTrusted(ring, id),
      );
      if (found) held[id] = found;
    }
    return held;
  };
}

type Trust = ReturnType<typeof createTrust>;

/**
 * Returns a function that reads a store's pointers and verifies them. While the store cannot be read, or holds something else, those trusted last are
 * served: nobody who writes to it can stop a server.
 */
export function trustedIn(
  store: Pick<ReleaseStore, 'read' | 'place'>,
  trust: Trust,
  onRefused?: OnRefused,
): () => ReturnType<Trust> {
  const refuse = reportOnce(onRefused);
  const handleError = ({ message }: Error) => {
    refuse('all', message);
    return null;
  };
  return async () => trust(await readPointers(store).catch(handleError));
}
