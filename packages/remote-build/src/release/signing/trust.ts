/**
 * Decides which pointers are trusted. The place releases are kept in is not: whoever can write there could otherwise run code in every
 * student's session. Each remote is in one of three states:
 *
 *   shipped ── a pointer that holds ──▶ released(n) ── one that holds, n or higher ──▶ released(n')
 *      ▲                                    │ any other pointer, or none: refused, said, nothing changes
 *      └── released(n) expires, or its key is revoked ──┘
 */
import { sha384, MANIFEST } from '../../build/seal';
import { ReleaseRefused } from '../refused';
import { peek, verify } from './signatures';
import { NO_KEYS, type KeyRing } from './key-ring';
import type { Pointer, PointerStatement, Pointers, RemotePointers } from '../pointers';
import type { ReleaseStore } from '../store';

/** What a team signs about a release: its manifest holds the hash of every script and stylesheet. */
export interface ReleaseStatement {
  readonly remote: string;
  readonly release: string;
  readonly version: string;
  readonly contract: number;
  /** sha384 of its manifest. */
  readonly manifest: string;
  readonly commit: string;
  readonly author: string;
  readonly untried?: true;
  /** ISO 8601. */
  readonly at: string;
}

/** Where the files of a release lie, from its manifest on: releases of a remote share them. Before they did, beside the manifest. */
export const FILES = '../files/';

/** Name of the file with the signed statement, beside the manifest. */
export const STATEMENT = 'release.jws';

/** The signed pointers trusted last, by remote: what an old one is held against, also after a restart. */
export interface Memory {
  read(): Promise<Readonly<Record<string, string>>>;
  write(signed: Readonly<Record<string, string>>): Promise<void>;
}

interface TrustOptions {
  readonly store: Pick<ReleaseStore, 'read'>;
  /** Asked each time, so that a revoked key counts at once. Null: nothing needs to be signed (development). */
  readonly ring: () => Promise<KeyRing | null>;
  readonly memory: Memory;
  readonly now?: () => Date;
  /** Told once for each reason. */
  readonly onRefused?: (remote: string, reason: string) => void;
}

interface Listed {
  readonly sync?: readonly string[];
  readonly async?: readonly string[];
}

/** What is read of a federation manifest here. */
interface Manifest {
  readonly files?: unknown;
  readonly integrity?: Readonly<Record<string, string>>;
  readonly metaData?: { readonly remoteEntry?: { readonly path?: string; readonly name?: string } };
  readonly exposes?: readonly { readonly assets?: { readonly js?: Listed; readonly css?: Listed } }[];
}

/** Where a browser would look for files, if the manifest lay here. */
const FOLDER = 'https://folder.invalid/release/';

/** Whether a manifest names only files of its own folder, as a browser reads the names. */
function namesOwnFiles(bytes: Uint8Array): boolean {
  const manifest = JSON.parse(new TextDecoder().decode(bytes)) as Manifest;
  const { files, integrity = {}, metaData, exposes = [] } = manifest;
  if (files !== undefined && files !== FILES) return false;
  const { path = '', name = '' } = metaData?.remoteEntry ?? {};
  const listed = exposes.flatMap(({ assets }) => [assets?.js, assets?.css]);
  const names = listed.flatMap((each) => [...(each?.sync ?? []), ...(each?.async ?? [])]);
  return [...Object.keys(integrity), path + name, ...names].every(
    (each) => URL.canParse(each, FOLDER) && new URL(each, FOLDER).href.startsWith(FOLDER),
  );
}

/** Throws ReleaseRefused unless the manifest of a release is the one that was signed, and names files of its own folder only. */
export async function assertManifest(
  store: Pick<ReleaseStore, 'read'>,
  remote: string,
  { release, integrity }: Pick<Pointer, 'release' | 'integrity'>,
): Promise<void> {
  const manifest = await store.read(`${remote}/${release}/${MANIFEST}`);
  if (!manifest || sha384(manifest.bytes) !== integrity)
    throw new ReleaseRefused(`${release} has another manifest than was signed`);
  if (!namesOwnFiles(manifest.bytes))
    throw new ReleaseRefused(`${release} has a manifest that names files outside its folder`);
}

/** Answers a function that holds what a place says against what is trusted, and answers the pointers to serve. */
export function createTrust({
  store,
  ring: readRing,
  memory,
  now = () => new Date(),
  onRefused,
}: TrustOptions) {
  /** The statement each release in service was found good with, by remote, release and hash of the manifest. */
  const fine = new Map<string, string>();
  const said = new Set<string>();
  let known: Record<string, string> | undefined;

  const refuse = (remote: string, reason: string) => {
    if (said.has(`${remote} ${reason}`)) return;
    said.add(`${remote} ${reason}`);
    onRefused?.(remote, reason);
  };

  /**
   * Throws ReleaseRefused unless the release was signed as this pointer says it is. A release never changes, so its files are read once; whether its
   * key still counts is asked each time. A statement whose key no longer counts is read again: it may have been signed anew.
   */
  async function assertRelease(ring: KeyRing, remote: string, pointer: Pointer): Promise<void> {
    const { release, integrity } = pointer;
    const key = `${remote} ${release} ${integrity}`;
    const check = (signed: string) =>
      verify<ReleaseStatement>(ring, signed, { typ: 'flint-release', remote });
    const known = fine.get(key);
    if (known !== undefined) {
      const stands = await check(known).then(
        () => true,
        () => false,
      );
      if (stands) return;
      fine.delete(key);
    }
    const statement = await store.read(`${remote}/${release}/${STATEMENT}`);
    const signed = statement && new TextDecoder().decode(statement.bytes);
    if (!signed) throw new ReleaseRefused(`${release} has no signature`);
    const stated = await check(signed);
    if (stated.release !== release || stated.manifest !== integrity)
      throw new ReleaseRefused(`${release} is not the release that was signed (${stated.release})`);
    await assertManifest(store, remote, pointer);
    fine.set(key, signed);
  }

  /** The pointers in a signed statement, without a canary that does not hold. Throws ReleaseRefused. */
  async function check(ring: KeyRing, remote: string, signed: string): Promise<RemotePointers> {
    const at = now();
    const statement = await verify<PointerStatement>(ring, signed, { typ: 'flint-pointer', remote, at });
    if (!Number.isSafeInteger(statement.moves)) throw new ReleaseRefused('has a pointer without a number');
    if (!(Date.parse(statement.expires) > at.getTime()))
      throw new ReleaseRefused(
        `has a pointer that expired on ${statement.expires}: npm run releases -- renew`,
      );
    if (statement.live) await assertRelease(ring, remote, statement.live);
    if (!statement.canary) return statement;
    try {
      await assertRelease(ring, remote, statement.canary);
      return statement;
    } catch (error) {
      if (!(error instanceof ReleaseRefused)) throw error;
      refuse(remote, `canary ${error.message}`);
      const { canary: _refused, ...rest } = statement;
      return rest;
    }
  }

  /** Throws ReleaseRefused when the place took back what it said before. */
  function assertNotOlder(before: string | undefined, signed: string): void {
    if (!before || before === signed) return;
    const [old, given] = [before, signed].map((each) => peek<PointerStatement>(each).moves);
    if (given! < old!)
      throw new ReleaseRefused(`has pointer ${given}, older than ${old}, which was seen before`);
    if (given === old) throw new ReleaseRefused(`has two pointers numbered ${given}`);
  }

  async function trusted(
    ring: KeyRing,
    remote: string,
    signed: string | undefined,
  ): Promise<RemotePointers | null> {
    const before = known?.[remote];
    try {
      if (!signed) throw new ReleaseRefused(before ? 'has lost its signed pointer' : 'is not signed');
      const pointers = await check(ring, remote, signed);
      assertNotOlder(before, signed);
      if (before !== signed) {
        known = { ...known, [remote]: signed };
        await memory.write(known);
      }
      return pointers;
    } catch (error) {
      if (!(error instanceof ReleaseRefused)) throw error;
      refuse(remote, error.message);
    }
    if (!before || before === signed) return null;
    return check(ring, remote, before).catch((error: unknown) => {
      if (!(error instanceof ReleaseRefused)) throw error;
      refuse(remote, error.message);
      return null;
    });
  }

  return async ({ remotes, signed }: Pointers): Promise<Readonly<Record<string, RemotePointers>>> => {
    const ring = await readRing().catch((error: unknown) => {
      if (!(error instanceof ReleaseRefused)) throw error;
      refuse('all', error.message);
      return NO_KEYS;
    });
    if (!ring) return remotes;
    known ??= { ...(await memory.read()) };
    const held: Record<string, RemotePointers> = {};
    for (const id of new Set([...Object.keys(remotes), ...Object.keys(signed), ...Object.keys(known)])) {
      const pointers = await trusted(ring, id, signed[id]);
      if (pointers) held[id] = pointers;
    }
    return held;
  };
}

export type Trust = ReturnType<typeof createTrust>;
