import { Binary, type ObjectId, type Timestamp } from 'bson';
import { encodeDecimal, NO_REST } from './encode-decimal';
import { KeyWriter } from './key-writer';
import { ORDER, typeOrder } from './type-order';
import { isDocument, isLong, isRegExp, regExpParts, toNumber, wrapperOf } from './values';

/** A number as its nearest double and the remainder of an int64, so that longs above 2^53 stay distinct; decimals have more. */
function encodeNumber(value: unknown, out: KeyWriter) {
  if (wrapperOf(value) === 'Decimal128') return encodeDecimal(String(value), out);
  const exact = isLong(value) ? value.toBigInt() : typeof value === 'bigint' ? value : undefined;
  const double = exact === undefined ? toNumber(value) : Number(exact);
  if (Number.isNaN(double)) return out.byte(ORDER.nan);
  out.byte(ORDER.number);
  out.double(double);
  return out.short(NO_REST + (exact === undefined ? 0 : Number(exact - BigInt(double))));
}

function encodeBinary(value: unknown, out: KeyWriter) {
  const bytes = value instanceof Binary ? value.buffer.subarray(0, value.position) : (value as Uint8Array);
  out.length(bytes.length);
  out.byte(value instanceof Binary ? value.sub_type : 0);
  out.raw(bytes);
}

function encodeFields(value: unknown, out: KeyWriter) {
  if (isDocument(value)) {
    for (const [key, one] of Object.entries(value)) {
      out.byte(typeOrder(one));
      out.text(key);
      encode(one, out);
    }
  } else {
    for (const one of value as unknown[]) encode(one, out);
  }
  out.byte(0);
}

/** Writes the order-preserving form of a value, which index keys, comparison, equality and grouping use. */
export function encode(value: unknown, out: KeyWriter): void {
  const order = typeOrder(value);
  if (order === ORDER.number) return encodeNumber(value, out);
  out.byte(order);
  switch (order) {
    case ORDER.string:
      return out.text(String(value));
    case ORDER.object:
    case ORDER.array:
      return encodeFields(value, out);
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
export function keyOf(value: unknown): string {
  encode(value, writer.clear());
  return writer.toString();
}
