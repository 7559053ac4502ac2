import { TYPE_NAMES, TYPE_NUMBERS, typeName } from '../bson/type-name';
import { isNumber, toNumber } from '../bson/values';
import { fail } from '../errors';
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

/** `$mod`: a number whose whole part leaves `rest` when divided by `divisor`. Fails with code 2 unless given two numbers. */
export function remainder(wanted: unknown): Test {
  if (!Array.isArray(wanted) || wanted.length !== 2 || !wanted.every(isNumber)) {
    return fail(2, 'malformed mod, needs to be an array of two numbers');
  }
  const [divisor = 0, rest = 0] = wanted.map((one) => Math.trunc(toNumber(one)));
  if (divisor === 0) fail(2, 'divisor cannot be 0');
  return (value) => isNumber(value) && Math.trunc(toNumber(value)) % divisor === rest;
}

const bitTests: Readonly<Record<string, (value: bigint, mask: bigint) => boolean>> = {
  $bitsAllSet: (value, mask) => (value & mask) === mask,
  $bitsAnySet: (value, mask) => (value & mask) !== 0n,
  $bitsAllClear: (value, mask) => (value & mask) === 0n,
  $bitsAnyClear: (value, mask) => (value & mask) !== mask,
};

/** Whether an operator tests bits. */
export const isBitTest = (operator: string) => Object.hasOwn(bitTests, operator);

function maskOf(wanted: unknown): bigint {
  const positions = Array.isArray(wanted) ? wanted.map(toNumber) : undefined;
  const valid = (one: number) => Number.isInteger(one) && one >= 0;
  if (positions?.every(valid)) return positions.reduce((mask, bit) => mask | (1n << BigInt(bit)), 0n);
  if (isNumber(wanted) && valid(toNumber(wanted))) return BigInt(toNumber(wanted));
  return fail(2, 'bit operators take a non-negative integer or a list of bit positions');
}

/** `$bitsAllSet` and its kin, for a mask or a list of positions; only whole numbers pass. */
export function bits(operator: string, wanted: unknown): Test {
  const mask = maskOf(wanted);
  const accepts = bitTests[operator];
  return (value) =>
    isNumber(value) && Number.isInteger(toNumber(value)) && accepts?.(BigInt(toNumber(value)), mask) === true;
}
