/** Lowest compatibility of each band within one viewer's eligible pool. */
export interface BandThresholds {
  readonly great: number;
  readonly good: number;
}

const GREAT_SHARE = 0.02;
const GOOD_SHARE = 0.15;

/** Bands by the viewer's own pool (product notes 5.4): the top 2 % are a great fit, the top 15 % a good one. */
export function bandThresholds(scores: readonly number[]): BandThresholds {
  if (scores.length === 0) return { great: Number.POSITIVE_INFINITY, good: Number.POSITIVE_INFINITY };
  const sorted = Float64Array.from(scores).sort().reverse();
  const at = (share: number) => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)]!;
  return { great: at(GREAT_SHARE), good: at(GOOD_SHARE) };
}

/** The band of a compatibility in that pool. */
export function bandOf(
  compatibility: number,
  { great, good }: BandThresholds,
): 'great' | 'good' | 'worth_a_coffee' {
  if (compatibility >= great) return 'great';
  return compatibility >= good ? 'good' : 'worth_a_coffee';
}
