import { Temporal } from 'temporal-polyfill';
import { trusted, type Model } from 'mongoose';
import { createTurns, readPaced } from '../../infra/paced';
import { hash32 } from '../../matching/order';
import type { Omitted } from '../../matching/round/index';
import type { Deps } from '../resource';
import { lists, pieces, rounds, type ReadyRound, type RoundDocument } from './match.model';

/** Hour on the university's clock at which a round is made. */
const HOUR = 4;
/** After a new round, people on the previous list can be invited for this long, because a page may still be open. */
const OVERLAP_MS = 3_600_000;

type ClockDeps = Pick<Deps, 'clock' | 'env'>;

const localNow = ({ clock, env }: ClockDeps) =>
  Temporal.Instant.fromEpochMilliseconds(clock.now().getTime()).toZonedDateTimeISO(env.UNIVERSITY_TIMEZONE);

/** The day of the round that counts now: before 04:00, the day before. */
export function roundDay(deps: ClockDeps): string {
  const now = localNow(deps);
  return (now.hour < HOUR ? now.toPlainDate().subtract({ days: 1 }) : now.toPlainDate()).toString();
}

/** When the round after that of `day` is due: a past hour while today's is late. */
export function nextRoundAt(deps: ClockDeps, day = roundDay(deps)): Date {
  const today = Temporal.PlainDate.from(roundDay(deps));
  const isLate = day < roundDay(deps);
  const at = today.add({ days: isLate ? 0 : 1 }).toZonedDateTime({
    timeZone: deps.env.UNIVERSITY_TIMEZONE,
    plainTime: Temporal.PlainTime.from({ hour: HOUR }),
  });
  return new Date(at.epochMilliseconds);
}

/** A current round. */
export interface Round extends ReadyRound {
  readonly day: string;
  readonly key: string;
}

export const keyOf = (day: string, attempt: number) => `${day}.${attempt}`;

/** The pairs that the round of this key leaves out; joiners' lists leave out the same ones. */
export const omittedIn = ({ env }: Pick<Deps, 'env'>, key: string): Omitted => ({
  share: env.ROUND_OMITS ?? (env.NODE_ENV === 'test' ? 0 : 0.1),
  seed: hash32(key),
});

/** The current round, and the previous one while its lists still count. Null before the first round. */
export async function currentRounds({
  db,
  clock,
}: Pick<Deps, 'db' | 'clock'>): Promise<{ current: Round | null; earlier: Round | null }> {
  // few rows: earlier rounds are deleted
  const all = await rounds(db).find().sort({ _id: -1 }).lean<RoundDocument[]>();
  const ready = all.flatMap(({ _id, ready: made }): Round[] =>
    made ? [{ ...made, day: _id, key: keyOf(_id, made.attempt) }] : [],
  );
  const [current = null, last = null] = ready;
  const isFresh = current && clock.now().getTime() - current.readyAt.getTime() < OVERLAP_MS;
  return { current, earlier: isFresh ? last : null };
}

const DELETED_AT_ONCE = 50;

async function dropFrom<T extends { round: string }>(model: Model<T>, round: string): Promise<void> {
  const turn = createTurns();
  const ids: string[] = [];
  const drop = () => model.deleteMany({ _id: trusted({ $in: ids.splice(0) }) });
  for await (const { _id } of readPaced<{ _id: string }>(model.find({ round }, { _id: 1 })))
    if (ids.push(_id) === DELETED_AT_ONCE) await turn(drop);
  if (ids.length > 0) await turn(drop);
}

/** Deletes the rows and lists of one attempt, in batches. */
export async function dropRows({ db }: Pick<Deps, 'db'>, key: string): Promise<void> {
  await dropFrom(lists(db), key);
  await dropFrom(pieces(db), key);
}

/** `until` of a round that no process makes. */
export const NOBODY = new Date(0);

/** Ends a lease that is over. Its holder may only be slow: it can neither renew it nor publish after that. */
async function endLease({ db }: Pick<Deps, 'db'>, { _id, attempt, until }: RoundDocument): Promise<boolean> {
  const over = { _id, attempt, until };
  return (await rounds(db).updateOne(over, { $set: { until: NOBODY } })).matchedCount === 1;
}

/** Deletes rows and lists of earlier rounds and of abandoned attempts. */
export async function dropOldRounds(deps: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const { db, clock } = deps;
  const all = await rounds(db).find().lean<RoundDocument[]>();
  // after these: one that is published meanwhile is kept
  const { current, earlier } = await currentRounds(deps);
  const kept = new Set([current?.key, earlier?.key]);
  for (const round of all) {
    const { _id, attempt, until } = round;
    const isMade = until > clock.now() || (until > NOBODY && !(await endLease(deps, round)));
    for (let each = 1; each < (isMade ? attempt : attempt + 1); each++)
      if (!kept.has(keyOf(_id, each))) await dropRows(deps, keyOf(_id, each));
    const isOver = current && _id < current.day && _id !== earlier?.day && !isMade;
    if (isOver) await rounds(db).deleteOne({ _id, until: NOBODY });
  }
}

/** Takes back the rounds of later days, which a clock that was ahead made: the newest one before them counts again, and none of them is published any more. */
export async function takeBackLater(deps: Pick<Deps, 'db' | 'clock'>, day: string): Promise<void> {
  const later = { _id: trusted({ $gt: day }) };
  await rounds(deps.db).updateMany(later, { $set: { ready: null, until: NOBODY } });
  await dropOldRounds(deps);
  await rounds(deps.db).deleteMany(later);
}
