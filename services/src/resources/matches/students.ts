import type { Availability } from '@flint/contracts';
import { missingForMatching } from '@flint/contracts/questions/matchable';
import { slotsToGrid } from '@flint/contracts/week/index';
import { zoneNamed } from '@flint/contracts/week/zone-named';
import type { Answers } from '@flint/contracts/questions/types';
import type { WeekBits } from '@flint/contracts/week/hours';
import { DAY_MS, WEEK_MS } from '@flint/contracts/time';
import type { RoundStudent } from '../../matching/round/index';
import { availabilityOf, eachAvailability } from '../availability/index';
import { missedDates, type OffersSoFar } from '../offers/index';
import { eachProfile, loadProfile, type StoredProfile } from '../profile/index';
import type { Deps } from '../resource';
import { absentIds, pausedIds } from '../safety/index';
import { lastSignIns, LIFE_SECONDS } from '../sign-in/index';
import { firmAfter, firmOn, withFirm, type Firm } from './firm-noes';
import { noPast, type Past, type Pasts } from './past';

/** A student inactive for longer than this (longer than a term break) appears on no list until the next visit. */
const AWAY_DAYS = 60;
/** Without a history, as after a restore, a student counts as away once no session of the last sign-in can be live. */
const MAY_BE_ACTIVE_MS = LIFE_SECONDS * 1000 - AWAY_DAYS * DAY_MS;
const LEAST_ACTIVITY = 0.05;

function weekBits(week: Availability | null | undefined): WeekBits | null {
  // weeks of earlier versions may name a zone that Temporal does not know
  if (!week || zoneNamed(week.timezone) === null) return null;
  const words = new Uint32Array(6);
  for (const cell of slotsToGrid(week.utcSlots, week.timezone, new Date(week.lastUpdated)))
    words[cell >> 5]! |= 1 << (cell & 31);
  return { words, timezone: week.timezone };
}

export const dayOf = (at: Date) => at.toISOString().slice(0, 10);
const later = (a: string, b: string) => (a > b ? a : b);

interface About {
  readonly mark: string;
  readonly week: WeekBits | null;
  readonly past: Past;
  readonly isAbsent: boolean;
  readonly missed: number;
  readonly offers: Pick<OffersSoFar, 'dates' | 'waiting'>;
}

function studentOf(
  { clock }: Deps,
  { id, answers }: StoredProfile,
  { mark, week, past, isAbsent, missed, offers }: About,
): RoundStudent | null {
  if (missingForMatching(answers).length > 0) return null;
  const now = clock.now().getTime();
  const weeksSince = (at: Date) => Math.max(0, Math.floor((now - at.getTime()) / WEEK_MS));
  const dates = offers.dates.get(id);
  const isAway = isAbsent || now - Date.parse(past.seen) > AWAY_DAYS * DAY_MS;
  return {
    student: {
      id: mark,
      answers: past.firm ? withFirm(answers, past.firm) : answers,
      week,
      missedDates: missed,
    },
    account: id,
    standing: {
      weeksPresent: Math.floor(past.rounds / 7),
      attention: past.attention,
      dates: dates?.count ?? 0,
      weeksSinceDate: dates ? weeksSince(dates.last) : 0,
      activity: isAway ? 0 : Math.min(1, Math.max(LEAST_ACTIVITY, past.looks)),
      waiting: Math.min(255, offers.waiting.get(id) ?? 0),
    },
  };
}

/** The matching data of a student who joins today, with these firm noes; null if the student cannot be matched. */
export async function readJoiner(
  deps: Deps,
  {
    userId,
    mark,
    firmOf,
  }: {
    readonly userId: string;
    readonly mark: string;
    readonly firmOf?: (answers: Answers) => Promise<Firm>;
  },
): Promise<RoundStudent | null> {
  const [profile, week] = await Promise.all([loadProfile(deps, userId), availabilityOf(deps, userId)]);
  if (!profile || missingForMatching(profile.answers).length > 0) return null;
  const firm = await firmOf?.(profile.answers);
  const past = { ...noPast(dayOf(deps.clock.now())), ...(firm && { firm }) };
  const offers = { dates: new Map(), waiting: new Map() };
  return studentOf(deps, profile, { mark, week: weekBits(week), past, isAbsent: false, missed: 0, offers });
}

/** More records that cannot be read say that a key is missing, not that a record is damaged. */
const MOST_DAMAGED = 10;

/** What a round does about a student whose record cannot be read: leaves out and logs ten, and throws at the next. */
export function leaveOutDamaged({ log }: Pick<Deps, 'log'>): (error: unknown) => void {
  let count = 0;
  return (error) => {
    count++;
    if (count > MOST_DAMAGED) throw error;
    log.error({ err: error }, 'a student is left out of the round: the record cannot be read');
  };
}

interface Known {
  readonly marks: ReadonlyMap<string, string>;
  readonly pasts: Pasts;
  readonly offers: About['offers'];
  readonly onDamaged: (error: unknown) => void;
}

/**
 * All students who can be matched, one per mailbox, as a stream that lets other work run in between. Records each student's history in
 * `next`.
 */
export async function* eachStudent(
  deps: Deps,
  { marks, pasts, offers, onDamaged }: Known,
  next: Map<string, Past>,
): AsyncGenerator<RoundStudent> {
  const day = dayOf(deps.clock.now());
  const weeks = new Map<string, WeekBits | null>();
  for await (const { userId, week } of eachAvailability(deps)) weeks.set(userId, weekBits(week));
  const [absent, paused, missed, signIns] = await Promise.all([
    absentIds(deps),
    pausedIds(deps),
    missedDates(deps),
    lastSignIns(deps),
  ]);
  const [away, pausing] = [new Set(absent), new Set(paused)];
  const mayBeSeen = ({ id, updatedAt }: StoredProfile) => {
    const last = Math.max(updatedAt.getTime(), signIns.get(id)?.getTime() ?? 0);
    return dayOf(new Date(Math.min(deps.clock.now().getTime(), last + MAY_BE_ACTIVE_MS)));
  };
  for await (const profile of eachProfile(deps)) {
    const mark = marks.get(profile.id);
    if (!mark || next.has(mark)) continue;
    const known = pasts.get(mark) ?? noPast(mayBeSeen(profile));
    // kept without a row, too: firm noes are held for a student who leaves a round and returns
    next.set(mark, known);
    let student: RoundStudent | null = null;
    try {
      const past = {
        ...known,
        firm: firmOn(deps, mark, day, profile.answers, known.firm),
        rounds: known.rounds + 1,
        // only the student ends a pause, and is seen then
        seen: pausing.has(profile.id) ? day : later(known.seen, dayOf(profile.updatedAt)),
      };
      student = studentOf(deps, profile, {
        mark,
        week: weeks.get(profile.id) ?? null,
        past,
        isAbsent: away.has(profile.id),
        missed: missed.get(profile.id) ?? 0,
        offers,
      });
      // weeks away are no weeks of waiting
      next.set(mark, student?.standing.activity ? past : { ...past, rounds: known.rounds });
    } catch (error) {
      onDamaged(error);
    }
    if (student) yield student;
  }
  for (const [mark, { firm }] of pasts) {
    const kept = firm && !next.has(mark) && firmAfter(deps, mark, day, firm);
    if (kept) next.set(mark, { ...noPast(kept.left!.day), firm: kept });
  }
}
