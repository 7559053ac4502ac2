import { randomInt, randomUUID } from 'node:crypto';
import { trusted } from 'mongoose';
import {
  frameOf,
  makeRound,
  Snapshot,
  type EncodedList,
  type RoundFigures,
  type RoundOptions,
  type RoundStage,
} from '../../matching/round/index';
import { cipherOf } from '../../infra/field-cipher';
import { onDuplicate } from '../../infra/duplicate-key';
import { openJournal } from '../../infra/journal';
import { mailToOperators, post } from '../outbox/index';
import { createTurns } from '../../infra/paced';
import { offersSoFar } from '../offers/index';
import { placesOf } from '../places/index';
import type { Deps } from '../resource';
import { everyMark } from '../safety/index';
import { pairsApart } from './apart';
import { passFirm } from './joined-firm';
import { lists, rounds, type ReadyRound, type RoundDocument } from './match.model';
import { pastAfter, writePast, type Past, type Pasts } from './past';
import {
  currentRounds,
  dropOldRounds,
  dropRows,
  keyOf,
  NOBODY,
  omittedIn,
  roundDay,
  takeBackLater,
  type Round,
} from './rounds';
import { placeName, readPieces, writePieces } from './rows';
import { watchAttempts } from './seen-again';
import { eachStudent, leaveOutDamaged } from './students';

/** After this time without a renewal, the process that makes a round counts as dead. */
const LEASE_MS = 60_000;
/** Failed attempts before the operators are notified. */
const QUIET_FAILURES = 1;

export interface RoundWishes {
  /** Makes today's round again even if there is one, and takes back those of later days. */
  readonly again?: boolean;
  /** Computes everything and stores nothing. */
  readonly isTrial?: boolean;
  readonly onProgress?: (stage: 'read' | RoundStage, done: number, of: number) => void;
  /** Aborts the attempt; nothing of it becomes visible. */
  readonly signal?: AbortSignal;
}

const TAKEN_OVER = 'another process took the round over';
const leaseEnd = ({ clock }: Pick<Deps, 'clock'>) => new Date(clock.now().getTime() + LEASE_MS);

/** Claims the round of a day for this process; null if it exists already or another process is making it. */
async function claim(deps: Deps, day: string, isAgain: boolean): Promise<RoundDocument | null> {
  const free = { _id: day, until: trusted({ $lt: deps.clock.now() }), ...(!isAgain && { ready: null }) };
  const taken = { holder: randomUUID(), until: leaseEnd(deps) };
  return rounds(deps.db)
    .findOneAndUpdate(
      free,
      {
        $set: taken,
        $inc: { attempt: 1, unfinished: 1 },
        $setOnInsert: { toldAt: null, ...(isAgain && { ready: null }) },
      },
      { upsert: true, returnDocument: 'after' },
    )
    .lean<RoundDocument>()
    .catch(onDuplicate(() => null));
}

/** Notifies the operators, once per day, that the round fails. */
async function notifyOperators(deps: Deps, { _id, unfinished }: RoundDocument, why: string): Promise<void> {
  const { db, clock } = deps;
  const told = await rounds(db).updateOne({ _id, toldAt: null }, { $set: { toldAt: clock.now() } });
  if (told.modifiedCount === 0) return;
  const text = `The matching round of ${_id} did not finish ${unfinished} times: ${why}\nThe lists of the round before stay. See the log, then: npx flint operate round\n`;
  const mail = mailToOperators(deps, `the matching round of ${_id} fails`, text);
  if (mail) await post(deps, mail);
}

/** Packs the rows of all students, the pairs that must not meet, and each student's history after this round. */
async function takeSnapshot(deps: Deps, pasts: Pasts) {
  const [marks, offers] = await Promise.all([everyMark(deps), offersSoFar(deps)]);
  const frame = frameOf(deps.clock.now(), deps.env.UNIVERSITY_TIMEZONE);
  const next = new Map<string, Past>();
  const onDamaged = leaveOutDamaged(deps);
  const students = eachStudent(deps, { marks, pasts, offers, onDamaged }, next);
  const snapshot = await Snapshot.pack(frame, students, onDamaged);
  const apart: (readonly [string, string])[] = [];
  for await (const pair of pairsApart(deps, marks, offers, snapshot)) apart.push(pair);
  return { snapshot, apart, next };
}

type Taken = Awaited<ReturnType<typeof takeSnapshot>>;

/** Stores a snapshot and reads it again: the lists are made from the stored bytes, which later joiners read, too. */
async function storeSnapshot(deps: Deps, key: string, { snapshot, next }: Taken): Promise<Snapshot> {
  const chunks = snapshot.toChunks().map((chunk, at) => [placeName(at), chunk] as const);
  await writePieces(deps, key, 'rows', chunks);
  await writePast(deps, key, next);
  return Snapshot.fromChunks(await readPieces(deps, key, 'rows'));
}

/** Returns a function that stores finished lists. They are sealed just before that: a change of keys waits a few seconds only. */
function listWriter(deps: Deps, key: string, look: (list: EncodedList) => void): RoundOptions['onLists'] {
  const [turn, joinedUntil] = [createTurns(), deps.clock.now()];
  const sealed = ({ id, bytes }: EncodedList) => {
    const _id = `${key}/${id}`;
    const stored = cipherOf(deps).sealBytes(bytes, `match_lists/${_id}`);
    return { _id, round: key, lookedAt: null, joinedUntil, bytes: stored };
  };
  return async (made) => {
    made.forEach(look);
    if (made.length > 0) await turn(() => lists(deps.db).insertMany(made.map(sealed)));
  };
}

/**
 * One attempt: takes a snapshot, scores and assigns, and stores the lists, each of which `look` sees; nothing is stored for a trial, which has
 * no key.
 */
async function makeAttempt(
  deps: Deps,
  key: string | null,
  earlier: Round | null,
  {
    onProgress,
    signal,
    look = () => undefined,
  }: RoundWishes & { readonly look?: (list: EncodedList) => void },
): Promise<RoundFigures> {
  onProgress?.('read', 0, 1);
  const taken = await takeSnapshot(deps, await pastAfter(deps, earlier));
  onProgress?.('read', 1, 1);
  const rows = key === null ? taken.snapshot : await storeSnapshot(deps, key, taken);
  const { list: places } = await placesOf(deps);
  return makeRound(rows, {
    apart: taken.apart,
    places: places.map(({ id, kind, hours }) => ({ id, kind, hours })),
    omitted: omittedIn(deps, key ?? ''),
    seed: randomInt(2 ** 31),
    ...(onProgress && { onProgress }),
    ...(signal && { signal }),
    onLists: key === null ? () => Promise.resolve() : listWriter(deps, key, look),
  });
}

/** A claimed round of this process, until it is published or its lease is ended. */
const heldBy = ({ _id, attempt, holder }: RoundDocument) => ({
  _id,
  attempt,
  holder,
  until: trusted({ $gt: NOBODY }),
});

/** Publishes all lists of a claimed round by one write. Throws if another process has taken the round over, or deleted its lists. */
async function publish(
  deps: Deps,
  mine: RoundDocument,
  { takenAt, figures }: Pick<ReadyRound, 'takenAt' | 'figures'>,
): Promise<void> {
  const { _id, attempt } = mine;
  const [timezone, readyAt] = [deps.env.UNIVERSITY_TIMEZONE, deps.clock.now()];
  const ready = { attempt, timezone, takenAt, readyAt, figures };
  const { modifiedCount } = await rounds(deps.db).updateOne(heldBy(mine), {
    $set: { ready, until: NOBODY, unfinished: 0, toldAt: null },
  });
  if (modifiedCount === 0) throw new Error(TAKEN_OVER);
  deps.log.info({ day: _id, ...figures }, 'matching round');
}

/** Deletes what an attempt stored that failed. It stays if the attempt was published, and only the answer was lost. */
async function dropFailed(deps: Deps, mine: RoundDocument): Promise<void> {
  const { _id, attempt } = mine;
  // from now on, no write of this process can publish it
  await rounds(deps.db).updateOne(heldBy(mine), { $inc: { attempt: 1 } });
  const isPublished = await rounds(deps.db).exists({ _id, 'ready.attempt': attempt });
  if (!isPublished) await dropRows(deps, keyOf(_id, attempt));
}

/** Renews the lease of a claimed round until it is ended; aborts when another process has taken the round over. */
function keepLease({ db, clock }: Deps, mine: RoundDocument) {
  const lost = new AbortController();
  const renew = async () => {
    // a renewal that arrives after publication must not take the lease again
    const { matchedCount } = await rounds(db).updateOne(heldBy(mine), {
      $set: { until: leaseEnd({ clock }) },
    });
    // only the other process can publish now
    if (matchedCount === 0) lost.abort(new Error(TAKEN_OVER));
  };
  const alive = setInterval(() => void renew().catch(() => undefined), LEASE_MS / 3);
  return { signal: lost.signal, end: () => clearInterval(alive) };
}

/**
 * Makes today's round for all students. Returns its figures, or null if there is one already or another process is making it. Nothing is
 * visible until it is complete; until then, or if this throws, the previous round stays current.
 */
export async function makeTodaysRound(deps: Deps, wishes: RoundWishes = {}): Promise<RoundFigures | null> {
  // commands make rounds, too; a round ends attempts
  openJournal(deps);
  const day = roundDay(deps);
  if (wishes.again && !wishes.isTrial) await takeBackLater(deps, day);
  const { current } = await currentRounds(deps);
  if (current && current.day > day)
    throw new Error(
      `the newest round is for ${current.day} and the clock says ${day}: it was set back, or the university's zone changed; with the right clock, npx flint operate round --again takes that round back`,
    );
  if (wishes.isTrial) return makeAttempt(deps, null, current, wishes);
  if (current?.day === day && !wishes.again) return null;
  const mine = await claim(deps, day, wishes.again === true);
  if (!mine) return null;
  if (mine.unfinished > QUIET_FAILURES + 1) await notifyOperators(deps, mine, 'its process ended');
  const key = keyOf(day, mine.attempt);
  const lease = keepLease(deps, mine);
  const signal = AbortSignal.any([lease.signal, ...(wishes.signal ? [wishes.signal] : [])]);
  try {
    // whatever the outcome, delete what an earlier attempt of the same key left
    await dropRows(deps, key);
    const takenAt = deps.clock.now();
    const { look, endSeen } = await watchAttempts(deps, day);
    const figures = await makeAttempt(deps, key, current, { ...wishes, signal, look });
    await publish(deps, mine, { takenAt, figures });
    if (current) await passFirm(deps, current.key, key, takenAt);
    await endSeen();
    await dropOldRounds(deps);
    return figures;
  } catch (error) {
    await dropFailed(deps, mine);
    if (mine.unfinished > QUIET_FAILURES) await notifyOperators(deps, mine, (error as Error).message);
    throw error;
  } finally {
    lease.end();
  }
}
