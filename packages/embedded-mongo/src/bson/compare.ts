import { encode } from './encode';
import { KeyWriter } from './key-writer';
import { typeOrder } from './type-order';
import { toNumber, wrapperOf } from './values';

const SURROGATE = /[\ud800-\udfff]/;
const left = new KeyWriter();
const right = new KeyWriter();
const sign = (one: string | number, other: string | number) => (one < other ? -1 : one > other ? 1 : 0);

function compareText(one: string, other: string): number {
  // JavaScript orders by UTF-16 unit, MongoDB by code point
  if (SURROGATE.test(one) || SURROGATE.test(other)) return Buffer.from(one).compare(Buffer.from(other));
  return sign(one, other);
}

const isPlain = (value: unknown) => {
  const wrapper = wrapperOf(value);
  return wrapper === 'Int32' || wrapper === 'Double';
};
const plain = (value: unknown) => (isPlain(value) ? toNumber(value) : value);

/** Negative, zero or positive, as MongoDB orders the two values, across types. */
export function compare(first: unknown, second: unknown): number {
  if (first === second) return 0;
  const [one, other] = [plain(first), plain(second)];
  if (typeof one === 'number' && typeof other === 'number' && !Number.isNaN(one) && !Number.isNaN(other)) {
    return sign(one, other);
  }
  if (typeof one === 'string' && typeof other === 'string') {
    return compareText(one, other);
  }
  if (one instanceof Date && other instanceof Date) return sign(one.getTime(), other.getTime());
  const [order, otherOrder] = [typeOrder(one), typeOrder(other)];
  if (order !== otherOrder) return sign(order, otherOrder);
  encode(one, left.clear());
  encode(other, right.clear());
  return left.compare(right);
}

/** Whether MongoDB's order treats two values as equal. */
export const equal = (one: unknown, other: unknown) => compare(one, other) === 0;
