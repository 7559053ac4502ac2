import { fixedClock } from '@flint/services';
import { startTestServer, type TestServer, type TestStudent } from '@flint/testing';
import { enrol, pair } from '../offers/testing/campus';
import { boardOf } from './match-board';
import { prepareLists } from './prepare-lists';

jest.setTimeout(60_000);

const NOON = '2027-03-02T17:00:00Z';
const clock = fixedClock(NOON);
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ clock, env: { IP_LIMIT_FACTOR: '1000' } });
});
afterAll(() => server[Symbol.asyncDispose]());
afterEach(async () => {
  clock.set(NOON);
  const { db } = server.deps;
  const kept = ['profiles', 'offer_threads', 'blocks', 'match_hides', 'match_days', 'availabilities'];
  for (const name of kept) await db.collection(name).deleteMany({});
  await (await boardOf(server.deps)).reconcile();
});

const listOf = async (student: TestStudent) => (await student.call('GET /matches')).body;
const namesOf = async (student: TestStudent): Promise<string[]> =>
  (await listOf(student)).items.map(({ name }: { name: string }) => name);
const answer = async (student: TestStudent, answers: object) =>
  expect((await student.call('PATCH /profile', { answers })).status).toBe(200);
const men = (count: number, born?: string) =>
  Promise.all(
    Array.from({ length: count }, (_, i) =>
      enrol(server, { name: `Man ${i}`, gender: 'man', ...(born && { born }) }),
    ),
  ).then(async (all) => {
    await (await boardOf(server.deps)).reconcile();
    return all;
  });

describe('GET /matches', () => {
  it('without a session - answers 401', async () =>
    expect((await server.call('GET /matches')).body).toMatchObject({ status: 401, code: 'unauthenticated' }));

  it('before the three answers are there - names exactly those missing, and nobody', async () => {
    const ann = await server.signIn();
    expect(await listOf(ann)).toMatchObject({
      items: [],
      missing: ['bundle_intro', 'gender_identity', 'seeking_genders'],
      whyFew: null,
    });
    await answer(ann, { gender_identity: 'woman' });
    expect((await listOf(ann)).missing).toEqual(['bundle_intro', 'seeking_genders']);
  });

  // spec: S7.11
  it('of two who look for each other - shows each to the other at once, and no raw answer, address or wish', async () => {
    const [ann, ben] = await pair(server);
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
    const { items } = await listOf(ann);
    expect(items).toHaveLength(1);
    expect(Object.keys(items[0]).toSorted()).toEqual([
      'age',
      'band',
      'name',
      'photoUrl',
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

  it('of somebody blocked, invited, hidden or declined - shows neither side the other', async () => {
    const [ann, ...others] = [await enrol(server), ...(await men(4))];
    const [blocked, invited, hidden, declined] = others as [
      TestStudent,
      TestStudent,
      TestStudent,
      TestStudent,
    ];
    const offerTo = (to: TestStudent) =>
      ann.call('POST /offers', {
        toUserId: to.id,
        proposedDate: '2027-03-05T17:00:00Z',
        location: 'Café',
        activity: 'Coffee',
      });
    expect(await namesOf(ann)).toHaveLength(4);
    await blocked.call('POST /blocks', { userId: ann.id });
    await offerTo(invited);
    expect((await ann.call(`POST /matches/${hidden.id}/hide`)).status).toBe(204);
    const { id } = (await offerTo(declined)).body;
    await declined.call(`POST /offers/${id}/respond`, { offerId: id, action: 'decline' });
    expect(await namesOf(ann)).toEqual([]);
    for (const other of [blocked, invited, declined]) expect(await namesOf(other)).toEqual([]);
    // 'not for me' is nobody else's business
    expect(await namesOf(hidden)).toEqual(['Ann']);
  });

  it('after a birthday - lets in who comes of the age looked for, and nobody under 18', async () => {
    const ann = await enrol(server);
    await answer(ann, { age_preference: [18, 21] });
    await enrol(server, { name: 'Young', gender: 'man', born: '2009-03-02' });
    await enrol(server, { name: 'Old', gender: 'man', born: '2005-03-03' });
    clock.set('2027-03-01T17:00:00Z');
    expect(await namesOf(ann)).toEqual(['Old']);
    clock.set('2027-03-03T17:00:00Z');
    expect(await namesOf(ann)).toEqual(['Young']);
  });
});

describe('POST /matches/{userId}/hide', () => {
  it('without a session - answers 401; of somebody who does not exist - 404', async () => {
    const ann = await enrol(server);
    const nobody = '00000000-0000-4000-8000-000000000000';
    expect((await server.call(`POST /matches/${nobody}/hide`)).status).toBe(401);
    expect((await ann.call(`POST /matches/${nobody}/hide`)).body.code).toBe('not_found');
    expect((await ann.call('POST /matches/x/hide')).body.code).toBe('validation_failed');
  });
});

describe('what is held for a day', () => {
  it('a changed firm no - shows nobody’s habits today, and counts tomorrow', async () => {
    const [ann, [ben]] = [await enrol(server), await men(2)];
    await answer(ann, { lifestyle_dealbreakers: { values: ['different_faith'] } });
    await answer(ben!, { substances: { smoking_preference: 'regularly' } });
    expect(await namesOf(ann)).toHaveLength(2);
    await answer(ann, { lifestyle_dealbreakers: { values: ['smokes_any'] } });
    expect(await namesOf(ann)).toHaveLength(2);
    await answer(ann, { lifestyle_dealbreakers: null });
    await answer(ann, { lifestyle_dealbreakers: { values: ['smokes_any'] } });
    expect(await namesOf(ann)).toHaveLength(2);
    clock.advanceSeconds(86_400);
    expect(await namesOf(ann)).toEqual(['Man 1']);
  });

  it('a firm no answered for the first time - counts at once, and can then not be changed today', async () => {
    const [ann, [ben]] = [await enrol(server), await men(2)];
    await answer(ben!, { substances: { smoking_preference: 'regularly' } });
    expect(await namesOf(ann)).toHaveLength(2);
    await answer(ann, { lifestyle_dealbreakers: { values: ['smokes_any'] } });
    expect(await namesOf(ann)).toEqual(['Man 1']);
    await answer(ann, { lifestyle_dealbreakers: { values: ['different_faith'] } });
    expect(await namesOf(ann)).toEqual(['Man 1']);
  });

  it('a full list - keeps people and order whatever others answer; who leaves makes room; tomorrow it is made anew', async () => {
    const ann = await enrol(server);
    await answer(ann, { hobbies_interests: ['climbing'], intent: 'casual_dating' });
    const all = await men(25);
    const first = await namesOf(ann);
    expect(first).toHaveLength(20);
    const last = all.find((_, i) => !first.includes(`Man ${i}`))!;
    await answer(last, { hobbies_interests: ['climbing'], intent: 'casual_dating' });
    await answer(ann, { intent: 'serious_relationship' });
    expect(await namesOf(ann)).toEqual(first);
    const gone = all[Number(first[0]!.replace('Man ', ''))]!;
    await gone.call('POST /blocks', { userId: ann.id });
    const second = await namesOf(ann);
    expect(second.slice(0, 19)).toEqual(first.slice(1));
    expect(second).toHaveLength(20);
    clock.advanceSeconds(86_400);
    expect((await namesOf(ann))[0]).toBe(`Man ${all.indexOf(last)}`);
  });

  it('a full list - is made anew at once when there is an answer more to go by, not when one is taken back', async () => {
    const ann = await enrol(server);
    const all = await men(22);
    await answer(all[7]!, { hobbies_interests: ['climbing'] });
    await listOf(ann);
    await answer(ann, { hobbies_interests: ['climbing'] });
    expect((await namesOf(ann))[0]).toBe('Man 7');
    await answer(all[8]!, { hobbies_interests: ['climbing'], intent: 'casual_dating' });
    await answer(ann, { hobbies_interests: null });
    await answer(ann, { intent: 'casual_dating' });
    expect((await namesOf(ann))[0]).toBe('Man 7');
  });
});

describe('lists made before the first look', () => {
  it('of who looked in the last sixty days - are what the first look shows; of who stayed away longer - are not made', async () => {
    const [ann, eve, ...others] = [
      await enrol(server),
      await enrol(server, { name: 'Eve' }),
      ...(await men(21)),
    ];
    await listOf(ann);
    clock.advanceSeconds(59 * 86_400);
    await listOf(eve);
    clock.advanceSeconds(2 * 86_400);
    expect(await prepareLists(server.deps)).toBe(1);
    expect(await prepareLists(server.deps)).toBe(0);
    const before = await namesOf(eve);
    await answer(others[0]!, { hobbies_interests: ['climbing'] });
    await answer(eve, { seeking_genders: { values: ['women'] } });
    expect(await namesOf(eve)).toEqual(before);
    expect(before).toHaveLength(20);
  });
});

describe('why so few', () => {
  it.each([
    [9, null],
    [13, { setting: 'age_preference', text: expect.stringContaining('about 10 people') }],
  ] as const)('%i people lost to the own ages - answers %j', async (count, expected) => {
    const ann = await enrol(server);
    await answer(ann, { age_preference: [18, 20] });
    await men(count, '2003-01-15');
    const { items, whyFew } = await listOf(ann);
    expect(items).toEqual([]);
    expect(whyFew).toEqual(expected);
  });
});
