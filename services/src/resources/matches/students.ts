import type { Availability } from '@flint/contracts';
import { missingForMatching } from '@flint/contracts/questions/matchable';
import { slotsToGrid } from '@flint/contracts/week/index';
import type { WeekBits } from '@flint/contracts/week/hours';
import type { MatchStudent } from '../../matching/student';
import { availabilityOf, eachAvailability } from '../availability/index';
import { eachProfile, loadProfile, todayAt, type StoredProfile } from '../profile/index';
import type { Deps } from '../resource';
import { answersOfToday, eachHeld, heldToday } from './day-list';
import type { HeldDay } from './match.model';

const WEEK_MS = 7 * 86_400_000;

function weekBits(week: Availability | null | undefined): WeekBits | null {
  if (!week || week.utcSlots.length === 0) return null;
  const words = new Uint32Array(6);
  for (const cell of slotsToGrid(week.utcSlots, week.timezone, new Date(week.lastUpdated)))
    words[cell >> 5]! |= 1 << (cell & 31);
  return { words, timezone: week.timezone };
}

/** What offers tell of students, by id. */
export interface Past {
  /** When they last received an offer. */
  readonly lastAsked: ReadonlyMap<string, Date>;
  readonly missedDates: ReadonlyMap<string, number>;
}

function studentOf(
  deps: Deps,
  { id, answers, createdAt }: StoredProfile,
  { week, held, past }: { week: WeekBits | null; held: HeldDay | null; past: Past },
): MatchStudent | null {
  if (missingForMatching(answers).length > 0) return null;
  const since = past.lastAsked.get(id) ?? createdAt;
  const weeksUnasked = Math.max(0, Math.floor((deps.clock.now().getTime() - since.getTime()) / WEEK_MS));
  const missedDates = past.missedDates.get(id) ?? 0;
  return { id, answers: answersOfToday(answers, held), week, weeksUnasked, missedDates };
}

/** What matching knows of a student today; null for who cannot be matched. */
export async function readStudent(deps: Deps, userId: string, past: Past): Promise<MatchStudent | null> {
  const [profile, week, held] = await Promise.all([
    loadProfile(deps, userId),
    availabilityOf(deps, userId),
    heldToday(deps, userId),
  ]);
  return profile && studentOf(deps, profile, { week: weekBits(week), held, past });
}

/** Everybody who can be matched, one at a time. Other work goes on in between. */
export async function* eachStudent(deps: Deps, past: Past): AsyncGenerator<MatchStudent> {
  const day = todayAt(deps);
  const [weeks, holds] = [new Map<string, WeekBits | null>(), new Map<string, HeldDay>()];
  for await (const { userId, week } of eachAvailability(deps)) weeks.set(userId, weekBits(week));
  for await (const held of eachHeld(deps, day)) holds.set(held._id, held);
  let count = 0;
  for await (const profile of eachProfile(deps)) {
    const week = weeks.get(profile.id) ?? null;
    const student = studentOf(deps, profile, { week, held: holds.get(profile.id) ?? null, past });
    if (student) yield student;
    // the rows of a cursor come without a pause
    if (++count % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
}
