import zlib from 'node:zlib';
import { isIndexKey } from './keys';

/** The value of a key: a stored document, or in an index the number of its record. */
export type Value = Buffer | number;
export type Change = readonly [key: string, value: Value | null];

const MARK = Buffer.from('\xf5REC', 'latin1');
const HEAD = 12;
const KEY_HEAD = 6;
const RECORD_NUMBER = 6;
const GONE = -1;

const { crc32 } = zlib;
const lengthOf = (value: Value | null) =>
  value === null ? 0 : typeof value === 'number' ? RECORD_NUMBER : value.length;

/** The bytes a change takes in the file. */
export const sizeOf = (key: string, value: Value) => KEY_HEAD + key.length + lengthOf(value);

/** One commit as one checksummed record, read as a whole or not at all. */
export function encodeRecord(changes: readonly Change[]): Buffer {
  const size = changes.reduce((total, [key, value]) => total + KEY_HEAD + key.length + lengthOf(value), HEAD);
  const bytes = Buffer.allocUnsafe(size);
  let at = HEAD;
  for (const [key, value] of changes) {
    bytes.writeUInt16BE(key.length, at);
    bytes.writeInt32BE(value === null ? GONE : lengthOf(value), at + 2);
    at += KEY_HEAD;
    at += bytes.write(key, at, 'latin1');
    if (typeof value === 'number') at = bytes.writeUIntBE(value, at, RECORD_NUMBER);
    else if (value) at += value.copy(bytes, at);
  }
  MARK.copy(bytes);
  bytes.writeUInt32BE(size - HEAD, 4);
  bytes.writeUInt32BE(crc32(bytes.subarray(HEAD)), 8);
  return bytes;
}

/** A copy in its own memory, so that the record can be freed. */
const own = (bytes: Buffer) => {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
};

/** The changes a record's body holds, in order. */
export function* changesOf(body: Buffer): Generator<Change> {
  for (let at = 0; at < body.length;) {
    const keyEnd = at + KEY_HEAD + body.readUInt16BE(at);
    const length = body.readInt32BE(at + 2);
    const key = body.toString('latin1', at + KEY_HEAD, keyEnd);
    at = keyEnd + Math.max(length, 0);
    if (length < 0) yield [key, null];
    else
      yield [key, isIndexKey(key) ? body.readUIntBE(keyEnd, RECORD_NUMBER) : own(body.subarray(keyEnd, at))];
  }
}

/** The body of the record that starts here; undefined when it is torn or damaged. */
export function bodyAt(bytes: Buffer, at: number): Buffer | undefined {
  if (at + HEAD > bytes.length || !bytes.subarray(at, at + 4).equals(MARK)) return undefined;
  const end = at + HEAD + bytes.readUInt32BE(at + 4);
  if (end > bytes.length) return undefined;
  const body = bytes.subarray(at + HEAD, end);
  return crc32(body) === bytes.readUInt32BE(at + 8) ? body : undefined;
}

/** The start of the next readable record after damage; undefined if there is none. */
export function nextReadable(bytes: Buffer, from: number): number | undefined {
  for (let at = bytes.indexOf(MARK, from); at >= 0; at = bytes.indexOf(MARK, at + 1)) {
    if (bodyAt(bytes, at)) return at;
  }
  return undefined;
}

export const RECORD_HEAD = HEAD;
