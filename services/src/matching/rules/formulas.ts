import type { ScoredByChoice, ScoredByOverlap } from '@flint/contracts/questions/match';
import type { Option } from '@flint/contracts/questions/types';

/** Distance of the lowest and the highest rank. */
export function rankSpan(options: readonly Option[]): number {
  const ranks = options.flatMap(({ rank }) => rank ?? []);
  return Math.max(...ranks) - Math.min(...ranks);
}

/** How well two choices of one option fit, 0 to 1; null if the declaration does not say. */
export function choiceFit(match: ScoredByChoice, span: number, a: Option, b: Option): number | null {
  switch (match.by) {
    case 'table':
      return match.fits[a.value]?.[b.value] ?? null;
    case 'rank':
      return a.rank == null || b.rank == null ? null : 1 - Math.abs(a.rank - b.rank) / span;
    case 'nearness': {
      if (a.value === b.value) return 1;
      const isNear = match.groups.some((group) => group.includes(a.value) && group.includes(b.value));
      return isNear ? match.near : match.far;
    }
  }
}

interface Lists {
  /** Options chosen by each; null if unanswered. */
  readonly mine: number | null;
  readonly theirs: number | null;
  readonly both: number;
  /** Opposites: one of a pair is on my list and the other on theirs. */
  readonly clashes: number;
}

/** How well two lists fit, 0 to 1; null if there is nothing to compare. */
export function overlapFit(match: ScoredByOverlap, { mine, theirs, both, clashes }: Lists): number | null {
  if (!mine || theirs === null) return null;
  if (match.unwanted) return theirs === 0 ? 1 : 1 - both / Math.min(mine, theirs);
  if (theirs === 0) return null;
  const { enough = Number.POSITIVE_INFINITY } = match;
  return Math.max(0, Math.min(1, both / Math.min(mine, theirs, enough)) - 0.25 * clashes);
}

/** How little of what I could not live with is true of them. */
export const checksFit = (hits: number): number => 1 - Math.min(1, hits / 2);
