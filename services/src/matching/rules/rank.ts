import { hash32, orderScore, tieBreak } from '../order';
import type { MatchStudent } from '../student';
import { sharedStartHours, WINDOW_WORDS, type Projector } from '@flint/contracts/week/hours';
import { mayMeet } from './may-meet';
import { compatibility } from './score';

export interface Ranked {
  readonly id: string;
  readonly order: number;
  readonly compatibility: number;
  readonly sharedStarts: number | null;
}

interface Options {
  /** Days from 1970-01-01. */
  readonly today: number;
  readonly projector: Projector;
  /** People who are never suggested: blocked, hidden, an offer between them, too many unanswered offers. */
  readonly exclude?: ReadonlySet<string>;
  readonly limit: number;
}

function startsBetween(a: MatchStudent, b: MatchStudent, projector: Projector): number | null {
  if (!a.week || !b.week) return null;
  const [mine, theirs] = [new Uint32Array(WINDOW_WORDS), new Uint32Array(WINDOW_WORDS)];
  projector.project(a.week, mine);
  projector.project(b.week, theirs);
  return sharedStartHours(mine, theirs).length;
}

/** The best people for a viewer, computed from every answer: slow and simple. The packed engine must give the same. */
export function rankByReference(
  viewer: MatchStudent,
  pool: readonly MatchStudent[],
  options: Options,
): Ranked[] {
  const { today, projector, exclude, limit } = options;
  return pool
    .filter((other) => !exclude?.has(other.id) && mayMeet(viewer, other, today))
    .map((other): Ranked => {
      const sharedStarts = startsBetween(viewer, other, projector);
      const score = compatibility(viewer.answers, other.answers);
      const tie = tieBreak(today, hash32(viewer.id), hash32(other.id));
      const { missedDates } = other;
      const order = orderScore({ compatibility: score, sharedStarts, missedDates, tie });
      return { id: other.id, order, compatibility: score, sharedStarts };
    })
    .sort((a, b) => b.order - a.order || (a.id < b.id ? -1 : 1))
    .slice(0, limit);
}
