import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey } from '../../infra/derive-key';

/** The content of a refresh token: its session, and how often that was refreshed. */
export interface RefreshClaims {
  readonly sessionId: string;
  readonly counter: number;
}

const VERSION = 0;
const ID_BYTES = 16;
const MAC_BYTES = 16;
const SUM_BYTES = 4;

const mac = (secret: Buffer, sessionId: string, data: Buffer) =>
  createHmac('sha256', deriveKey(secret, `rt:${sessionId}`))
    .update(data)
    .digest()
    .subarray(0, MAC_BYTES);

const sum = (data: Buffer) => createHash('sha256').update(data).digest().subarray(0, SUM_BYTES);

function uvarint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Buffer.from([...bytes, rest]);
}

function readUvarint(bytes: Buffer): number | null {
  const value = bytes.reduceRight((total, byte) => total * 128 + (byte & 127), 0);
  return bytes.length > 0 && bytes.length <= 6 && uvarint(value).equals(bytes) ? value : null;
}

function uuidOf(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/**
 * The hosted v2 format (decisions/004): version, session, counter, MAC, checksum. Equal claims give equal tokens, so no secret is stored and
 * the active token can be sent again.
 */
export function encodeRefreshToken({ sessionId, counter }: RefreshClaims, secret: Buffer): string {
  const id = Buffer.from(sessionId.replaceAll('-', ''), 'hex');
  const claims = Buffer.concat([Buffer.from([VERSION]), id, uvarint(counter)]);
  const signed = Buffer.concat([claims, mac(secret, sessionId, claims)]);
  return Buffer.concat([signed, sum(signed)]).toString('base64url');
}

/** The claims of a genuine token; null for anything else, without a database query. */
export function decodeRefreshToken(token: string, secret: Buffer): RefreshClaims | null {
  if (token.length > 96) return null;
  const bytes = Buffer.from(token, 'base64url');
  const shortest = 1 + ID_BYTES + 1 + MAC_BYTES + SUM_BYTES;
  if (bytes.length < shortest || bytes[0] !== VERSION || bytes.toString('base64url') !== token) return null;
  const signed = bytes.subarray(0, -SUM_BYTES);
  const claims = signed.subarray(0, -MAC_BYTES);
  if (!sum(signed).equals(bytes.subarray(-SUM_BYTES))) return null;
  const sessionId = uuidOf(claims.subarray(1, 1 + ID_BYTES));
  if (!timingSafeEqual(mac(secret, sessionId, claims), signed.subarray(-MAC_BYTES))) return null;
  const counter = readUvarint(claims.subarray(1 + ID_BYTES));
  return counter === null ? null : { sessionId, counter };
}
