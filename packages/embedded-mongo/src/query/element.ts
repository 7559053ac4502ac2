import { TYPE_NAMES, TYPE_NUMBERS, typeName } from '../bson/type-name';
import { Binary } from 'bson';
import { isLong, isNumber, toNumber, wrapperOf } from '../bson/values';
import { fail, notOffered } from '../errors';
import type { Test } from './test';

/** `$type`, by name or number, one or several. */
export function ofType(wanted: unknown): Test {
  const names = (Array.isArray(wanted) ? wanted : [wanted]).map((one: unknown): string => {
    const name = isNumber(one) ? TYPE_NUMBERS[toNumber(one)] : one;
    if (typeof name === 'string' && TYPE_NAMES.has(name)) return name;
    return fail(
      2,
      isNumber(one)
        ? `Invalid numerical type code: ${String(one)}`
        : `Unknown type name alias: ${String(one)}`,
    );
  });
  const number = names.includes('number');
  return (value) => value !== undefined && (names.includes(typeName(value)) || (number && isNumber(value)));
}

/** `$size`: a list of exactly so many. Fails with code 2 for anything but a whole number from 0 on. */
export function ofSize(wanted: unknown): Test {
  const size = toNumber(wanted);
  if (!Number.isInteger(size) || size < 0) fail(2, 'Failed to parse $size. Expected a non-negative integer');
  return (value) => Array.isArray(value) && value.length === size;
}

/** The whole part of a number as an int64; null where it is none. */
function wholePart(value: unknown): bigint | null {
  if (isLong(value)) return value.toBigInt();
  const number = wrapperOf(value) === 'Decimal128' ? Number(String(value)) : toNumber(value);
  if (!Number.isFinite(number)) return null;
  const whole = BigInt(Math.trunc(number));
  return BigInt.asIntN(64, whole) === whole ? whole : null;
}

/** `$mod`: a number whose whole part leaves `rest` when divided by `divisor`. Fails with code 2 unless given two numbers. */
export function remainder(wanted: unknown): Test {
  if (!Array.isArray(wanted) || wanted.length !== 2 || !wanted.every(isNumber)) {
    return fail(2, 'malformed mod, needs to be an array of two numbers');
  }
  if (wanted.some(isDecimal)) notOffered('$mod by a decimal');
  const [divisor, rest] = wanted.map(wholePart);
  if (divisor === null || divisor === undefined || rest === null || rest === undefined)
    return fail(2, 'malformed mod, the numbers must be finite');
  if (divisor === 0n) fail(2, 'divisor cannot be 0');
  return (value) => {
    const whole = isNumber(value) ? wholePart(value) : null;
    return whole !== null && whole % divisor === rest;
  };
}

const isDecimal = (value: unknown) => wrapperOf(value) === 'Decimal128';

const bitTests: Readonly<Record<string, (value: bigint, mask: bigint) => boolean>> = {
  $bitsAllSet: (value, mask) => (value & mask) === mask,
  $bitsAnySet: (value, mask) => (value & mask) !== 0n,
  $bitsAllClear: (value, mask) => (value & mask) === 0n,
  $bitsAnyClear: (value, mask) => (value & mask) !== mask,
};

/** Whether an operator tests bits. */
export const isBitTest = (operator: string) => Object.hasOwn(bitTests, operator);

/** The bits of binary data: the first byte holds the lowest. */
const bitsOf = (value: Binary) => BigInt(`0x0${Buffer.from(value.value()).reverse().toString('hex')}`);

function maskOf(wanted: unknown): bigint {
  if (wanted instanceof Binary) return bitsOf(wanted);
  const positions = Array.isArray(wanted) ? wanted.map(toNumber) : undefined;
  const valid = (one: number) => Number.isInteger(one) && one >= 0;
  if (positions?.every(valid)) return positions.reduce((mask, bit) => mask | (1n << BigInt(bit)), 0n);
  const mask = isNumber(wanted) && Number.isInteger(toNumber(wanted)) ? wholePart(wanted) : null;
  return mask !== null && mask >= 0n
    ? mask
    : fail(2, 'bit operators take a non-negative integer, binary data or a list of bit positions');
}

/** `$bitsAllSet` and its kin, for a mask or a list of positions; of numbers only whole ones pass, no decimals. */
export function bits(operator: string, wanted: unknown): Test {
  const mask = maskOf(wanted);
  const accepts = bitTests[operator];
  return (value) => {
    if (value instanceof Binary) return accepts?.(bitsOf(value), mask) === true;
    if (!isNumber(value) || isDecimal(value) || (!isLong(value) && !Number.isInteger(toNumber(value))))
      return false;
    const whole = wholePart(value);
    return whole !== null && accepts?.(whole, mask) === true;
  };
}
