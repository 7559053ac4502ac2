/** Gini coefficient of non-negative counts: 0 is even, 1 is all for one. */
export function gini(counts: readonly number[]): number {
  const sorted = Float64Array.from(counts).sort();
  const total = sorted.reduce((sum, count) => sum + count, 0);
  if (total === 0) return 0;
  const weighted = sorted.reduce((sum, count, i) => sum + (i + 1) * count, 0);
  return (2 * weighted) / (sorted.length * total) - (sorted.length + 1) / sorted.length;
}
