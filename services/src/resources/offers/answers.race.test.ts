import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fixedClock } from '@flint/services';
import { startTestDatabase, type TestDatabase } from '@flint/testing';
import { trusted, Types } from 'mongoose';
import { openJournal } from '../../infra/journal';
import type { Deps } from '../resource';
import {
  acceptOffer,
  cancelOffer,
  declineOffer,
  OfferChanged,
  rescheduleOffer,
  withdrawOffer,
} from './answers';
import { bookings } from './booking.model';
import { lastRound, openThread, type Thread } from './thread';
import { threads } from './thread.model';
import { findThread, insertThread } from './threads';

const ROUNDS = Number(process.env.FLINT_RACES ?? 500);
// a thousand answers and more, on shared cores
jest.setTimeout(300_000);
const clock = fixedClock('2026-03-02T12:00:00Z');
let database: TestDatabase;
let deps: Deps;

beforeAll(async () => {
  database = await startTestDatabase();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'flint-race-'));
  deps = { db: database.db, env: {}, clock, secret: randomBytes(32), dataDir } as unknown as Deps;
  openJournal(deps);
  await Promise.all([threads(database.db).init(), bookings(database.db).init()]);
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
  await rm(deps.dataDir, { recursive: true });
});

const day = (days: number) => new Date(clock.now().getTime() + days * 86_400_000);

async function offerBetween(initiatorId: string, inviteeId: string, proposedDate = day(3)): Promise<Thread> {
  const thread = openThread(
    {
      id: new Types.ObjectId().toHexString(),
      initiatorId,
      inviteeId,
      proposedDate,
      location: 'Library café',
      activity: 'Coffee',
      message: null,
    },
    clock.now(),
  );
  if (!(await insertThread(deps, thread))) throw new Error('an offer is open between the two');
  return thread;
}

const outcome = (answer: Promise<unknown>) =>
  answer.then(
    () => 'won' as const,
    (error: unknown) => (error instanceof OfferChanged ? error : Promise.reject(error)),
  );

const proposal = { proposedDate: day(5), location: null, activity: null, message: null };
type Answer = (userId: string, offerId: string) => Promise<unknown>;
const accept: Answer = (userId, offerId) => acceptOffer(deps, userId, offerId, null);
const decline: Answer = (userId, offerId) => declineOffer(deps, userId, offerId, null);
const reschedule: Answer = (userId, offerId) => rescheduleOffer(deps, userId, offerId, proposal);

describe(`of two racing answers, ${ROUNDS} times`, () => {
  it.each([
    ['accept and decline', accept, decline, 'ben'],
    ['accept and withdraw', accept, (userId, id) => withdrawOffer(deps, userId, id), 'ann'],
    ['accept and reschedule', accept, reschedule, 'ben'],
  ] satisfies [string, Answer, Answer, 'ann' | 'ben'][])(
    '%s - both sent at once - exactly one wins, the other learns the current offer, and one line is written',
    async (_, first, second, who) => {
      const wins = { first: 0, second: 0 };
      for (let i = 0; i < ROUNDS; i++) {
        const [ann, ben] = [`ann-${randomUUID()}`, `ben-${randomUUID()}`];
        const { id } = await offerBetween(ann, ben);
        // accepting is a transaction: a head start of some round trips lets either side win
        const pings = async (count: number) => {
          for (let k = 0; k < count; k++) await deps.db.db!.command({ ping: 1 });
        };
        const late = i % 8;
        const [a, b] = await Promise.all([
          pings(i % 2 ? late : 0).then(() => outcome(first(ben, id))),
          pings(i % 2 ? 0 : late).then(() => outcome(second(who === 'ann' ? ann : ben, id))),
        ]);
        expect([a, b].filter((each) => each === 'won')).toHaveLength(1);
        const loser = (a === 'won' ? b : a) as OfferChanged;
        expect(loser.code).toBe('offer_state_changed');
        wins[a === 'won' ? 'first' : 'second'] += 1;

        const thread = (await findThread(deps, id))!;
        expect(thread.history).toHaveLength(2);
        const [round] = thread.rounds;
        expect(loser.current.round.status).toBe(round!.status);
        const held = await bookings(deps.db)
          .find({ _id: trusted({ $in: [ann, ben] }) })
          .lean();
        const booked = held.flatMap(({ dates }) => dates).length;
        expect(booked).toBe(round!.status === 'accepted' ? 2 : 0);
      }
      expect(wins.first).toBeGreaterThan(0);
      expect(wins.second).toBeGreaterThan(0);
    },
    240_000,
  );
});

describe('the same time for two dates', () => {
  it('of two people, accepted at once in two offers - is agreed to once', async () => {
    for (let i = 0; i < 100; i++) {
      const [ann, ben, cem] = [randomUUID(), randomUUID(), randomUUID()];
      const one = await offerBetween(ben, ann);
      const two = await offerBetween(ann, cem, new Date(day(3).getTime() + 3_600_000));
      const results = await Promise.all([outcome(accept(ann, one.id)), outcome(accept(cem, two.id))]);
      expect(results.filter((each) => each === 'won')).toHaveLength(1);
      // Ann reads that she has a date; Cem does not read that she has one
      const code = results[0] === 'won' ? 'offer_time_unavailable' : 'double_booked';
      expect(results.find((each) => each !== 'won')).toMatchObject({ code });
    }
  });

  it('when the two touch but do not overlap - is agreed to twice', async () => {
    const [ann, ben, cem] = [randomUUID(), randomUUID(), randomUUID()];
    const one = await offerBetween(ben, ann);
    const two = await offerBetween(cem, ann, new Date(day(3).getTime() + 2 * 3_600_000));
    await accept(ann, one.id);
    await accept(ann, two.id);
    expect(lastRound((await findThread(deps, two.id))!).status).toBe('accepted');
  });

  it('after the first was cancelled - is free again for both', async () => {
    const [ann, ben, cem] = [randomUUID(), randomUUID(), randomUUID()];
    const one = await offerBetween(ben, ann);
    const two = await offerBetween(cem, ann);
    await accept(ann, one.id);
    expect(await outcome(accept(ann, two.id))).toMatchObject({ code: 'double_booked' });
    await cancelOffer(deps, ben, one.id);
    expect(
      (await bookings(deps.db).find().lean()).filter(({ dates }) =>
        dates.some(({ offerId }) => offerId === one.id),
      ),
    ).toEqual([]);
    expect(await outcome(accept(ann, two.id))).toBe('won');
  });

  it('of an answer that fails midway - is booked for nobody, and the offer still waits', async () => {
    const [ann, ben] = [randomUUID(), randomUUID()];
    const { id } = await offerBetween(ben, ann);
    jest.spyOn(bookings(deps.db), 'bulkWrite').mockRejectedValueOnce(new Error('the connection is lost'));
    await expect(accept(ann, id)).rejects.toThrow('the connection is lost');
    expect(lastRound((await findThread(deps, id))!).status).toBe('pending');
    expect(await bookings(deps.db).find({ _id: trusted({ $in: [ann, ben] }) })).toEqual([]);
    expect(await outcome(accept(ann, id))).toBe('won');
  });
});

describe('an open offer', () => {
  it('opened from both sides at once, 20 times in parallel - exists once', async () => {
    const [ann, ben] = [randomUUID(), randomUUID()];
    const made = await Promise.allSettled(
      Array.from({ length: 20 }, (_, i) => (i % 2 ? offerBetween(ann, ben) : offerBetween(ben, ann))),
    );
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});
