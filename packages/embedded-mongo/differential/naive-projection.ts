import { isDoc, type Doc, type Value } from './naive';

/** The document with only the paths, or without them. */
export function projected(
  value: Value,
  paths: readonly (readonly string[])[],
  including: boolean,
): Value | undefined {
  if (Array.isArray(value))
    return value.flatMap((one) => {
      const inner = projected(one, paths, including);
      return inner === undefined ? [] : [inner];
    });
  if (!isDoc(value)) return including ? undefined : value;
  const out: Doc = {};
  for (const [key, inner] of Object.entries(value)) {
    const own = paths.filter(([first]) => first === key).map((path) => path.slice(1));
    if (own.length === 0 && including) continue;
    const kept = own.some((path) => path.length === 0)
      ? including
        ? inner
        : undefined
      : own.length === 0
        ? inner
        : projected(inner, own, including);
    if (kept !== undefined) out[key] = kept;
  }
  return out;
}
