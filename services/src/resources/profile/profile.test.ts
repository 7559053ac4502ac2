import { fixedClock } from '@flint/services';
import { startTestServer } from '@flint/testing';

const CLOCK = () => fixedClock('2030-06-15T16:00:00Z');
const born = (date_of_birth: string) => ({
  answers: { bundle_intro: { display_name: 'Ann', date_of_birth } },
});

describe('/profile', () => {
  it('GET - before there is one - answers 404', async () => {
    await using server = await startTestServer();
    expect((await (await server.signIn()).call('GET /profile')).status).toBe(404);
  });

  it('POST - creates it once - then answers 409 profile_exists', async () => {
    await using server = await startTestServer({ clock: CLOCK() });
    const ann = await server.signIn('ann@campus.edu');
    const made = await ann.call('POST /profile', born('2005-06-15'));
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      id: ann.id,
      email: 'ann@campus.edu',
      age: 25,
      completeness: 20,
      matchable: { ready: false, missing: ['gender_identity', 'seeking_genders'] },
    });
    expect((await ann.call('POST /profile', {})).body).toMatchObject({ status: 409, code: 'profile_exists' });
  });

  it('PATCH - without a profile - creates it, so that a queued draft is never lost; null removes an answer', async () => {
    await using server = await startTestServer();
    const ann = await server.signIn();
    await ann.call('PATCH /profile', { answers: { intent: 'casual_dating', pronouns: 'she_her' } });
    const changed = await ann.call('PATCH /profile', { answers: { pronouns: null, religion: 'sikh' } });
    expect(changed.body.answers).toEqual({ intent: 'casual_dating', religion: 'sikh' });
  });

  it('PATCH of onboardingCompletedAt - counts 40 percent (spec 9)', async () => {
    await using server = await startTestServer();
    const ann = await server.signIn();
    const done = await ann.call('PATCH /profile', { onboardingCompletedAt: '2026-01-01T00:00:00Z' });
    expect(done.body.completeness).toBe(60);
  });

  it.each([
    ['born 18 years ago today', '2012-06-15', 200],
    ['18 tomorrow', '2012-06-16', 422],
    ['18 later this year, although the years differ by 18', '2012-12-31', 422],
    ['17', '2013-01-01', 422],
  ])('PATCH - %s - answers %s with %i', async (_case, date, status) => {
    await using server = await startTestServer({ clock: CLOCK() });
    const ann = await server.signIn();
    const answer = await ann.call('PATCH /profile', born(date));
    expect(answer.status).toBe(status);
    if (status === 200) return;
    expect(answer.body).toMatchObject({
      code: 'under_age',
      errors: [{ pointer: '/answers/bundle_intro/date_of_birth' }],
    });
    expect((await ann.call('GET /profile')).status).toBe(404);
  });

  it('PATCH - with good and bad answers - names every bad one and stores nothing', async () => {
    await using server = await startTestServer();
    const ann = await server.signIn();
    const refused = await ann.call('PATCH /profile', {
      answers: {
        intent: 'marriage',
        height_feet_inches: { feet: 9, inches: 0 },
        nonsense: 1,
        age_preference: [25, 20],
        pronouns: 'he_him',
      },
    });
    expect(refused.body).toMatchObject({ status: 422, code: 'answer_invalid' });
    expect(refused.body.errors.map(({ pointer }: { pointer: string }) => pointer).sort()).toEqual([
      '/answers/age_preference',
      '/answers/height_feet_inches/feet',
      '/answers/intent',
      '/answers/nonsense',
    ]);
    expect((await ann.call('GET /profile')).status).toBe(404);
  });

  it.each([
    ['an unknown field', { role: 'admin' }, '/role'],
    ['another email', { email: 'x@evil.test' }, '/email'],
    ['an operator for an answer', { answers: { intent: { $gt: '' } } }, '/answers/intent'],
    ['a dotted question id', { answers: { 'a.b': 'x' } }, '/answers/a.b'],
  ])('PATCH - with %s - is refused naming it', async (_case, body, pointer) => {
    await using server = await startTestServer();
    const refused = await (await server.signIn()).call('PATCH /profile', body);
    expect([400, 422]).toContain(refused.status);
    expect(refused.body.errors[0].pointer).toBe(pointer);
  });

  it('PATCH - as text, broken, or without a session - answers 415, 400, 401', async () => {
    await using server = await startTestServer();
    const ann = await server.signIn();
    expect((await ann.call('PATCH /profile', '{}', { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await ann.call('PATCH /profile', '{"answers":')).body.code).toBe('invalid_json');
    expect((await server.call('PATCH /profile', {})).status).toBe(401);
  });
});
