// Longer than 300 lines: the content of a list and what must not change it, for both routes that use it; the tests share a campus.
import { fixedClock } from '@flint/services';
import { useTestServer, type TestStudent } from '@flint/testing';
import { offersSoFar } from '../offers/index';
import { agree, enrol, join, joinTwo, newRound } from '../offers/testing/campus';
import { markOf } from '../safety/index';
import { users } from '../sign-in/index';
import { clearStudents } from '../testing/clear';
import { pastOf } from './past';
import { currentRounds } from './rounds';

const NOON = '2027-03-02T17:00:00Z';
const clock = fixedClock(NOON);

const server = useTestServer({ clock, env: { IP_LIMIT_FACTOR: '1000' } });
afterEach(async () => {
  clock.set(NOON);
  await clearStudents(server);
  await newRound(server);
});

type Four = [TestStudent, TestStudent, TestStudent, TestStudent];
const listOf = async (student: TestStudent) => (await student.call('GET /matches')).body;
const namesOf = async (student: TestStudent): Promise<string[]> =>
  (await listOf(student)).items.map(({ name }: { name: string }) => name);
const answer = async (student: TestStudent, answers: object) =>
  expect((await student.call('PATCH /profile', { answers })).status).toBe(200);
const men = (count: number, born?: string) =>
  Promise.all(
    Array.from({ length: count }, (_, i) =>
      join(server, { name: `Man ${i}`, gender: 'man', ...(born && { born }) }),
    ),
  );
/** Moves to the next morning; its round uses everything answered so far. */
const tomorrow = async () => {
  clock.advanceSeconds(86_400);
  await newRound(server);
};

describe('GET /matches', () => {
  it('without the three answers - names the missing ones, and nobody; of two who fit each other - shows each to the other at once, and no raw answer, address or wish', async () => {
    const ann = await server.signIn();
    expect(await listOf(ann)).toMatchObject({
      items: [],
      missing: ['bundle_intro', 'gender_identity', 'seeking_genders'],
      whyFew: null,
    });
    await answer(ann, { gender_identity: 'woman' });
    expect((await listOf(ann)).missing).toEqual(['bundle_intro', 'seeking_genders']);
    await answer(ann, {
      bundle_intro: { display_name: 'Ann', date_of_birth: '2005-01-15' },
      seeking_genders: { values: ['men'] },
    });
    await listOf(ann);
    const ben = await enrol(server, { name: 'Ben', gender: 'man' });
    expect(await namesOf(ann)).toEqual(['Ben']);
    expect(await namesOf(ben)).toEqual(['Ann']);
    const secret = {
      ethnicity: { values: ['inuit'] },
      religion: 'buddhist',
      height_feet_inches: { feet: 7, inches: 0 },
      red_flags_self: ['runs_late'],
      ideal_red_flags: ['runs_late'],
      lifestyle_dealbreakers: { values: ['smokes_any'] },
      attachment_self: 'anxious',
    };
    await answer(ann, { ...secret, hobbies_interests: ['climbing'] });
    await answer(ben, { ...secret, hobbies_interests: ['climbing'] });
    await newRound(server);
    const { items, refreshedAt, nextAt } = await listOf(ann);
    expect([refreshedAt, nextAt]).toEqual(['2027-03-02T17:00:00.000Z', '2027-03-03T09:00:00.000Z']);
    expect(items).toHaveLength(1);
    expect(Object.keys(items[0]).toSorted()).toEqual([
      'about',
      'age',
      'band',
      'name',
      'photoUrl',
      'photoUrls',
      'plans',
      'program',
      'pronouns',
      'reasons',
      'sharedTimes',
      'suggestedActivities',
      'userId',
      'year',
    ]);
    const told = JSON.stringify(items).toLowerCase();
    for (const word of [
      'inuit',
      'buddhist',
      'late',
      'smok',
      'anxious',
      '2005-01-15',
      '@',
      '"seeking',
      'feet',
    ])
      expect(told).not.toContain(word);
    expect(await namesOf(ben)).toEqual(['Ann']);
  });

  it('of a pair with a block, offer, hiding or declined offer - shows neither side whom it may not invite, but whoever blocked the student', async () => {
    const [ann, ...others] = [await enrol(server), ...(await men(4))];
    const [blocked, invited, hidden, declined] = others as Four;
    await Promise.all(others.map(listOf));
    expect(await namesOf(ann)).toHaveLength(4);
    await blocked.call('POST /blocks', { userId: ann.id });
    await ann.invite(invited);
    expect((await ann.call(`POST /matches/${hidden.id}/hide`)).status).toBe(204);
    const { id } = (await ann.invite(declined)).body;
    await declined.respond(id, 'decline');
    for (const other of [blocked, invited]) expect(await namesOf(other)).toEqual([]);
    // a block and 'not for me' stay private until the next round; only the one who declined may ask
    expect(await namesOf(ann)).toEqual(['Man 0']);
    for (const other of [hidden, declined]) expect(await namesOf(other)).toEqual(['Ann']);
  });

  it('after a birthday - includes a student who reaches the sought age, and nobody under 18', async () => {
    const ann = await enrol(server);
    await answer(ann, { age_preference: [18, 21] });
    await enrol(server, { name: 'Young', gender: 'man', born: '2009-03-02' });
    await enrol(server, { name: 'Old', gender: 'man', born: '2005-03-03' });
    clock.set('2027-03-01T17:00:00Z');
    await newRound(server);
    expect(await namesOf(ann)).toEqual(['Old']);
    clock.set('2027-03-03T17:00:00Z');
    await newRound(server);
    expect(await namesOf(ann)).toEqual(['Young']);
  });
});

describe('a list', () => {
  it('after new answers of its owner or its people - stays the same until the next round, which uses them', async () => {
    const [ann, [ben, cem]] = [await enrol(server), await men(2)];
    await answer(ben!, { substances: { smoking_preference: 'regularly' } });
    await newRound(server);
    const before = (await listOf(ann)).items;
    expect(before).toHaveLength(2);
    await answer(ann, {
      lifestyle_dealbreakers: { values: ['smokes_any'] },
      hobbies_interests: ['climbing'],
    });
    await answer(cem!, { hobbies_interests: ['climbing'], intent: 'casual_dating' });
    const week = { utcSlots: [{ dayOfWeek: 5, startHour: 17, endHour: 22 }], timezone: 'UTC' };
    for (const who of [ann, cem!])
      await who.call('POST /availability', { ...week, lastUpdated: clock.now().toISOString() });
    expect((await listOf(ann)).items).toEqual(before);
    await tomorrow();
    const { items } = await listOf(ann);
    expect(items.map(({ name }: { name: string }) => name)).toEqual(['Man 1']);
    expect(items[0].reasons).toContain('You both enjoy climbing or bouldering');
    expect(items[0].sharedTimes.length).toBeGreaterThan(0);
  });

  it('with somebody who is not free at all - has those with a few common hours before, those without a week first', async () => {
    const [ann, [emptied, two]] = [await enrol(server), await men(3)];
    const save = (who: TestStudent, utcSlots: object[]) =>
      who.call('POST /availability', { utcSlots, timezone: 'UTC', lastUpdated: NOON });
    const evening = { dayOfWeek: 5, startHour: 17, endHour: 19 };
    await save(ann, [{ ...evening, endHour: 24 }]);
    await save(two!, [evening]);
    for (const utcSlots of [[evening], []]) await save(emptied!, utcSlots);
    await newRound(server);
    expect(await namesOf(ann)).toEqual(['Man 2', 'Man 1', 'Man 0']);
  });

  it('of a student who joined today - is made with a first week saved by then; a later one says that it counts from the next', async () => {
    const [ann, ben] = await joinTwo(server);
    await listOf(ben);
    const week = { utcSlots: [{ dayOfWeek: 5, startHour: 17, endHour: 22 }], timezone: 'UTC' };
    const save = async (who: TestStudent, madeFrom: object | null) =>
      (await who.call('POST /availability', { ...week, lastUpdated: NOON, madeFrom })).body;
    const [early, late] = [await save(ann, null), await save(ben, null)];
    expect([early.isForNextList, late]).toEqual([undefined, { ...early, isForNextList: true }]);
    expect(await save(ben, late)).not.toHaveProperty('isForNextList');
    expect((await ben.call('GET /availability')).body).not.toHaveProperty('isForNextList');
  });

  it('of twenty and a reserve - only loses people, who are replaced from the reserve in order; of nobody because of the own age range - tells how many that excludes, until it is wider or enough people join who are in it', async () => {
    const ann = await enrol(server);
    const all = await men(22);
    await newRound(server);
    const first = await namesOf(ann);
    expect(first).toHaveLength(20);
    const gone = all[Number(first[0]!.replace('Man ', ''))]!;
    await gone.call('PUT /safety/pause', { paused: true });
    const second = await namesOf(ann);
    expect(second.slice(0, 19)).toEqual(first.slice(1));
    expect(second).toHaveLength(20);
    await gone.call('PUT /safety/pause', { paused: false });
    expect(await namesOf(ann)).toEqual(first);
    const bea = await join(server, { name: 'Bea' });
    await answer(bea, { age_preference: [18, 20] });
    const text = expect.stringContaining('about 20 people') as unknown;
    expect(await listOf(bea)).toMatchObject({ items: [], whyFew: { setting: 'age_preference', text } });
    const setting = async (ages: [number, number]) => {
      await answer(bea, { age_preference: ages });
      return (await listOf(bea)).whyFew?.setting;
    };
    // what the student has just done is not asked for again
    const asked = 'age_preference';
    expect([await setting([18, 30]), await setting([19, 20]), await setting([18, 20])]).toEqual([
      undefined,
      asked,
      asked,
    ]);
    const whyFew = async (joiners: number) => {
      await Promise.all((await men(joiners, '2008-01-15')).map(listOf));
      const list = await listOf(bea);
      return [list.items.length, list.whyFew?.setting];
    };
    expect([await whyFew(9), await whyFew(1)]).toEqual([
      [9, 'age_preference'],
      [10, undefined],
    ]);
  });

  it('of a student who deletes the account and returns the same day - is the earlier one, and others see them from the next round on; of one who pauses, removes an answer or deletes the account - loses them at once', async () => {
    const [ann, all] = [await enrol(server), await men(3)];
    await answer(all[2]!, { substances: { smoking_preference: 'regularly' } });
    await newRound(server);
    const before = (await listOf(ann)).items;
    expect(await namesOf(all[0]!)).toEqual(['Ann']);
    expect(before).toHaveLength(3);
    await ann.call('DELETE /account');
    expect(await namesOf(all[0]!)).toEqual([]);
    const again = await server.signIn(ann.email);
    await answer(again, {
      bundle_intro: { display_name: 'Ann', date_of_birth: '2004-01-15' },
      gender_identity: 'woman',
      seeking_genders: { values: ['men', 'women'] },
      lifestyle_dealbreakers: { values: ['smokes_any'] },
    });
    const after = (await listOf(again)).items;
    const told = (items: readonly { photoUrl: unknown }[]) =>
      items.map((each) => ({ ...each, photoUrl: null, photoUrls: [] }));
    expect(told(after)).toEqual(told(before));
    // the card in the same place would tell that the two accounts are one person
    expect(await namesOf(all[0]!)).toEqual([]);
    await all[0]!.call('PUT /safety/pause', { paused: true });
    await answer(all[1]!, { seeking_genders: null });
    await all[2]!.call('DELETE /account');
    expect(await namesOf(again)).toEqual([]);
    // who sees nobody gives nobody attention
    const looks = () => server.deps.db.collection('match_lists').countDocuments({ lookedAt: { $ne: null } });
    const earlier = await looks();
    expect([await namesOf(all[1]!), await looks()]).toEqual([[], earlier]);
    await all[0]!.call('PUT /safety/pause', { paused: false });
    expect(await namesOf(again)).toEqual(['Man 0']);
    await newRound(server);
    expect((await listOf(all[0]!)).items).toMatchObject([{ userId: again.id }]);
  });

  it('that is short - is extended at its end by students who join, in one order for the day; of a student who called a date off - has that person last, as worth a coffee, for two weeks', async () => {
    const ann = await enrol(server);
    const two = await men(2);
    await newRound(server);
    const before = await namesOf(ann);
    const [cem] = await men(1);
    await listOf(cem!);
    await answer(cem!, { hobbies_interests: ['climbing'] });
    expect(await namesOf(ann)).toEqual([...before, 'Man 0']);
    expect(await namesOf(ann)).toEqual([...before, 'Man 0']);
    expect(await namesOf(cem!)).toEqual(['Ann']);
    // who does not fit is compared once, not at every look of the day
    await listOf(await join(server, { name: 'Eve' }));
    clock.advanceSeconds(60);
    await listOf(ann);
    await listOf(ann);
    const commands = server.latestCommands().filter((name) => /match_(lists|pieces)/.test(name));
    expect(commands).toEqual(['find match_lists', 'find match_pieces']);
    await newRound(server);
    const [first, ...others] = (await listOf(ann)).items;
    const ben = [...two, cem!].find(({ id }) => id === first.userId)!;
    const id = await agree(ann, ben);
    expect((await ann.call(`POST /offers/${id}/cancel`)).status).toBe(200);
    const shown = async () => (await listOf(ann)).items.map(({ userId, band }: any) => [userId, band]);
    const asBefore = others.map(({ userId, band }: any) => [userId, band]);
    expect(await shown()).toEqual([...asBefore, [ben.id, 'worth_a_coffee']]);
    clock.advanceSeconds(13 * 86_400);
    await newRound(server);
    expect((await shown()).at(-1)).toEqual([ben.id, 'worth_a_coffee']);
    clock.advanceSeconds(86_400);
    await newRound(server);
    expect(await shown()).toContainEqual([ben.id, first.band]);
  });

  it('of a student away for more than sixty days - is made when they look, and no other list contains them; without the history, as after a restore - while no session can be live', async () => {
    const [ann, [ben]] = [await enrol(server), await men(1)];
    for (const [days, seen] of [
      [0, ['Man 0']],
      [59, ['Man 0']],
      [1, []],
    ] as const) {
      clock.advanceSeconds(days * 86_400);
      await newRound(server);
      expect([days, await namesOf(ann)]).toEqual([days, seen]);
    }
    expect(await namesOf(ben!)).toEqual(['Ann']);
    clock.advanceSeconds(31 * 86_400);
    for (const [days, seen] of [
      [91, []],
      [89, ['Man 0']],
    ] as const) {
      const lastSignInAt = new Date(clock.now().getTime() - days * 86_400_000);
      await users(server.deps.db).updateOne({ _id: ben!.id }, { lastSignInAt }, { upsert: true });
      await clearStudents(server, ['auth_sessions', 'auth_users', 'contact_marks', 'profiles']);
      await newRound(server);
      expect([days, await namesOf(ann)]).toEqual([days, seen]);
    }
  });
});

describe('a firm no', () => {
  const firm = (who: TestStudent, ...values: string[]) => answer(who, { lifestyle_dealbreakers: { values } });
  const nextDay = async (days = 1) => {
    clock.advanceSeconds(days * 86_400);
    await newRound(server);
  };

  it('changed again within 14 days - does not count until they are over, and is not named as a reason why few people fit; another account of the same mailbox does not help; of a student who returns after a round without them - counts if it is the same, else once in 14 days; no answer is stored meanwhile', async () => {
    let ann = await enrol(server);
    for (const man of await men(10)) await answer(man, { substances: { smoking_preference: 'regularly' } });
    await newRound(server);
    const isSeen = async () => (await namesOf(ann)).length > 0;
    expect(await isSeen()).toBe(true);
    await firm(ann, 'smokes_any');
    await nextDay();
    expect(await isSeen()).toBe(false);
    const whyFew = async () => (await listOf(ann)).whyFew?.setting;
    expect(await whyFew()).toBe('lifestyle_dealbreakers');
    await firm(ann, 'none');
    expect(await whyFew()).toBeUndefined();
    await nextDay();
    expect([await isSeen(), await whyFew()]).toEqual([false, undefined]);
    await ann.call('DELETE /account');
    ann = await enrol(server, { email: ann.email });
    await nextDay();
    expect(await isSeen()).toBe(false);
    await nextDay(13);
    expect(await isSeen()).toBe(true);
    await nextDay(14);
    const leave = async () => {
      await ann.call('DELETE /account');
      await nextDay();
      const { current } = await currentRounds(server.deps);
      const past = await pastOf(server.deps, current!, markOf(server.deps, ann.email));
      expect(Object.values(past!.firm!.noes).flat()).toEqual([]);
      ann = await enrol(server, { email: ann.email });
    };
    await firm(ann, 'smokes_any');
    await nextDay();
    expect(await isSeen()).toBe(false);
    await leave();
    await firm(ann, 'smokes_any');
    await nextDay();
    expect(await isSeen()).toBe(false);
    // another firm no, and the same again: both are changes too soon
    for (const value of ['none', 'smokes_any']) {
      await leave();
      await firm(ann, value);
      await nextDay();
      expect([value, await isSeen()]).toEqual([value, true]);
    }
    await nextDay(14);
    expect(await isSeen()).toBe(false);
    await ann.call('DELETE /account');
    for (const days of [1, 14]) await nextDay(days);
    const { current } = await currentRounds(server.deps);
    expect((await pastOf(server.deps, current!, markOf(server.deps, ann.email)))?.firm).toBeUndefined();
  });

  it('of a student who is in no round, and joins after each - counts once in 14 days; changed before the first round - is no change', async () => {
    const [ann, fay] = [await enrol(server), await enrol(server)];
    const [ben, cem] = await men(2);
    await answer(ben!, { substances: { smoking_preference: 'regularly' } });
    await answer(cem!, { substances: { drinking_preference: 'regularly' } });
    await firm(fay, 'smokes_any');
    await nextDay();
    expect(await namesOf(fay)).toEqual(['Man 1']);
    await firm(fay, 'none');
    await answer(ann, { gender_identity: null });
    let eve = await enrol(server);
    await eve.call('DELETE /account');
    await nextDay();
    expect(await namesOf(fay)).toHaveLength(2);
    // the first change counts, and the second does not
    for (const no of ['smokes_any', 'drinks_any']) {
      await firm(ann, no);
      await answer(ann, { gender_identity: 'woman' });
      const seen = no === 'smokes_any' ? ['Man 1'] : ['Man 0', 'Man 1'];
      expect([no, (await namesOf(ann)).toSorted()]).toEqual([no, seen]);
      await firm(ann, 'none');
      await answer(ann, { gender_identity: null });
      eve = await join(server, { email: eve.email });
      await firm(eve, no);
      expect([no, (await namesOf(eve)).toSorted()]).toEqual([no, seen]);
      await eve.call('DELETE /account');
      await nextDay();
    }
  });
});

describe('POST /offers', () => {
  const offerTo = (from: TestStudent, toUserId: string, proposedDate = '2027-03-05T17:00:00Z') =>
    from.invite({ id: toUserId }, { proposedDate });

  it('to anybody off the sender’s list, known, unknown or of yesterday - gets the same refusal; to somebody who blocked the sender - waits, and reaches nobody; to a person who fits only after changed answers - is refused; to one on the list who no longer fits - is sent; at the time of a date with that one - answers 409 double_booked for any recipient', async () => {
    const [ann, [ben, cem]] = [await enrol(server), await men(2)];
    const eve = await enrol(server, { name: 'Eve', seeks: ['women'] });
    await newRound(server);
    const nobody = '00000000-0000-4000-8000-000000000000';
    const told = await Promise.all([eve.id, nobody, ann.id].map((id) => offerTo(ann, id)));
    const { requestId: _, ...refusal } = told[0]!.body;
    expect(refusal).toMatchObject({ status: 403, code: 'not_a_match' });
    for (const { body } of told) expect({ ...body, requestId: _ }).toEqual(told[0]!.body);
    await answer(ann, { seeking_genders: { values: ['women'] } });
    expect((await offerTo(ann, eve.id)).body.code).toBe('not_a_match');
    const { status: sent, body: offer } = await offerTo(ann, ben!.id);
    expect(sent).toBe(201);
    await ben!.respond(offer.id, 'accept');
    for (const to of [cem!, eve]) {
      const { status, body } = await offerTo(ann, to.id, '2027-03-05T18:00:00Z');
      expect([status, body.code]).toEqual([409, 'double_booked']);
    }
    await cem!.call('POST /blocks', { userId: ann.id });
    const { status, body } = await offerTo(ann, cem!.id, '2027-03-06T17:00:00Z');
    expect([status, body.status]).toEqual([201, 'pending']);
    expect((await cem!.call('GET /offers')).body.items).toEqual([]);
    expect((await cem!.respond(body.id, 'accept')).status).toBe(404);
    await answer(ann, { seeking_genders: { values: ['men'] } });
    await newRound(server);
    expect(await namesOf(ann)).toEqual([]);
  });

  it('of three accounts to one student who does not answer - take the student off no other list, and weigh nothing after seven days', async () => {
    const [ben] = await men(1);
    const women = await Promise.all(Array.from({ length: 4 }, () => join(server)));
    await newRound(server);
    const ids: string[] = [];
    for (const woman of women.slice(1)) {
      const { status, body } = await offerTo(woman, ben!.id, '2027-03-09T17:00:00Z');
      expect(status).toBe(201);
      ids.push(body.id);
    }
    await tomorrow();
    expect(await namesOf(women[0]!)).toEqual(['Man 0']);
    const busy = await offersSoFar(server.deps);
    expect(busy.waiting.get(ben!.id)).toBe(3);
    expect(busy.apart).toEqual(expect.arrayContaining(women.slice(1).map(({ id }) => [id, ben!.id])));
    await ben!.respond(ids[0]!, 'accept');
    clock.advanceSeconds(7 * 86_400);
    const later = await offersSoFar(server.deps);
    expect(later.waiting.get(ben!.id)).toBeUndefined();
    for (const { id } of [women[1]!, ben!]) expect(later.dates.get(id)?.count).toBe(1);
  });

  it('to a person on yesterday’s list - is sent for an hour after the next round, then refused', async () => {
    const [ann, [ben, cem]] = [await enrol(server), await men(2)];
    await newRound(server);
    expect(await namesOf(ann)).toHaveLength(2);
    for (const who of [ben!, cem!]) await answer(who, { seeking_genders: { values: ['men'] } });
    await tomorrow();
    expect(await namesOf(ann)).toEqual([]);
    expect((await offerTo(ann, ben!.id)).status).toBe(201);
    clock.advanceSeconds(3_601);
    expect((await offerTo(ann, cem!.id)).body.code).toBe('not_a_match');
  });
});
