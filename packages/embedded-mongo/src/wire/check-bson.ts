import { FIXED } from '../bson/pick';
import { MongoError } from '../errors';

/** Levels of documents and arrays, as in MongoDB. */
const DEEPEST = 200;

/** A message that is not what its lengths say; its connection is closed. */
export class Malformed extends Error {}

export const malformed = (what: string): never => {
  throw new Malformed(what);
};

/** An int32 at `at`, which must lie before `end`. */
export const int32 = (bytes: Buffer, at: number, end: number): number =>
  at + 4 <= end ? bytes.readInt32LE(at) : malformed('a length is cut off');

/** The end of a text that ends with a zero byte. */
export function textEnd(bytes: Buffer, at: number, end: number): number {
  const zero = bytes.indexOf(0, at);
  return zero >= 0 && zero < end ? zero + 1 : malformed('a name has no end');
}

/** Undefined, null, the smallest and the largest key. */
const EMPTY = [0x06, 0x0a, 0x7f, 0xff];

function stringEnd(bytes: Buffer, at: number, end: number): number {
  const length = int32(bytes, at, end);
  const last = at + 4 + length;
  return length >= 1 && last <= end && bytes[last - 1] === 0 ? last : malformed('a string has no end');
}

function binaryEnd(bytes: Buffer, at: number, end: number): number {
  const length = int32(bytes, at, end);
  const last = at + 5 + length;
  return length >= 0 && last <= end ? last : malformed('a binary is cut off');
}

function codeEnd(bytes: Buffer, at: number, end: number, depth: number): number {
  const last = at + int32(bytes, at, end);
  if (last > end || documentEnd(bytes, stringEnd(bytes, at + 4, end), end, depth) !== last)
    malformed('code with scope has another length');
  return last;
}

function valueEnd(bytes: Buffer, type: number, at: number, end: number, depth: number): number {
  const size = EMPTY.includes(type) ? 0 : FIXED[type];
  if (size !== undefined) return at + size <= end ? at + size : malformed('a value is cut off');
  switch (type) {
    case 0x02:
    case 0x0d:
    case 0x0e:
      return stringEnd(bytes, at, end);
    case 0x03:
    case 0x04:
      return documentEnd(bytes, at, end, depth + 1);
    case 0x05:
      return binaryEnd(bytes, at, end);
    case 0x0b:
      return textEnd(bytes, textEnd(bytes, at, end), end);
    case 0x0c:
      return valueEnd(bytes, 0x07, stringEnd(bytes, at, end), end, depth);
    case 0x0f:
      return codeEnd(bytes, at, end, depth + 1);
    default:
      return malformed(`no type has the number ${type}`);
  }
}

/** The end of the document that starts at `at`; throws Malformed, or a MongoError if it is too deep. */
export function documentEnd(bytes: Buffer, at: number, end: number, depth = 1): number {
  if (depth > DEEPEST) throw new MongoError(15, `Document exceeds maximum nested object depth: ${DEEPEST}`);
  const last = at + int32(bytes, at, end) - 1;
  if (last < at + 4 || last >= end || bytes[last] !== 0) return malformed('a document has another length');
  let next = at + 4;
  while (next < last) next = valueEnd(bytes, bytes[next]!, textEnd(bytes, next + 1, last), last, depth);
  return next === last ? last + 1 : malformed('a document has another length');
}
