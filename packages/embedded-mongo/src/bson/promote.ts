import { isDocument, isLong, wrapperOf } from './values';

function promoteFields(value: Record<string, unknown>): Record<string, unknown> {
  let out: Record<string, unknown> | undefined;
  for (const [key, one] of Object.entries(value)) {
    const promoted = typeof one === 'object' ? promote(one) : one;
    if (promoted === one) continue;
    out ??= { ...value };
    out[key] = promoted;
  }
  return out ?? value;
}

/** Typed numbers as JavaScript's own, for the aggregation library and the matcher; shares what holds none. */
export function promote(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (isDocument(value)) return promoteFields(value);
  if (Array.isArray(value)) {
    return value.some((one) => typeof one === 'object') ? value.map((one: unknown) => promote(one)) : value;
  }
  if (isLong(value)) {
    const number = value.toNumber();
    return Number.isSafeInteger(number) ? number : value;
  }
  const wrapper = wrapperOf(value);
  return wrapper === 'Int32' || wrapper === 'Double' ? (value as { value?: unknown }).value : value;
}
