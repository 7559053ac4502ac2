import { Decimal128, Double, Int32, Long } from 'bson';
import { fail } from '../errors';
import { isLong, toNumber, wrapperOf } from './values';

export type Operation = 'add' | 'multiply';

/** A decimal as digits, and how many of them follow the point. */
function scaled(value: unknown): readonly [bigint, number] {
  const text = isLong(value) || wrapperOf(value) === 'Decimal128' ? String(value) : String(toNumber(value));
  const parts = /^(-?)(\d+)(?:\.(\d*))?(?:E([+-]?\d+))?$/i.exec(text);
  if (!parts) return fail(2, `unsupported decimal: ${text}`);
  const [, minus = '', whole = '', fraction = '', exponent = '0'] = parts;
  return [BigInt(minus + whole + fraction), fraction.length - Number(exponent)];
}

function decimals(one: unknown, other: unknown, operation: Operation): Decimal128 {
  const [[a, scaleA], [b, scaleB]] = [scaled(one), scaled(other)];
  if (operation === 'multiply') return Decimal128.fromString(`${a * b}E${-(scaleA + scaleB)}`);
  const scale = Math.max(scaleA, scaleB);
  const total = a * 10n ** BigInt(scale - scaleA) + b * 10n ** BigInt(scale - scaleB);
  return Decimal128.fromString(`${total}E${-scale}`);
}

const integer = (value: unknown) => (isLong(value) ? value.toBigInt() : BigInt(toNumber(value)));

/** Adds or multiplies as MongoDB does: int becomes long on overflow, a long's overflow is refused (2), doubles and decimals win. */
export function calculate(one: unknown, other: unknown, operation: Operation): unknown {
  const types = [wrapperOf(one) ?? 'Double', wrapperOf(other) ?? 'Double'];
  if (types.includes('Decimal128')) return decimals(one, other, operation);
  if (types.includes('Double')) {
    const [a, b] = [toNumber(one), toNumber(other)];
    return new Double(operation === 'add' ? a + b : a * b);
  }
  const [a, b] = [integer(one), integer(other)];
  const result = operation === 'add' ? a + b : a * b;
  if (!types.includes('Long') && BigInt.asIntN(32, result) === result) return new Int32(Number(result));
  if (BigInt.asIntN(64, result) === result) return Long.fromBigInt(result);
  return fail(
    2,
    `Failed to apply $${operation === 'add' ? 'inc' : 'mul'} operations to current value: integer overflow`,
  );
}
