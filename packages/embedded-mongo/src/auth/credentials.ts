import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { BSON } from 'bson';

/** The only user, of the database `admin`. */
export const USER = 'embedded';
/** MongoDB's default. */
const ITERATIONS = 15_000;
const SALT = 28;
const FILE = 'credentials';

/** The stored form of a password (RFC 5802): it verifies the password and does not reveal it. */
export interface Credentials {
  readonly salt: Buffer;
  readonly iterations: number;
  readonly storedKey: Buffer;
  readonly serverKey: Buffer;
}

export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest();
export const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();

function keysOf(password: string, salt: Buffer, iterations: number): Credentials {
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const storedKey = sha256(hmac(salted, 'Client Key'));
  return { salt, iterations, storedKey, serverKey: hmac(salted, 'Server Key') };
}

function read(file: string): Credentials | undefined {
  if (!fs.existsSync(file)) return undefined;
  return BSON.deserialize(fs.readFileSync(file), { promoteBuffers: true }) as Credentials;
}

function write(file: string, credentials: Credentials) {
  fs.writeFileSync(`${file}.new`, BSON.serialize(credentials), { mode: 0o600, flush: true });
  fs.renameSync(`${file}.new`, file);
}

/**
 * The credentials stored in the folder, those of `password` if given, or those of a new password, which is returned only this once.
 * Throws one sentence for a password that is too short, or that SASLprep might change.
 */
export function openCredentials(
  folder: string | undefined,
  password: string | undefined,
): { readonly credentials: Credentials; readonly made?: string } {
  const file = folder === undefined ? undefined : path.join(folder, FILE);
  const kept = file === undefined ? undefined : read(file);
  if (password === undefined && kept) return { credentials: kept };
  if (password !== undefined && !/^[!-~]{12,}$/.test(password))
    throw new Error('The password takes 12 or more printable ASCII characters without blanks.');
  if (password !== undefined && kept) {
    const { storedKey } = keysOf(password, kept.salt, kept.iterations);
    if (storedKey.equals(kept.storedKey)) return { credentials: kept };
  }
  const chosen = password ?? randomBytes(24).toString('base64url');
  const credentials = keysOf(chosen, randomBytes(SALT), ITERATIONS);
  if (file !== undefined) write(file, credentials);
  return { credentials, ...(password === undefined ? { made: chosen } : {}) };
}
