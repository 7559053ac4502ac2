import type { Option } from '@flint/contracts/questions/types';

/** The values after a change: an exclusive option clears the others, and any other option clears it (catalogue, conventions). */
export function withExclusive(
  options: readonly Option[],
  before: readonly string[],
  after: readonly string[],
): string[] {
  const exclusive = new Set(options.filter((option) => option.exclusive).map(({ value }) => value));
  const added = after.find((value) => !before.includes(value));
  if (added && exclusive.has(added)) return [added];
  return added ? after.filter((value) => !exclusive.has(value)) : [...after];
}
