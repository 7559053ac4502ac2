/** How many letters must be added, removed or replaced to turn one text into the other (Levenshtein). */
function distanceOf(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j += 1)
      next.push(Math.min(row[j]! + Number(letter !== b[j]), row[j + 1]! + 1, next[j]! + 1));
    row = next;
  }
  return row[b.length]!;
}

/** The known name that differs least from `name`, by at most two letters and a quarter of its length; null if there is none. */
export function nearestName(name: string, known: readonly string[]): string | null {
  const far = known.map((each) => [distanceOf(name, each), each] as const);
  const [distance, nearest] = far.toSorted(([a], [b]) => a - b)[0] ?? [Infinity, null];
  return distance <= Math.min(2, name.length / 4) ? nearest : null;
}
