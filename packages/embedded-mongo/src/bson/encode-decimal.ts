import type { KeyWriter } from './key-writer';
import { ORDER } from './type-order';

/** The suffix after the double of a number that equals this double exactly. */
export const NO_REST = 0x8000;
const DIGITS = 34;
const BIAS = 0x4000;
/** Above this, a decimal is no long, and only its side of the double matters. */
const LARGEST_LONG = 2 ** 63;

interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

function decimalOf(text: string): Decimal {
  const [, minus = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d*)\.?(\d*)(?:E([+-]?\d+))?$/i.exec(text) ?? [];
  return { digits: BigInt(`${minus}${whole}${fraction}`), exponent: Number(exponent) - fraction.length };
}

const scratch = new DataView(new ArrayBuffer(8));

/** A finite double as an integer and a power of two. */
function binaryOf(double: number): { readonly whole: bigint; readonly power: number } {
  scratch.setFloat64(0, double);
  const bits = scratch.getBigUint64(0);
  const exponent = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & ((1n << 52n) - 1n);
  const whole = exponent === 0 ? fraction : fraction | (1n << 52n);
  return { whole: bits >> 63n ? -whole : whole, power: Math.max(exponent, 1) - 1075 };
}

const power = (base: bigint, exponent: number) => base ** BigInt(Math.max(exponent, 0));

/** The decimal minus the double, rounded down; null when they are equal. */
function restOf({ digits, exponent }: Decimal, double: number): number | null {
  if (digits === 0n) return null;
  if (!Number.isFinite(double)) return double > 0 ? -1 : 0;
  // a decimal that small is below every double
  if (double === 0) return digits > 0n ? 0 : -1;
  const { whole, power: two } = binaryOf(double);
  const over = power(10n, -exponent) * power(2n, -two);
  const difference =
    digits * power(10n, exponent) * power(2n, -two) - whole * power(2n, two) * power(10n, -exponent);
  if (difference === 0n) return null;
  if (Math.abs(double) > LARGEST_LONG) return difference > 0n ? 1 : -1;
  const quotient = difference / over;
  return Number(difference < 0n && difference % over !== 0n ? quotient - 1n : quotient);
}

/** The int64 that a decimal equals. */
function longOf({ digits, exponent }: Decimal): bigint | undefined {
  const scale = power(10n, -exponent);
  if (exponent > DIGITS || digits % scale !== 0n) return undefined;
  const whole = (digits * power(10n, exponent)) / scale;
  return BigInt.asIntN(64, whole) === whole ? whole : undefined;
}

/** Like other numbers; where no double is equal, exponent and digits follow, so that no two decimals share a key. */
export function encodeDecimal(text: string, out: KeyWriter): void {
  if (/nan/i.test(text)) return out.byte(ORDER.nan);
  const double = Number(text);
  out.byte(ORDER.number);
  out.double(double);
  if (/inf/i.test(text)) return out.short(NO_REST);
  const decimal = decimalOf(text);
  const long = longOf(decimal);
  // the form of an int64, which it equals
  if (long !== undefined) return out.short(NO_REST + Number(long - BigInt(double)));
  const rest = restOf(decimal, double);
  out.short(NO_REST + (rest ?? 0));
  if (rest === null) return undefined;
  // above every possible suffix: a type, an end
  out.byte(0xff);
  const start = out.position;
  const digits = String(decimal.digits).replace('-', '');
  out.short(BIAS + decimal.exponent + digits.length);
  out.text(digits.padEnd(DIGITS, '0'));
  if (decimal.digits < 0n) out.invert(start);
  return undefined;
}
