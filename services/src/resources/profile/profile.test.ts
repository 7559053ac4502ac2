import { fixedClock } from '@flint/services';
import { QUESTIONS } from '@flint/contracts/questions/catalogue';
import { useTestServer, type TestStudent } from '@flint/testing';
import { isLong } from '@flint/testing/long';
import fc from 'fast-check';
import { profiles } from './profile.model';

/** 21 November, 02:30 in Toronto. */
const NOW = '2026-11-21T07:30:00Z';
const clock = fixedClock(NOW);
const server = useTestServer({ clock });
let ann: TestStudent;

beforeEach(async () => {
  clock.set(NOW);
  ann = await server.signIn();
});

const patch = (answers: object, student = ann) => student.call('PATCH /profile', { answers });
const answersOf = async (student = ann) => (await student.call('GET /profile')).body.answers;
const born = (date_of_birth: string) => ({ bundle_intro: { display_name: 'Ann', date_of_birth } });
/** A patch whose date of birth the student confirmed. */
const confirmed = (confirmedBirthDate: string, more: object = {}) => ({
  answers: { ...born(confirmedBirthDate), ...more },
  confirmedBirthDate,
});
const confirm = (date: string, student = ann) => student.call('PATCH /profile', confirmed(date));

describe('/profile', () => {
  it('POST - the first time - answers 201 with the stored profile, the email of the token, and the missing answers', async () => {
    expect((await ann.call('GET /profile')).body).toMatchObject({ status: 404, code: 'not_found' });
    const made = await ann.call('POST /profile', { answers: { intent: 'casual_dating' } });
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      id: ann.id,
      email: ann.email,
      answers: { intent: 'casual_dating' },
      onboardingCompletedAt: null,
      age: null,
      completeness: 20,
      matchable: { ready: false, missing: ['bundle_intro', 'gender_identity', 'seeking_genders'] },
      sections: expect.any(Array),
      createdAt: '2026-11-21T07:30:00.000Z',
      updatedAt: '2026-11-21T07:30:00.000Z',
    });
    expect((await ann.call('GET /profile')).body).toEqual(made.body);
  });

  it('a profile - with some answers - counts them by section in the language of the request, and names the first open question', async () => {
    const answers = { bundle_intro: {}, gender_identity: 'woman', seeking_genders: { values: ['men'] } };
    const { body } = await ann.call('POST /profile', { answers });
    const sections = body.sections as { count: number; answered: number; next: string }[];
    expect(sections.map(({ answered, next }) => [answered, next]).slice(0, 2)).toEqual([
      [1, 'bundle_intro'],
      [1, 'intent'],
    ]);
    expect(sections.reduce((sum, { count }) => sum + count, 0)).toBe(QUESTIONS.length);
    const french = await ann.call('GET /profile', undefined, { 'accept-language': 'fr' });
    expect(french.body.sections[0].title).toBe('Admissibilité et identité');
  });

  it('POST - a second time, or five at once - creates one profile and answers 409 to the rest', async () => {
    const all = await Promise.all(Array.from({ length: 5 }, () => ann.call('POST /profile', {})));
    expect(all.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409]);
    expect((await ann.call('POST /profile', { answers: { intent: 'casual_dating' } })).body.code).toBe(
      'profile_exists',
    );
    expect(await answersOf()).toEqual({});
  });

  it('PATCH - without a profile, twenty at once - creates one with every answer', async () => {
    const ids = ['intent', 'ideal_core_value', 'lifestyle_balance', 'ideal_relationship_timeline'];
    const values = ['casual_dating', 'honesty', 'even', 'date_by_date'];
    const all = Array.from({ length: 20 }, (_, i) => patch({ [ids[i % 4]!]: values[i % 4] }));
    expect(new Set((await Promise.all(all)).map(({ status }) => status))).toEqual(new Set([200]));
    expect(await answersOf()).toEqual(Object.fromEntries(ids.map((id, i) => [id, values[i]])));
  });

  it('PATCH - of one question - leaves the others, null removes one, and texts are trimmed', async () => {
    await patch({ intent: 'casual_dating', pronouns: { value: 'other', other: '  xe/xem ' } });
    await patch({ lifestyle_balance: 'even' });
    await patch({ intent: null });
    expect(await answersOf()).toEqual({
      pronouns: { value: 'other', other: 'xe/xem' },
      lifestyle_balance: 'even',
    });
  });

  it('a profile - is visible to its owner only', async () => {
    await patch({ intent: 'casual_dating' });
    const ben = await server.signIn();
    expect((await ben.call('GET /profile')).status).toBe(404);
    await patch({ intent: 'activity_buddy' }, ben);
    expect(await answersOf()).toEqual({ intent: 'casual_dating' });
  });

  it('completeness - follows onboarding, week and photos (S9.7.1)', async () => {
    const done = await ann.call('PATCH /profile', { onboardingCompletedAt: '2026-11-21T07:00:00Z' });
    expect(done.body).toMatchObject({ completeness: 60, onboardingCompletedAt: '2026-11-21T07:00:00.000Z' });
    await ann.call('POST /availability', {
      utcSlots: [{ dayOfWeek: 1, startHour: 14, endHour: 15 }],
      timezone: 'America/Toronto',
      lastUpdated: '2026-11-20T12:00:00.000Z',
    });
    expect((await ann.call('GET /profile')).body.completeness).toBe(75);
  });
});

describe('invalid answers', () => {
  it('several at once - are refused naming each of them - and nothing of the request is stored', async () => {
    await patch({ intent: 'casual_dating' });
    const refused = await patch({
      intent: 'marriage',
      shoe_size: 42,
      height_feet_inches: { feet: 9, inches: 3 },
      lifestyle_balance: 'even',
      bundle_intro: { date_of_birth: '2004-02-31' },
    });
    expect(refused.body).toMatchObject({ status: 422, code: 'answer_invalid' });
    expect(refused.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '/answers/intent',
      '/answers/shoe_size',
      '/answers/height_feet_inches/feet',
      '/answers/bundle_intro/date_of_birth',
    ]);
    expect(await answersOf()).toEqual({ intent: 'casual_dating' });
  });

  it('of another form - are refused, and no profile is made', async () => {
    const rows = [
      ['a query operator as a value', { intent: { $gt: '' } }],
      ['a path for an id', { 'bundle_intro.email': 'eve@campus.edu' }],
      ['the email', { bundle_intro: { email: 'eve@campus.edu' } }],
      ['a list instead of a value', { intent: ['casual_dating'] }],
      ['a number instead of a text', { bundle_intro: { display_name: 7 } }],
    ] as const;
    for (const [what, answers] of rows) {
      const { body } = await patch(answers);
      expect([what, body]).toMatchObject([what, { status: 422, code: 'answer_invalid' }]);
    }
    expect((await ann.call('GET /profile')).status).toBe(404);
  });

  it('a body of another form - is refused with 400 naming the member', async () => {
    const rows = [
      [{ completeness: 100 }, '/completeness'],
      [{ onboardingCompletedAt: 'now' }, '/onboardingCompletedAt'],
      [{ answers: [] }, '/answers'],
    ] as const;
    for (const [sent, pointer] of rows) {
      const { body } = await ann.call('PATCH /profile', sent);
      expect(body).toMatchObject({ status: 400, code: 'validation_failed', errors: [{ pointer }] });
    }
  });
});

describe('a confirmed date of birth under 18', () => {
  it.each(['POST /profile', 'PATCH /profile'])(
    '%s - is refused by the full date, and nothing is stored',
    async (call) => {
      const refused = await ann.call(call, confirmed('2008-11-22', { intent: 'casual_dating' }));
      expect(refused.body).toMatchObject({
        status: 422,
        code: 'under_age',
        detail: 'You must be 18 or older to use this app',
        errors: [{ pointer: '/answers/bundle_intro/date_of_birth' }],
      });
      expect((await ann.call('GET /profile')).status).toBe(404);
    },
  );

  it('on the 18th birthday - is accepted, by the university’s calendar', async () => {
    expect((await patch(born('2008-11-21'))).body).toMatchObject({ age: 18 });
    // a minute before midnight there, and at midnight
    clock.set('2026-11-22T04:59:00Z');
    const [ben, cem] = [await server.signIn(), await server.signIn()];
    expect((await confirm('2008-11-22', cem)).body.code).toBe('under_age');
    clock.set('2026-11-22T05:00:00Z');
    expect((await patch(born('2008-11-22'), ben)).status).toBe(200);
  });

  it('among other bad answers - is still reported, together with them', async () => {
    const refused = await ann.call('PATCH /profile', confirmed('2015-01-01', { intent: 'x' }));
    expect(refused.body.code).toBe('under_age');
    expect(refused.body.errors).toHaveLength(2);
  });

  it('an accepted date of birth - cannot be changed to one under 18', async () => {
    await patch(born('2004-01-15'));
    expect((await confirm('2012-01-15')).status).toBe(422);
    expect((await answersOf()).bundle_intro.date_of_birth).toBe('2004-01-15');
    expect(await profiles(server.deps.db).countDocuments({ _id: ann.id })).toBe(1);
  });
});

describe('answers made from others', () => {
  const patchFrom = (answers: object, madeFrom?: object) => ann.call('PATCH /profile', { answers, madeFrom });

  it('of two devices, to different questions - keeps both', async () => {
    await patchFrom({ intent: 'casual_dating', lifestyle_balance: 'even' });
    const before = await answersOf();
    await patchFrom({ intent: 'activity_buddy' }, { intent: before.intent });
    const second = await patchFrom(
      { lifestyle_balance: null },
      { lifestyle_balance: before.lifestyle_balance },
    );
    expect([second.status, second.body.answers]).toEqual([200, { intent: 'activity_buddy' }]);
  });

  it('of two devices, to one question - is refused with the stored answer or null, and stores nothing of the request', async () => {
    await patchFrom({ intent: 'casual_dating' });
    await patchFrom({ intent: 'activity_buddy' }, { intent: 'casual_dating' });
    const refused = await patchFrom(
      { intent: 'open_to_exploring', lifestyle_balance: 'even' },
      { intent: 'casual_dating' },
    );
    expect(refused.body).toMatchObject({
      status: 409,
      code: 'answers_changed',
      changed: { intent: 'activity_buddy' },
    });
    expect(Object.keys(refused.body.changed)).toEqual(['intent']);
    expect(await answersOf()).toEqual({ intent: 'activity_buddy' });
    // removed by the other device
    await patchFrom({ intent: null }, { intent: 'activity_buddy' });
    const late = await patchFrom({ intent: 'casual_dating' }, { intent: 'activity_buddy' });
    expect([late.status, late.body.changed]).toEqual([409, { intent: null }]);
  });

  it('sent again, with the members in another order - is a success and changes nothing', async () => {
    const height = { feet: 5, inches: 4 };
    await patchFrom({ height_feet_inches: height }, {});
    await patchFrom(
      { height_feet_inches: { feet: 6, inches: 1 } },
      { height_feet_inches: { inches: 4, feet: 5 } },
    );
    const again = await patchFrom(
      { height_feet_inches: { inches: 1, feet: 6 } },
      { height_feet_inches: height },
    );
    expect(again.status).toBe(200);
    expect(await answersOf()).toEqual({ height_feet_inches: { feet: 6, inches: 1 } });
  });

  it('ten at once to one question - stores exactly one, and refuses the others with it', async () => {
    await patchFrom({ height_feet_inches: { feet: 4, inches: 0 } });
    const all = await Promise.all(
      Array.from({ length: 10 }, (_, inches) =>
        patchFrom(
          { height_feet_inches: { feet: 5, inches } },
          { height_feet_inches: { feet: 4, inches: 0 } },
        ),
      ),
    );
    const { height_feet_inches: stored } = await answersOf();
    expect(
      all.filter(({ status }) => status === 200).map(({ body }) => body.answers.height_feet_inches),
    ).toEqual([stored]);
    for (const { body } of all.filter(({ status }) => status !== 200))
      expect(body).toMatchObject({ code: 'answers_changed', changed: { height_feet_inches: stored } });
  });

  it('ten at once to different questions, before there is a profile - stores all', async () => {
    const answers = {
      intent: 'casual_dating',
      ideal_core_value: 'honesty',
      lifestyle_balance: 'even',
      ideal_relationship_timeline: 'date_by_date',
    };
    const all = await Promise.all(
      Object.entries(answers).map(([id, value]) => patchFrom({ [id]: value }, {})),
    );
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await answersOf()).toEqual(answers);
  });

  it('of two devices in any order - each is stored, or refused with the stored one', async () => {
    const height = fc.option(fc.record({ feet: fc.integer({ min: 4, max: 5 }), inches: fc.nat(1) }), {
      nil: null,
    });
    await fc.assert(
      fc.asyncProperty(height, height, height, async (before, one, two) => {
        const send = (mine: object | null, from?: object | null) =>
          patchFrom(
            { height_feet_inches: mine },
            from === undefined ? undefined : { height_feet_inches: from },
          );
        const now = async () => (await answersOf()).height_feet_inches ?? null;
        await send(before);
        expect((await send(one, before)).status).toBe(200);
        const second = await send(two, before);
        const isFree = [before, two].some((value) => JSON.stringify(value) === JSON.stringify(one));
        expect(second.status).toBe(isFree ? 200 : 409);
        expect(await now()).toEqual(isFree ? two : one);
        if (!isFree) expect(second.body.changed).toEqual({ height_feet_inches: one });
      }),
      { numRuns: isLong ? 30 : 12 },
    );
  });
});
