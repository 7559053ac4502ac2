import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import type { Env } from '../env';
import { lock, unlock } from './aes-gcm';
import { deriveKey } from './derive-key';

/** What a cipher needs. */
export interface CipherNeeds {
  readonly env: Pick<Env, 'DATA_KEYS'>;
  readonly secret: Buffer;
}

export interface FieldCipher {
  /** A fingerprint of each key by its id, those of DATA_KEYS first; it reveals nothing of the key. */
  readonly fingerprints: ReadonlyMap<string, string>;
  /** Id of the key for new values; null until the database has named one that is held (`infra/processes.ts`). */
  readonly current: string | null;
  /** Seals new values under this key, as long as `mayWrite` returns true; null: seals nothing. */
  follow(id: string | null, mayWrite?: () => boolean): void;
  readonly canSeal: () => boolean;
  /** Encrypts any JSON value as text, bound to `place` (collection, record, field). Throws CannotSeal. */
  seal(value: unknown, place: string): string;
  /** Decrypts a value; one stored unsealed by an older version is returned unchanged. Throws if it was changed or moved, or its key is missing. */
  open(stored: unknown, place: string): unknown;
  /** The same for bytes. */
  sealBytes(bytes: Uint8Array, place: string): Buffer;
  /** Throws if they were changed, moved or cut, or their key is missing. */
  openBytes(stored: Uint8Array, place: string): Buffer;
}

/** Thrown while the sealing key is unknown, not held, or was not confirmed in time: an outage, not a mistake. */
export class CannotSeal extends Error {
  constructor() {
    super('this process does not know which key seals now');
    this.name = 'CannotSeal';
  }
}

const PREFIX = 'sealed:';
/** Values are padded to a multiple of this, so that their length does not reveal a short answer. */
const BLOCK = 64;

/** The key id of a sealed value; null if it is not sealed. */
export function sealedUnder(stored: unknown): string | null {
  if (typeof stored !== 'string' || !stored.startsWith(PREFIX)) return null;
  const end = stored.indexOf(':', PREFIX.length);
  return stored.slice(PREFIX.length, end < 0 ? undefined : end);
}

/**
 * The keys of DATA_KEYS, `id:key, id:key` with 32-byte keys in base64, and `local`, which is derived from the master secret and seals where
 * DATA_KEYS is not set.
 */
function keysOf({ env, secret }: CipherNeeds): ReadonlyMap<string, KeyObject> {
  const given = (env.DATA_KEYS ?? '').split(',').filter((part) => part.trim() !== '');
  const keys = given.map((part) => {
    const [id = '', key = ''] = part.trim().split(':');
    return [id, createSecretKey(Buffer.from(key, 'base64'))] as const;
  });
  const local = ['local', createSecretKey(deriveKey(secret, 'data-at-rest'))] as const;
  return new Map(keys.some(([id]) => id === 'local') ? keys : [...keys, local]);
}

/** The key id of sealed bytes. */
export const bytesSealedUnder = (stored: Uint8Array): string =>
  Buffer.from(stored.subarray(1, 1 + (stored[0] ?? 0))).toString('utf8');

function padded(value: unknown): Buffer {
  const text = Buffer.from(JSON.stringify(value), 'utf8');
  return Buffer.concat([text, Buffer.alloc((BLOCK - (text.length % BLOCK)) % BLOCK, ' ')]);
}

function createFieldCipher(needs: CipherNeeds): FieldCipher {
  const keys = keysOf(needs);
  let current: string | null = null;
  let mayWrite = () => true;
  const lockUnder = (bytes: Uint8Array, id: string, place: string) =>
    lock(keys.get(id)!, `${id}\n${place}`, bytes);
  const unlockUnder = (bytes: Uint8Array, id: string, place: string) => {
    const key = keys.get(id);
    if (!key) throw new Error(`DATA_KEYS: the key '${id}' is needed to read what is stored`);
    return unlock(key, `${id}\n${place}`, bytes);
  };
  const fingerprintOf = (key: KeyObject) =>
    createHmac('sha256', key).update('fingerprint').digest('base64url');
  const sealing = () => {
    if (current === null || !mayWrite()) throw new CannotSeal();
    return current;
  };
  return {
    fingerprints: new Map([...keys].map(([id, key]) => [id, `${id}:${fingerprintOf(key)}`])),
    get current() {
      return current;
    },
    follow(id, whether = () => true) {
      current = id;
      mayWrite = whether;
    },
    canSeal: () => current !== null && mayWrite(),
    seal(value, place) {
      const id = sealing();
      return `${PREFIX}${id}:${lockUnder(padded(value), id, place).toString('base64')}`;
    },
    open(stored, place) {
      const id = sealedUnder(stored);
      if (id === null) return stored;
      const bytes = Buffer.from((stored as string).slice(PREFIX.length + id.length + 1), 'base64');
      return JSON.parse(unlockUnder(bytes, id, place).toString('utf8')) as unknown;
    },
    sealBytes(bytes, place) {
      const id = sealing();
      return Buffer.concat([Buffer.from([id.length]), Buffer.from(id), lockUnder(bytes, id, place)]);
    },
    openBytes(stored, place) {
      const id = bytesSealedUnder(stored);
      return unlockUnder(stored.subarray(1 + id.length), id, place);
    },
  };
}

const made = new WeakMap<Buffer, Map<string, FieldCipher>>();

/**
 * The cipher of sensitive fields: AES-256-GCM under DATA_KEYS and a key derived from the master secret, none of which is ever in the
 * database. One per process: it opens what any of its keys sealed, and seals once the process has joined (`infra/processes.ts`).
 */
export function cipherOf(needs: CipherNeeds): FieldCipher {
  const { DATA_KEYS = '' } = needs.env;
  const byKeys = made.get(needs.secret) ?? new Map<string, FieldCipher>();
  const cipher = byKeys.get(DATA_KEYS) ?? createFieldCipher(needs);
  made.set(needs.secret, byKeys.set(DATA_KEYS, cipher));
  return cipher;
}
