import fs from 'node:fs';
import zlib from 'node:zlib';

/** The log of versions before 2026-11-24: a header, then one checksummed record for each commit. Only read. */
const HEADER = Buffer.from('EMBLOG1\n');
const MARK = Buffer.from('\xf5REC', 'latin1');
const RECORD_HEAD = 12;
const KEY_HEAD = 6;

const damaged = (file: string, what: string) => new Error(`${file} ${what} Restore a backup.`);

/** The body of the record that starts here; undefined if it is torn or damaged. */
function bodyAt(bytes: Buffer, at: number): Buffer | undefined {
  if (at + RECORD_HEAD > bytes.length || !bytes.subarray(at, at + 4).equals(MARK)) return undefined;
  const end = at + RECORD_HEAD + bytes.readUInt32BE(at + 4);
  if (end > bytes.length) return undefined;
  const body = bytes.subarray(at + RECORD_HEAD, end);
  return zlib.crc32(body) === bytes.readUInt32BE(at + 8) ? body : undefined;
}

function hasRecordAfter(bytes: Buffer, from: number): boolean {
  for (let at = bytes.indexOf(MARK, from); at >= 0; at = bytes.indexOf(MARK, at + 1))
    if (bodyAt(bytes, at)) return true;
  return false;
}

/** The acknowledged size, which was stored beside the log; 0 if it is not readable. */
function acknowledgedSize(log: string): number {
  const note = fs.existsSync(`${log}.size`) ? fs.readFileSync(`${log}.size`) : Buffer.alloc(0);
  const isGood = note.length >= 12 && zlib.crc32(note.subarray(0, 8)) === note.readUInt32BE(8);
  return isGood ? Number(note.readBigUInt64BE(0)) : 0;
}

function apply(body: Buffer, entries: Map<string, Buffer>): void {
  for (let at = 0; at < body.length;) {
    const keyEnd = at + KEY_HEAD + body.readUInt16BE(at);
    const length = body.readInt32BE(at + 2);
    const key = body.toString('latin1', at + KEY_HEAD, keyEnd);
    at = keyEnd + Math.max(length, 0);
    if (length < 0) entries.delete(key);
    else entries.set(key, body.subarray(keyEnd, at));
  }
}

function readOne(file: string, acknowledged: number, entries: Map<string, Buffer>): void {
  const bytes = fs.readFileSync(file);
  let at = Math.min(bytes.length, HEADER.length);
  if (!bytes.subarray(0, at).equals(HEADER.subarray(0, at)))
    throw damaged(file, 'is not an embedded data file, or its first bytes are damaged.');
  for (let body = bodyAt(bytes, at); body; body = bodyAt(bytes, at)) {
    apply(body, entries);
    at += RECORD_HEAD + body.length;
  }
  // a torn last record was never acknowledged
  if (hasRecordAfter(bytes, at + 1)) throw damaged(file, `is damaged at byte ${at}.`);
  if (at < acknowledged) throw damaged(file, `was cut short: ${at} of ${acknowledged} bytes are readable.`);
}

/** The entries of a log; throws one sentence if an acknowledged record cannot be read. */
export function readOldLog(file: string): Map<string, Buffer> {
  const entries = new Map<string, Buffer>();
  const acknowledged = acknowledgedSize(file);
  // a log whose end was being moved into a second file
  const isMoving = fs.existsSync(`${file}.next`);
  readOne(file, isMoving ? 0 : acknowledged, entries);
  if (isMoving) readOne(`${file}.next`, acknowledged, entries);
  return entries;
}
