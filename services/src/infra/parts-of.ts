/** A list in parts of so many: a command that names all at once can be too large. */
export function* partsOf<T>(list: readonly T[], size: number): Generator<T[]> {
  for (let at = 0; at < list.length; at += size) yield list.slice(at, at + size);
}
