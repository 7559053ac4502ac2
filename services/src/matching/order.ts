/** Share of the score that does not depend on shared time. */
const TIME_FLOOR = 0.75;
/** Factor if one of the two has no week: neutral. */
const NO_WEEK = 0.875;
const TIME_SCALE = 6;

/** g: from the number of shared starts in the next 14 days; null if one has no week. */
export function timeFactor(sharedStarts: number | null): number {
  if (sharedStarts === null) return NO_WEEK;
  return TIME_FLOOR + (1 - TIME_FLOOR) * (1 - Math.exp(-sharedStarts / TIME_SCALE));
}

/** A small penalty for a student whom several people waited for in vain; far below any real difference, and never shown. */
export function unreliability(missedDates: number): number {
  return Math.min(0.02, 0.005 * missedDates);
}

export function hash32(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

const HIGHEST_TIE = 1e-6;

/**
 * A number in [0, 1) for two hashes, which looks random. A mixed 32-bit hash: the hashes are of keyed marks, and 18,000 HMACs per request would
 * cost more than the scores.
 */
export function mixed(seed: number, one: number, other: number): number {
  let bits = (one ^ Math.imul(other, 0x9e3779b1) ^ Math.imul(seed, 0x85ebca6b)) >>> 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x7feb352d);
  bits = Math.imul(bits ^ (bits >>> 15), 0x846ca68b);
  return ((bits ^ (bits >>> 16)) >>> 0) / 4294967296;
}

/** A tie-breaker below 10^-6: constant for a pair all day, and independent of position. */
export const tieBreak = (day: number, viewerHash: number, otherHash: number): number =>
  mixed(day, viewerHash, otherHash) * HIGHEST_TIE;

interface OrderParts {
  readonly compatibility: number;
  readonly sharedStarts: number | null;
  readonly missedDates: number;
  readonly tie: number;
}

/** The sort key of the reference; never shown. */
export function orderScore({ compatibility, sharedStarts, missedDates, tie }: OrderParts): number {
  return compatibility * timeFactor(sharedStarts) - unreliability(missedDates) + tie;
}
