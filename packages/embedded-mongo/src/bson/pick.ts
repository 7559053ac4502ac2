import { decode } from './codec';
import type { Document } from './values';

type Sizes = Readonly<Record<number, number>>;
/** double, ObjectId, boolean, date, int, timestamp, long, decimal take so many bytes; what is named nowhere takes none. */
const FIXED: Sizes = { 1: 8, 7: 12, 8: 1, 9: 8, 16: 4, 17: 8, 18: 8, 19: 16 };
/** string, document, array, binary, DBPointer, code, symbol, code with scope begin with a length: so many bytes beside it. */
const COUNTED: Sizes = { 2: 4, 3: 0, 4: 0, 5: 5, 12: 16, 13: 4, 14: 4, 15: 0 };
const REGEX = 11;

/** Where a raw value that starts at `at` ends. */
function endOf(raw: Buffer, type: number, at: number): number {
  const more = COUNTED[type];
  if (more !== undefined) return at + more + raw.readInt32LE(at);
  // two texts
  if (type === REGEX) return raw.indexOf(0, raw.indexOf(0, at) + 1) + 1;
  return at + (FIXED[type] ?? 0);
}

/** Decodes only some top-level fields of a stored document: five to ten times cheaper than all of it. */
export function pick(raw: Buffer, fields: ReadonlySet<string>, read = decode): Document {
  const parts: Buffer[] = [];
  let size = 5;
  let at = 4;
  while (parts.length < fields.size) {
    const type = raw[at];
    if (!type) break;
    const nameEnd = raw.indexOf(0, at + 1);
    const end = endOf(raw, type, nameEnd + 1);
    if (fields.has(raw.toString('utf8', at + 1, nameEnd))) {
      parts.push(raw.subarray(at, end));
      size += end - at;
    }
    at = end;
  }
  const head = Buffer.allocUnsafe(4);
  head.writeInt32LE(size);
  return read(Buffer.concat([head, ...parts, Buffer.of(0)], size));
}
