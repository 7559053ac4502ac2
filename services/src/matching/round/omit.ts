import { mixed } from '../order';

/** The random pairs that a round leaves out, also from short lists, so that no absence proves an answer. */
export interface Omitted {
  /** Share of the eligible pairs, 0 to 1. */
  readonly share: number;
  readonly seed: number;
}

/** The rows without those whose pair with the viewer is omitted; the same pairs from both sides. Overwrites `rows`. */
export function withoutOmitted(
  rows: Uint32Array,
  viewer: number,
  idHash: ArrayLike<number>,
  { share, seed }: Omitted,
): Uint32Array {
  const own = idHash[viewer]!;
  let kept = 0;
  for (const row of rows) {
    const other = idHash[row]!;
    if (mixed(seed, Math.min(own, other), Math.max(own, other)) >= share) rows[kept++] = row;
  }
  return rows.subarray(0, kept);
}

export const NOTHING_OMITTED: Omitted = { share: 0, seed: 0 };
