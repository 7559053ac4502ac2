import { fixedClock } from '@flint/services';
import { useTestServer, type TestStudent } from '@flint/testing';
import { enrol, introduce, newRound, pair } from '../offers/testing/campus';
import { makeTodaysRound } from '../matches/make-round';
import { takeDueSteps } from '../offers/write-offer';
import { clearStudents } from '../testing/clear';
import { everyPairApart, hasCut, keepApart, leftOutFor, ownMark, readCuts } from './index';
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

/** Does `reason` for Ann about Ben. `cut`: does nothing of Ben reach Ann. `own`, `other`: is the other off Ann's, is Ann off Ben's list, today and on a new list. */
const EFFECTS: Readonly<Record<Reason, { cut: boolean; own: boolean; other: boolean; newList: boolean }>> = {
  block: { cut: true, own: true, other: false, newList: true },
  report: { cut: true, own: true, other: false, newList: true },
  not_for_me: { cut: false, own: true, other: false, newList: true },
  decline: { cut: false, own: false, other: true, newList: true },
  withdrawn: { cut: false, own: false, other: true, newList: true },
  expired: { cut: false, own: false, other: true, newList: true },
  called_off: { cut: false, own: false, other: true, newList: true },
  hidden_address: { cut: false, own: false, other: true, newList: true },
};
const REASONS = Object.keys(EFFECTS) as Reason[];
const ATTEMPTS: readonly Reason[] = ['decline', 'withdrawn', 'expired', 'called_off'];

async function apart(reason: Reason) {
  const [ann, ben] = await pair(server);
  const madeAt = clock.now();
  clock.advanceSeconds(60);
  await keepApart(server.deps, { by: ann.id, about: ben.id, reason });
  const marks = { ann: (await ownMark(server.deps, ann.id))!, ben: (await ownMark(server.deps, ben.id))! };
  return { ann, ben, madeAt, mark: marks };
}

const shownTo = async (who: TestStudent): Promise<string[]> =>
  (await who.call('GET /matches')).body.items.map(({ userId }: any) => userId);

/** The same mailbox with a new account. */
async function returned(who: TestStudent, traits: object): Promise<TestStudent> {
  expect((await who.call('DELETE /account')).status).toBe(204);
  clock.advanceSeconds(61);
  return enrol(server, { ...traits, email: who.email });
}

describe.each(REASONS)('two students apart by %s', (reason) => {
  it('whichever of them asks - are cut off, and on lists of today and new ones, as the rule says', async () => {
    const { ann, ben, mark, madeAt } = await apart(reason);
    const { cut, own, other, newList } = EFFECTS[reason];
    expect([await hasCut(server.deps, ann.id, ben.id), await hasCut(server.deps, ben.id, ann.id)]).toEqual([
      cut,
      false,
    ]);
    const isOff = async (viewer: string, of: string, since?: Date) =>
      (await leftOutFor(server.deps, viewer, since)).has(of);
    expect([await isOff(mark.ann, mark.ben, madeAt), await isOff(mark.ben, mark.ann, madeAt)]).toEqual([
      own,
      other,
    ]);
    expect([await isOff(mark.ann, mark.ben), await isOff(mark.ben, mark.ann)]).toEqual([own, newList]);
    const pairs = new Set<string>();
    for await (const two of everyPairApart(server.deps)) pairs.add(two.toSorted().join());
    // what applies one way must not change the own list of the next round
    expect(pairs.has([mark.ann, mark.ben].toSorted().join())).toBe(own);
  });

  it('after either deletes the account and returns with the same mailbox - still holds, and no id or address is stored', async () => {
    const { ann, ben } = await apart(reason);
    const [ann2, ben2] = [await returned(ann, {}), await returned(ben, { name: 'Bernd', gender: 'man' })];
    await introduce(server, ann2, ben2);
    await newRound(server);
    expect(await shownTo(ben2)).not.toContain(ann2.id);
    expect((await ben2.invite(ann2)).body.code).toBe('not_a_match');
    const stored = JSON.stringify(await server.deps.db.collection('pairs_apart').find().toArray());
    for (const { id, email } of [ann, ben, ann2, ben2]) {
      expect(stored).not.toContain(id);
      expect(stored).not.toContain(email);
    }
  });
});

describe('a pair kept apart', () => {
  it('stored ten times at once - is one, with the first time', async () => {
    const [ann, ben] = await pair(server);
    const act = { by: ann.id, about: ben.id, reason: 'block', name: 'Ben' } as const;
    await Promise.all(Array.from({ length: 10 }, () => keepApart(server.deps, act)));
    const first = clock.now();
    clock.advanceSeconds(60);
    await keepApart(server.deps, act);
    const mark = (await ownMark(server.deps, ann.id))!;
    expect(await ownCuts(server.deps, mark)).toMatchObject([{ name: 'Ben', createdAt: first }]);
  });

  it.each([
    ['of the version before, without a name', undefined],
    ['about an account that has left', null],
  ])('%s - has the first time after a repeat that names nobody', async (_what, name) => {
    const [ann, ben] = await pair(server);
    const act = { by: ann.id, about: ben.id, reason: 'block' } as const;
    await keepApart(server.deps, act);
    const pairs = server.deps.db.collection('pairs_apart');
    if (name === undefined) await pairs.updateMany({}, { $unset: { name: '' } });
    const first = await pairs.find().toArray();
    clock.advanceSeconds(60);
    await keepApart(server.deps, act);
    expect(await pairs.find().toArray()).toEqual(first);
  });

  it('of the version before, after a repeat with a name - has the first time, and still no name', async () => {
    const [ann, ben] = await pair(server);
    await ann.call('POST /blocks', { userId: ben.id });
    const pairs = server.deps.db.collection('pairs_apart');
    await pairs.updateMany({}, { $unset: { name: '' } });
    const [first] = (await ann.call('GET /blocks')).body.items;
    clock.advanceSeconds(60);
    await ann.call('POST /blocks', { userId: ben.id });
    expect((await ann.call('GET /blocks')).body.items).toEqual([first]);
  });

  it('among many others, also after its student left - is the only one found', async () => {
    const { ann, ben } = await apart('block');
    const others = await Promise.all(Array.from({ length: 3 }, () => enrol(server)));
    for (const { id } of others) expect(await hasCut(server.deps, ann.id, id)).toBe(false);
    expect(await hasCut(server.deps, ann.id, ben.id)).toBe(true);
    const pairs = [...others, ben].flatMap(({ id }) => [[ann.id, id] as const, [id, ann.id] as const]);
    const cutAt = await readCuts(server.deps, pairs);
    expect(pairs.filter(([by, about]) => cutAt(by, about))).toEqual([[ann.id, ben.id]]);
    await ben.call('DELETE /account');
    expect(await hasCut(server.deps, ann.id, ben.id)).toBe(true);
  });
});

/** How an offer of Ann to Ben ends without a date. */
const ENDS: Readonly<Record<string, (id: string, ann: TestStudent, ben: TestStudent) => Promise<unknown>>> = {
  declined: (id, _ann, ben) => ben.respond(id, 'decline'),
  withdrawn: (id, ann) => ann.call(`POST /offers/${id}/withdraw`),
  expired: async () => {
    clock.advanceSeconds(7 * DAY_S);
    await takeDueSteps(server.deps);
  },
  'agreed and called off by the other': async (id, _ann, ben) => {
    await ben.respond(id, 'accept');
    await ben.call(`POST /offers/${id}/cancel`);
  },
};

describe.each(Object.keys(ENDS))('after an offer that was %s', (how) => {
  const inDays = (days: number) => ({
    proposedDate: new Date(clock.now().getTime() + days * DAY_S * 1000).toISOString(),
  });
  const ended = async () => {
    const [ann, ben] = await pair(server);
    const { id } = (await ann.invite(ben, inDays(10))).body;
    await ENDS[how]!(id, ann, ben);
    await introduce(server, ann, ben);
    return [ann, ben] as const;
  };
  const refused = async (ann: TestStudent, ben: TestStudent) => {
    expect(await shownTo(ann)).not.toContain(ben.id);
    expect((await ann.invite(ben, inDays(10))).body.code).toBe('not_a_match');
  };

  it('the sender - may not ask again in that month, nor after the other asked and got no answer; the other may ask', async () => {
    const [ann, ben] = await ended();
    await refused(ann, ben);
    await newRound(server);
    await refused(ann, ben);
    const { status, body } = await ben.invite(ann, inDays(10));
    expect(status).toBe(201);
    await ben.call(`POST /offers/${body.id}/withdraw`);
    // now it was Ben who asked last
    await refused(ben, ann);
    expect((await ann.invite(ben, inDays(10))).status).toBe(201);
  });

  it('the sender, who got no answer once more during the round of a later month - may not ask again', async () => {
    const [ann, ben] = await ended();
    clock.advanceSeconds(31 * DAY_S);
    let renewed: Promise<unknown> | undefined;
    const onProgress = (stage: string) => {
      const again = { by: ben.id, about: ann.id, reason: 'decline' } as const;
      if (stage === 'lists') renewed ??= keepApart(server.deps, again);
    };
    await makeTodaysRound(server.deps, { again: true, onProgress });
    await renewed;
    const mark = (await ownMark(server.deps, ben.id))!;
    expect(await leftOutFor(server.deps, (await ownMark(server.deps, ann.id))!)).toContain(mark);
  });

  it('the sender, once both were on each other’s list of a later month - may ask again', async () => {
    const [ann, ben] = await ended();
    clock.advanceSeconds(31 * DAY_S);
    await newRound(server);
    expect((await ann.invite(ben, inDays(10))).status).toBe(201);
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

describe('GET /blocks', () => {
  it('after the other renamed, blocked back, deleted the account - shows the name of the day of the block, or nobody', async () => {
    const [ann, ben] = await pair(server);
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

describe('a pair kept apart for years', () => {
  it('by an unanswered attempt - ends after a year; by the other reasons - never ends while the account exists', async () => {
    for (const reason of REASONS) {
      const { mark } = await apart(reason);
      const isApart = async () => (await leftOutFor(server.deps, mark.ben)).has(mark.ann);
      clock.advanceSeconds(365 * DAY_S - 1);
      expect([reason, await isApart()]).toEqual([reason, true]);
      clock.advanceSeconds(1);
      expect([reason, await isApart()]).toEqual([reason, !ATTEMPTS.includes(reason)]);
    }
  });
});
