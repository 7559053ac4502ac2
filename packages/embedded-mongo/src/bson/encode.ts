import { Binary, type Decimal128, type ObjectId, type Timestamp } from 'bson';
import { fail } from '../errors';
import { KeyWriter } from './key-writer';
import { ORDER, typeOrder } from './type-order';
import { isDocument, isLong, isRegExp, regExpParts, toNumber, wrapperOf } from './values';

/** Makes a string what its collation compares; undefined compares code points. */
export type Fold = ((text: string) => string) | undefined;

function decimalAsDouble(value: Decimal128): number {
  const text = value.toString();
  const digits = text.replace(/E.*$/, '').replace(/[-.]/g, '').replace(/^0+/, '').replace(/0+$/, '');
  const double = Number(text);
  if (digits.length > 15 && Number.isFinite(double)) {
    fail(303, 'Decimal128 values of more than 15 digits are not compared by the embedded server');
  }
  return double;
}

/** A number as its nearest double and the rest an int64 leaves, so that longs above 2^53 stay apart. */
function encodeNumber(value: unknown, out: KeyWriter) {
  const exact = isLong(value) ? value.toBigInt() : typeof value === 'bigint' ? value : undefined;
  const double =
    exact !== undefined
      ? Number(exact)
      : wrapperOf(value) === 'Decimal128'
        ? decimalAsDouble(value as Decimal128)
        : toNumber(value);
  if (Number.isNaN(double)) {
    out.byte(ORDER.nan);
    return;
  }
  out.byte(ORDER.number);
  out.double(double);
  out.short(0x8000 + (exact === undefined ? 0 : Number(exact - BigInt(double))));
}

function encodeBinary(value: unknown, out: KeyWriter) {
  const bytes = value instanceof Binary ? value.buffer.subarray(0, value.position) : (value as Uint8Array);
  out.length(bytes.length);
  out.byte(value instanceof Binary ? value.sub_type : 0);
  out.raw(bytes);
}

function encodeFields(value: unknown, out: KeyWriter, fold: Fold) {
  if (isDocument(value)) {
    for (const [key, one] of Object.entries(value)) {
      out.byte(typeOrder(one));
      out.text(key);
      encode(one, out, fold);
    }
  } else {
    for (const one of value as unknown[]) encode(one, out, fold);
  }
  out.byte(0);
}

/** Writes the one order-preserving form of a value: index keys, comparison, equality and grouping all use it. */
export function encode(value: unknown, out: KeyWriter, fold?: Fold): void {
  const order = typeOrder(value);
  if (order === ORDER.number) return encodeNumber(value, out);
  out.byte(order);
  switch (order) {
    case ORDER.string:
      return out.text(fold ? fold(String(value)) : String(value));
    case ORDER.object:
    case ORDER.array:
      return encodeFields(value, out, fold);
    case ORDER.binary:
      return encodeBinary(value, out);
    case ORDER.objectId:
      return out.raw((value as ObjectId).id);
    case ORDER.boolean:
      return out.byte(value ? 2 : 1);
    case ORDER.date:
      return out.long(BigInt((value as Date).getTime() || 0));
    case ORDER.timestamp:
      return out.long((value as Timestamp).toBigInt());
    case ORDER.regex: {
      if (!isRegExp(value)) return undefined;
      const { pattern, options } = regExpParts(value);
      out.text(pattern);
      return out.text(options);
    }
    case ORDER.other:
      return out.text(JSON.stringify(value));
    default:
      return undefined;
  }
}

const writer = new KeyWriter();

/** The order-preserving form as a string of bytes: equal for equal values. */
export function keyOf(value: unknown, fold?: Fold): string {
  encode(value, writer.clear(), fold);
  return writer.toString();
}
