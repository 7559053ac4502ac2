import type { KeyObject } from 'node:crypto';
import { errors, importJWK, type CryptoKey, type JWTVerifyGetKey } from 'jose';
import { onDuplicate } from '../../infra/duplicate-key';
import type { Deps } from '../resource';
import { storedKeys, type StoredKey } from './keyring.model';
import { newKey, openKey } from './sealed-key';

/** A key is published this long before its first use, because clients cache the set for ten minutes. */
const PUBLISH_AHEAD_MS = 20 * 60_000;
/** A key stays published this long after its last use: the lifetime of a token plus an hour. */
const KEEP_AFTER_MS = 2 * 60 * 60_000;
const ROTATE_AFTER_MS = 90 * 24 * 60 * 60_000;
/** Shortest time between two database reads for keys of other processes. */
const LOOK_AGAIN_MS = 5_000;
const RELOAD_AFTER_MS = 60_000;

interface Key {
  readonly kid: string;
  readonly activeFrom: number;
  /** When the next key replaces it. */
  readonly usedUntil: number;
  readonly publicJwk: PublicJwk;
  readonly publicKey: CryptoKey;
  readonly privateKey: KeyObject | null;
}

export interface PublicJwk {
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly x: string;
  readonly y: string;
  readonly alg: 'ES256';
  readonly kid: string;
  readonly use: 'sig';
  /** Never `sign`: the client's getClaims() would throw (decisions/004). */
  readonly key_ops: readonly ['verify'];
}

async function toKey(stored: StoredKey, next: StoredKey | undefined, secret: Buffer): Promise<Key> {
  const { kid, x, y } = stored;
  const publicJwk: PublicJwk = {
    kty: 'EC',
    crv: 'P-256',
    x,
    y,
    alg: 'ES256',
    kid,
    use: 'sig',
    key_ops: ['verify'],
  };
  return {
    kid,
    activeFrom: stored.activeFrom.getTime(),
    usedUntil: next?.activeFrom.getTime() ?? Infinity,
    publicJwk,
    publicKey: (await importJWK({ ...publicJwk, key_ops: ['verify'] }, 'ES256')) as CryptoKey,
    privateKey: openKey(secret, stored),
  };
}

/** The ES256 keys of the sign-in service, stored in the database so that all processes share them. */
export function createKeyring({ db, clock, secret }: Pick<Deps, 'db' | 'clock' | 'secret'>) {
  const model = storedKeys(db);
  let keys: readonly Key[] = [];
  let loadedAt = -Infinity;
  let loading: Promise<void> | undefined;
  const now = () => clock.now().getTime();
  /** The keys of tokens that are valid, or expired that long ago. */
  const standing = (keys: readonly Key[], lateMs = 0) =>
    keys.filter(({ usedUntil }) => usedUntil + KEEP_AFTER_MS + lateMs > now());

  /** Adds the key after `last`, unless another process just did. */
  async function add(last: number, activeFrom: number): Promise<void> {
    const key = { _id: last + 1, ...newKey(secret), activeFrom: new Date(activeFrom) };
    await model.create(key).catch(onDuplicate(() => undefined));
  }

  async function read(): Promise<number> {
    const stored = await model.find().sort({ _id: 1 }).lean();
    keys = await Promise.all(stored.map((key, at) => toKey(key, stored[at + 1], secret)));
    loadedAt = now();
    return stored.at(-1)?._id ?? 0;
  }

  async function load(): Promise<void> {
    const last = await read();
    const usable = keys.filter(({ privateKey }) => privateKey !== null);
    const newest = usable.at(-1);
    if (!newest) await add(last, now());
    else if (newest.activeFrom + ROTATE_AFTER_MS < now()) await add(last, now() + PUBLISH_AHEAD_MS);
    else return;
    await read();
  }

  const reload = () => (loading ??= load().finally(() => (loading = undefined)));

  async function fresh(): Promise<readonly Key[]> {
    if (keys.length === 0 || now() - loadedAt > RELOAD_AFTER_MS) await reload();
    return keys;
  }

  return {
    reload,
    /** The newest active key. */
    async signing(): Promise<{ readonly kid: string; readonly privateKey: KeyObject }> {
      const usable = (await fresh()).filter((key) => key.privateKey !== null);
      // used even if this process's clock is behind that of the process that created the first key
      const found = usable.findLast((key) => key.activeFrom <= now()) ?? usable[0];
      if (!found?.privateKey) throw new Error('no signing key is active');
      return { kid: found.kid, privateKey: found.privateKey };
    },
    /** Public parts of every key that a token may name now or soon. */
    async published(): Promise<readonly PublicJwk[]> {
      return standing(await fresh()).map(({ publicJwk }) => publicJwk);
    },
    /** Publishes another key, which is used 20 minutes later. */
    async rotate(): Promise<void> {
      await add(await read(), now() + PUBLISH_AHEAD_MS);
      await read();
    },
    /** Finds the key that a token names, which may have expired that long ago; reads the database again for an unknown one. */
    finder:
      (lateMs = 0): JWTVerifyGetKey =>
      async ({ kid }) => {
        const lookUp = () => standing(keys, lateMs).find((key) => key.kid === kid)?.publicKey;
        const known = lookUp();
        if (known) return known;
        if (keys.length === 0 || now() - loadedAt > LOOK_AGAIN_MS) await reload();
        const found = lookUp();
        if (!found) throw new errors.JWKSNoMatchingKey();
        return found;
      },
  };
}

export type Keyring = ReturnType<typeof createKeyring>;
