import { Temporal } from 'temporal-polyfill';
import { trusted } from 'mongoose';
import type { Deps } from '../resource';
import { lists, pieces, rounds, type ReadyRound, type RoundDocument } from './match.model';

/** A round is made at this hour of the university's clock. */
const HOUR = 4;
/** For so long after a round, people of the list before may still be invited: a page may be open. */
const OVERLAP_MS = 3_600_000;

type Clocked = Pick<Deps, 'clock' | 'env'>;

const here = ({ clock, env }: Clocked) =>
  Temporal.Instant.fromEpochMilliseconds(clock.now().getTime()).toZonedDateTimeISO(env.UNIVERSITY_TIMEZONE);

/** The day whose round counts now: before four in the morning, the day before. */
export function roundDay(deps: Clocked): string {
  const now = here(deps);
  return (now.hour < HOUR ? now.toPlainDate().subtract({ days: 1 }) : now.toPlainDate()).toString();
}

/** When the next round is made. */
export function nextRoundAt(deps: Clocked): Date {
  const day = Temporal.PlainDate.from(roundDay(deps)).add({ days: 1 });
  const at = day.toZonedDateTime({
    timeZone: deps.env.UNIVERSITY_TIMEZONE,
    plainTime: Temporal.PlainTime.from({ hour: HOUR }),
  });
  return new Date(at.epochMilliseconds);
}

/** A round that is in force. */
export interface Round extends ReadyRound {
  readonly day: string;
  /** Names its rows and lists. */
  readonly key: string;
}

export const keyOf = (day: string, attempt: number) => `${day}.${attempt}`;

/** The round in force, and the one before while its lists still count; null before the first one. */
export async function currentRounds({
  db,
  clock,
}: Pick<Deps, 'db' | 'clock'>): Promise<{ current: Round | null; earlier: Round | null }> {
  // a few at most: earlier ones are deleted
  const all = await rounds(db).find().sort({ _id: -1 }).lean<RoundDocument[]>();
  const ready = all.flatMap(({ _id, ready: made }): Round[] =>
    made ? [{ ...made, day: _id, key: keyOf(_id, made.attempt) }] : [],
  );
  const [current = null, last = null] = ready;
  const isFresh = current && clock.now().getTime() - current.readyAt.getTime() < OVERLAP_MS;
  return { current, earlier: isFresh ? last : null };
}

/** Deletes the rows and lists that count no more: of earlier rounds, and of attempts that nobody goes on with. */
export async function dropOldRounds(deps: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const { db, clock } = deps;
  const { current, earlier } = await currentRounds(deps);
  const making = await rounds(db)
    .find({ until: trusted({ $gt: clock.now() }) })
    .lean<RoundDocument[]>();
  const kept = [current, earlier].filter((each) => each !== null);
  const keys = [...kept.map(({ key }) => key), ...making.map(({ _id, attempt }) => keyOf(_id, attempt))];
  const others = { round: trusted({ $nin: keys }) };
  await Promise.all([lists(db).deleteMany(others), pieces(db).deleteMany(others)]);
  if (!current) return;
  const days = [...kept.map(({ day }) => day), ...making.map(({ _id }) => _id)];
  await rounds(db).deleteMany({ _id: trusted({ $lt: current.day, $nin: days }) });
}
