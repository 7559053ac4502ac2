import { createHash, createHmac, pbkdf2Sync, randomBytes, timingSafeEqual } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/** The one user there is, of the database `admin`. */
export const USER = 'embedded';
/** As many as MongoDB takes. */
const ITERATIONS = 15_000;
const SALT = 28;
const FILE = 'credentials.json';

/** What is kept of a password (RFC 5802): it proves who knows the password, and the password does not follow from it. */
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
  const { iterations, ...texts } = JSON.parse(fs.readFileSync(file, 'utf8')) as Record<
    'salt' | 'storedKey' | 'serverKey',
    string
  > & { iterations: number };
  const bytes = (text: string) => Buffer.from(text, 'base64');
  return {
    iterations,
    salt: bytes(texts.salt),
    storedKey: bytes(texts.storedKey),
    serverKey: bytes(texts.serverKey),
  };
}

function write(file: string, { iterations, salt, storedKey, serverKey }: Credentials) {
  const text = (bytes: Buffer) => bytes.toString('base64');
  const kept = { iterations, salt: text(salt), storedKey: text(storedKey), serverKey: text(serverKey) };
  fs.writeFileSync(`${file}.new`, JSON.stringify(kept), { mode: 0o600, flush: true });
  fs.renameSync(`${file}.new`, file);
}

/**
 * The credentials kept in the folder, those of `password` when one is given, or those of a new password, which is told this once.
 * Throws one sentence for a password that is short, or that SASLprep might change.
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
    if (timingSafeEqual(storedKey, kept.storedKey)) return { credentials: kept };
  }
  const chosen = password ?? randomBytes(24).toString('base64url');
  const credentials = keysOf(chosen, randomBytes(SALT), ITERATIONS);
  if (file !== undefined) write(file, credentials);
  return { credentials, ...(password === undefined ? { made: chosen } : {}) };
}
