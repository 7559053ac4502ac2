/** Lowest compatibility of each band in one viewer's eligible pool. */
export interface BandThresholds {
  readonly great: number;
  readonly good: number;
}

const GREAT_SHARE = 0.02;
const GOOD_SHARE = 0.15;

/** Bands of the viewer's own pool (decisions/007): the top 2 % are a great fit, the top 15 % a good one. */
export function bandThresholds(scores: Float64Array): BandThresholds {
  const count = scores.length;
  if (count === 0) return { great: Number.POSITIVE_INFINITY, good: Number.POSITIVE_INFINITY };
  const at = (share: number) => nthLargest(scores, Math.max(0, Math.ceil(count * share) - 1));
  return { great: at(GREAT_SHARE), good: at(GOOD_SHARE) };
}

/** The n-th largest value. Reorders the array (quickselect: sorting costs ten times as much). */
export function nthLargest(values: Float64Array, n: number): number {
  let [low, high] = [0, values.length - 1];
  while (low < high) {
    const pivot = values[(low + high) >> 1]!;
    let [left, right] = [low, high];
    while (left <= right) {
      while (values[left]! > pivot) left++;
      while (values[right]! < pivot) right--;
      if (left > right) break;
      const swapped = values[left]!;
      values[left++] = values[right]!;
      values[right--] = swapped;
    }
    if (n <= right) high = right;
    else if (n >= left) low = left;
    else break;
  }
  return values[n]!;
}

/** The band of a compatibility in that pool. */
export function bandOf(
  compatibility: number,
  { great, good }: BandThresholds,
): 'great' | 'good' | 'worth_a_coffee' {
  if (compatibility >= great) return 'great';
  return compatibility >= good ? 'good' : 'worth_a_coffee';
}
