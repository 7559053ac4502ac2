import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  randomBytes,
  type KeyObject,
} from 'node:crypto';
import type { Env } from '../env';
import { deriveKey } from './derive-key';

/** What a cipher needs. */
export interface CipherNeeds {
  readonly env: Pick<Env, 'DATA_KEYS'>;
  readonly secret: Buffer;
}

export interface FieldCipher {
  /** Id of the key for new values. */
  readonly current: string;
  /** A fingerprint of each key, the current one first; it reveals nothing of the key. */
  readonly fingerprints: readonly string[];
  /** Encrypts any JSON value as text, bound to `place` (collection, record, field). */
  seal(value: unknown, place: string): string;
  /** Decrypts a value; one stored unsealed by an older version is returned unchanged. Throws if it was changed or moved, or its key is missing. */
  open(stored: unknown, place: string): unknown;
  /** The same for bytes. */
  sealBytes(bytes: Uint8Array, place: string): Buffer;
  /** Throws if they were changed, moved or cut, or their key is missing. */
  openBytes(stored: Uint8Array, place: string): Buffer;
}

const PREFIX = 'sealed:';
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** Values are padded to a multiple of this, so that their length does not reveal a short answer. */
const BLOCK = 64;

/** The key id of a sealed value; null if it is not sealed. */
export function sealedUnder(stored: unknown): string | null {
  if (typeof stored !== 'string' || !stored.startsWith(PREFIX)) return null;
  const end = stored.indexOf(':', PREFIX.length);
  return stored.slice(PREFIX.length, end < 0 ? undefined : end);
}

/** Parses DATA_KEYS, `id:key, id:key` with 32-byte keys in base64, the current one first. */
function keysOf({ env, secret }: CipherNeeds): ReadonlyMap<string, KeyObject> {
  const given = (env.DATA_KEYS ?? '').split(',').filter((part) => part.trim() !== '');
  if (given.length === 0) return new Map([['local', createSecretKey(deriveKey(secret, 'data-at-rest'))]]);
  return new Map(
    given.map((part) => {
      const [id = '', key = ''] = part.trim().split(':');
      return [id, createSecretKey(Buffer.from(key, 'base64'))];
    }),
  );
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
  const [current = ''] = keys.keys();
  const lock = (bytes: Uint8Array, place: string) => {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', keys.get(current)!, iv);
    cipher.setAAD(Buffer.from(`${current}\n${place}`));
    const body = Buffer.concat([cipher.update(bytes), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), body]);
  };
  const unlock = (bytes: Uint8Array, id: string, place: string) => {
    const key = keys.get(id);
    if (!key) throw new Error(`DATA_KEYS: the key '${id}' is needed to read what is stored`);
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(`${id}\n${place}`));
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    const body = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
    // verifies the tag; it returns no more bytes
    decipher.final();
    return body;
  };
  const fingerprintOf = (key: KeyObject) =>
    createHmac('sha256', key).update('fingerprint').digest('base64url');
  return {
    current,
    fingerprints: [...keys].map(([id, key]) => `${id}:${fingerprintOf(key)}`),
    seal: (value, place) => `${PREFIX}${current}:${lock(padded(value), place).toString('base64')}`,
    open(stored, place) {
      const id = sealedUnder(stored);
      if (id === null) return stored;
      const bytes = Buffer.from((stored as string).slice(PREFIX.length + id.length + 1), 'base64');
      return JSON.parse(unlock(bytes, id, place).toString('utf8')) as unknown;
    },
    sealBytes: (bytes, place) =>
      Buffer.concat([Buffer.from([current.length]), Buffer.from(current), lock(bytes, place)]),
    openBytes(stored, place) {
      const id = bytesSealedUnder(stored);
      return unlock(stored.subarray(1 + id.length), id, place);
    },
  };
}

const made = new WeakMap<Buffer, WeakMap<object, FieldCipher>>();

/**
 * The cipher of sensitive fields: AES-256-GCM under DATA_KEYS or, without them, under a key derived from the master secret. Neither is ever
 * in the database.
 */
export function cipherOf(needs: CipherNeeds): FieldCipher {
  const byEnv = made.get(needs.secret) ?? new WeakMap<object, FieldCipher>();
  const cipher = byEnv.get(needs.env) ?? createFieldCipher(needs);
  made.set(needs.secret, byEnv.set(needs.env, cipher));
  return cipher;
}
