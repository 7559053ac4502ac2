import { fixedClock } from '@flint/services';
import { useTestServer, type TestStudent } from '@flint/testing';
import { isShort } from '@flint/testing/long';
import { forgetMeetings, introduce, join, joinTwo, newRound, pair } from '../offers/testing/campus';
import { pairsThatMet } from '../../operations/migrations/2026-11-27-pairs-that-met';
import { makeTodaysRound } from '../matches/make-round';
import { takeDueSteps } from '../offers/write-offer';
import { clearStudents } from '../testing/clear';
import { everyPairApart, hasCut, keepApart, leftOutFor, ownMark, ownMarks, readCuts } from './index';
import type { Reason } from './pair.model';
import { ownCuts } from './pairs-apart';

const START = '2027-03-02T12:00:00Z';
const clock = fixedClock(START);
const server = useTestServer({ clock });
const DAY_S = 86_400;

// a round of few people takes little time
beforeEach(async () => {
  clock.set(START);
  await clearStudents(server);
  await newRound(server);
});

/** Does `reason` for Ann about Ben. `cut`: does nothing of Ben reach Ann. `own`, `other`: is the other off Ann's, is Ann off Ben's list of today; she is off each new one. */
const EFFECTS: Readonly<Record<Reason, { cut: boolean; own: boolean; other: boolean }>> = {
  block: { cut: true, own: true, other: false },
  report: { cut: true, own: true, other: false },
  not_for_me: { cut: false, own: true, other: false },
  met: { cut: false, own: true, other: false },
  decline: { cut: false, own: false, other: true },
  withdrawn: { cut: false, own: false, other: true },
  expired: { cut: false, own: false, other: true },
  called_off: { cut: false, own: false, other: true },
  hidden_address: { cut: false, own: false, other: true },
};
const REASONS = Object.keys(EFFECTS) as Reason[];
const ATTEMPTS: readonly Reason[] = ['decline', 'withdrawn', 'expired', 'called_off'];

/** In `npm test` one of each kind. */
const SOME: readonly Reason[] = isShort ? ['block', 'not_for_me', 'decline', 'hidden_address'] : REASONS;

/** Ann and Ben with their marks, apart by a reason. */
async function apart(reason: Reason, two: readonly [TestStudent, TestStudent]) {
  const [ann, ben] = two;
  await keepApart(server.deps, { by: ann.id, about: ben.id, reason });
  const marks = await ownMarks(server.deps, [ann.id, ben.id]);
  return { ann, ben, mark: { ann: marks.get(ann.id)!, ben: marks.get(ben.id)! } };
}

const shownTo = async (who: TestStudent): Promise<string[]> =>
  (await who.call('GET /matches')).body.items.map(({ userId }: any) => userId);

describe('two students apart by each reason', () => {
  it('whichever of them asks - are cut off, and on lists of today and new ones, as the rule says: for a year by an unanswered attempt, else as long as the account exists', async () => {
    const two = await joinTwo(server);
    for (const reason of REASONS) {
      clock.set(START);
      await forgetMeetings(server);
      const madeAt = clock.now();
      clock.advanceSeconds(60);
      const { ann, ben, mark } = await apart(reason, two);
      const cut = [await hasCut(server.deps, ann.id, ben.id), await hasCut(server.deps, ben.id, ann.id)];
      const isOff = async (viewer: string, of: string, since?: Date) =>
        (await leftOutFor(server.deps, viewer, since)).has(of);
      const pairs = new Set<string>();
      for await (const each of everyPairApart(server.deps)) pairs.add(each.toSorted().join());
      const today = [await isOff(mark.ann, mark.ben, madeAt), await isOff(mark.ben, mark.ann, madeAt)];
      const later = [await isOff(mark.ann, mark.ben), await isOff(mark.ben, mark.ann)];
      clock.advanceSeconds(365 * DAY_S - 1);
      const inAYear = [await isOff(mark.ben, mark.ann)];
      clock.advanceSeconds(1);
      inAYear.push(await isOff(mark.ben, mark.ann));
      const rule = EFFECTS[reason];
      expect({
        reason,
        cut,
        today,
        later,
        inAYear,
        // what applies one way must not change the own list of the next round
        inNoRound: pairs.has([mark.ann, mark.ben].toSorted().join()),
      }).toEqual({
        reason,
        cut: [rule.cut, false],
        today: [rule.own, rule.other],
        later: [rule.own, true],
        inAYear: [true, !ATTEMPTS.includes(reason)],
        inNoRound: rule.own,
      });
    }
  });

  it('after either deletes the account and returns with the same mailbox - still holds, and no id or address is stored', async () => {
    const [ann, eve] = [await join(server), await join(server, { name: 'Eve' })];
    const men = await Promise.all(SOME.map(() => join(server, { name: 'Ben', gender: 'man' })));
    for (const [at, reason] of SOME.entries()) await apart(reason, [ann, men[at]!]);
    for (const who of [ann, ...men]) expect((await who.call('DELETE /account')).status).toBe(204);
    clock.advanceSeconds(61);
    const back = await join(server, { email: ann.email });
    const returned = await Promise.all(
      men.map(({ email }) => join(server, { name: 'Bernd', gender: 'man', email })),
    );
    await newRound(server);
    await introduce(server, back, ...returned);
    for (const [at, reason] of SOME.entries()) {
      const ben = returned[at]!;
      expect([reason, await shownTo(ben)]).toEqual([reason, expect.not.arrayContaining([back.id])]);
      expect([reason, await shownTo(ben)]).toEqual([reason, expect.arrayContaining([eve.id])]);
      expect([reason, (await ben.invite(back)).body.code]).toEqual([reason, 'not_a_match']);
    }
    const stored = JSON.stringify(await server.deps.db.collection('pairs_apart').find().toArray());
    for (const { id, email } of [ann, back, ...men, ...returned]) {
      expect(stored).not.toContain(id);
      expect(stored).not.toContain(email);
    }
  });
});

describe('a pair kept apart', () => {
  it('stored ten times at once - is one, with the first time', async () => {
    const [ann, ben] = await joinTwo(server);
    const act = { by: ann.id, about: ben.id, reason: 'block', name: 'Ben' } as const;
    await Promise.all(Array.from({ length: 10 }, () => keepApart(server.deps, act)));
    const first = clock.now();
    clock.advanceSeconds(60);
    await keepApart(server.deps, act);
    const mark = (await ownMark(server.deps, ann.id))!;
    expect(await ownCuts(server.deps, mark)).toMatchObject([{ name: 'Ben', createdAt: first }]);
  });

  it('of the version before, without a name, or about an account that has left - has the first time after a repeat, and still no name', async () => {
    const [ann, ben] = await joinTwo(server);
    const act = { by: ann.id, about: ben.id, reason: 'block' } as const;
    await keepApart(server.deps, act);
    const pairs = server.deps.db.collection('pairs_apart');
    for (const isUnnamed of [false, true]) {
      if (isUnnamed) await pairs.updateMany({}, { $unset: { name: '' } });
      const first = await pairs.find().toArray();
      clock.advanceSeconds(60);
      await keepApart(server.deps, act);
      expect(await pairs.find().toArray()).toEqual(first);
    }
    const [first] = (await ann.call('GET /blocks')).body.items;
    await ann.call('POST /blocks', { userId: ben.id });
    expect((await ann.call('GET /blocks')).body.items).toEqual([first]);
  });

  it('among many others, also after its student left - is the only one found', async () => {
    const { ann, ben } = await apart('block', await joinTwo(server));
    const others = await Promise.all(Array.from({ length: 3 }, () => join(server)));
    for (const { id } of others) expect(await hasCut(server.deps, ann.id, id)).toBe(false);
    expect(await hasCut(server.deps, ann.id, ben.id)).toBe(true);
    const pairs = [...others, ben].flatMap(({ id }) => [[ann.id, id] as const, [id, ann.id] as const]);
    const cutAt = await readCuts(server.deps, pairs);
    expect(pairs.filter(([by, about]) => cutAt(by, about))).toEqual([[ann.id, ben.id]]);
    await ben.call('DELETE /account');
    expect(await hasCut(server.deps, ann.id, ben.id)).toBe(true);
  });
});

const TWICE = 'declined, and once more later';
/** How an offer of Ann to Ben ends without a date; one that nobody answers expires. */
const ENDS: Readonly<Record<string, (id: string, ann: TestStudent, ben: TestStudent) => Promise<unknown>>> = {
  declined: (id, _ann, ben) => ben.respond(id, 'decline'),
  [TWICE]: (id, _ann, ben) => ben.respond(id, 'decline'),
  withdrawn: (id, ann) => ann.call(`POST /offers/${id}/withdraw`),
  expired: async () => undefined,
  'agreed and called off by the other': async (id, _ann, ben) => {
    await ben.respond(id, 'accept');
    await ben.call(`POST /offers/${id}/cancel`);
  },
};

const ONCE = Object.keys(ENDS).filter((how) => how !== TWICE);

describe('after an offer that was declined, withdrawn, expired, or agreed and called off by the other', () => {
  const inDays = (days: number) => ({
    proposedDate: new Date(clock.now().getTime() + days * DAY_S * 1000).toISOString(),
  });
  /** Ann, and a man for each of these ends. */
  const ended = async (ends: readonly string[]) => {
    const ann = await join(server);
    const men = await Promise.all(ends.map(() => join(server, { name: 'Ben', gender: 'man' })));
    await introduce(server, ann, ...men);
    for (const [at, how] of ends.entries()) {
      const { id } = (await ann.invite(men[at]!, inDays(10 + at))).body;
      await ENDS[how]!(id, ann, men[at]!);
    }
    clock.advanceSeconds(7 * DAY_S);
    await takeDueSteps(server.deps);
    await introduce(server, ann, ...men);
    return ends.map((how, at) => ({ how, ann, ben: men[at]! }));
  };
  const refused = async (ann: TestStudent, ben: TestStudent) =>
    !(await shownTo(ann)).includes(ben.id) && (await ann.invite(ben, inDays(10))).body.code === 'not_a_match';

  it('the sender - may not ask again in that month, nor after the other asked and got no answer; the other may ask', async () => {
    const pairs = await ended(ONCE);
    for (const { how, ann, ben } of pairs) expect([how, await refused(ann, ben)]).toEqual([how, true]);
    await newRound(server);
    for (const { how, ann, ben } of pairs) {
      expect([how, await refused(ann, ben)]).toEqual([how, true]);
      const { status, body } = await ben.invite(ann, inDays(10));
      expect([how, status]).toEqual([how, 201]);
      await ben.call(`POST /offers/${body.id}/withdraw`);
      // now it was Ben who asked last
      expect([how, await refused(ben, ann)]).toEqual([how, true]);
      expect([how, (await ann.invite(ben, inDays(10))).status]).toEqual([how, 201]);
    }
  });

  it('the sender, who got no answer once more during the round of a later month - may not ask again; once both were on each other’s list of a later month - may ask', async () => {
    const pairs = await ended(isShort ? [TWICE, 'expired'] : Object.keys(ENDS));
    const again = pairs.find(({ how }) => how === TWICE);
    clock.advanceSeconds(31 * DAY_S);
    let renewed: Promise<unknown> | undefined;
    const onProgress = (stage: string) => {
      const act = { by: again!.ben.id, about: again!.ann.id, reason: 'decline' } as const;
      if (stage === 'lists') renewed ??= keepApart(server.deps, act);
    };
    await makeTodaysRound(server.deps, { again: true, onProgress });
    await renewed;
    for (const { how, ann, ben } of pairs) {
      const { status } = await ann.invite(ben, inDays(10));
      expect([how, status]).toEqual([how, how === again!.how ? 403 : 201]);
    }
  });
});

describe('an offer that has just expired', () => {
  it('and whose end is stored between the look at the list and the write of the next offer - cannot be repeated', async () => {
    const [ann, ben] = await pair(server);
    await ann.invite(ben, { proposedDate: server.inHours(1) });
    clock.advanceSeconds(3_700);
    const { db } = server.deps;
    const begin = db.withSession.bind(db);
    jest.spyOn(db, 'withSession').mockImplementationOnce(async (work) => {
      await takeDueSteps(server.deps);
      return begin(work);
    });
    expect((await ann.invite(ben)).body.code).toBe('not_a_match');
    expect((await ben.invite(ann)).status).toBe(201);
  });

  it('before the timed work has stored its end - cannot be repeated', async () => {
    const [ann, ben] = await pair(server);
    await ann.invite(ben, { proposedDate: server.inHours(10 * 24) });
    clock.advanceSeconds(7 * DAY_S);
    await introduce(server, ann, ben);
    const again = await ann.invite(ben, {
      proposedDate: new Date(clock.now().getTime() + 1e8).toISOString(),
    });
    expect(again.body.code).toBe('not_a_match');
  });
});

describe('the migration of pairs that met', () => {
  it('down - ends what the version before does not know, and nothing else', async () => {
    const two = await joinTwo(server);
    await forgetMeetings(server);
    for (const reason of ['met', 'block'] as const) await apart(reason, two);
    const collection = server.deps.db.db!.collection('pairs_apart');
    await pairsThatMet.up(server.deps.db.db!);
    expect(await collection.countDocuments()).toBe(2);
    await pairsThatMet.down(server.deps.db.db!);
    expect(await collection.find().toArray()).toMatchObject([{ reason: 'block' }]);
  });
});

describe('GET /blocks', () => {
  it('after the other renamed, blocked back, deleted the account - shows the name of the day of the block, or nobody', async () => {
    const [ann, ben] = await joinTwo(server);
    await ben.call('POST /blocks', { userId: ann.id });
    await ann.call('POST /blocks', { userId: ben.id });
    const shown = async () => (await ann.call('GET /blocks')).body.items.map(({ name }: any) => name);
    expect(await shown()).toEqual(['Ben']);
    const answers = { bundle_intro: { display_name: 'Bernd', date_of_birth: '2005-01-15' } };
    expect((await ben.call('PATCH /profile', { answers })).status).toBe(200);
    expect(await shown()).toEqual(['Ben']);
    await ben.call('DELETE /account');
    expect(await shown()).toEqual([]);
  });
});
