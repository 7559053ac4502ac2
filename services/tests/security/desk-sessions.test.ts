import { withProof } from '@flint/contracts/proof-of-work';
import { DESK_BASE, OPERATOR_HEADER } from '@flint/contracts/desk';
import { removeOperator } from '../../src/resources/safety/operators';
import { addressOf, codeOf, startTestDesk, type TestDesk } from '../../src/desk/testing/desk';

let desk: TestDesk;
// each test of a factor has an operator of its own
beforeAll(
  async () => void (desk = await startTestDesk(['kim', 'lou', 'sam', 'ivy', 'fay', 'gus', 'hal', 'eli'])),
);
afterAll(() => desk[Symbol.asyncDispose]());

const actsOf = async (operator: string) => {
  const rows = desk.server.deps.db.collection('safety_log').find({ operator }).sort({ _id: 1 });
  return (await rows.toArray()).map(({ act }) => act);
};

describe('signing in at the desk', () => {
  it('with an unknown address - gets the same answer, the same limit and no mail', async () => {
    desk.clock.advanceSeconds(3600);
    const ask = (email: string) => desk.browser().call('POST /session/code', { email });
    const [known, unknown] = [await ask(addressOf('lou')), await ask('eve@campus.edu')];
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
    expect(await desk.mailedCode('eve@campus.edu')).toBe('');
    const [again, other] = [await ask(addressOf('lou')), await ask('eve@campus.edu')];
    expect([other.status, other.body.detail]).toEqual([again.status, again.body.detail]);
    expect(again.status).toBe(429);
    const tried = await desk.browser().call('POST /session', { email: 'eve@campus.edu', code: '123456' });
    expect([tried.status, tried.body.code]).toEqual([401, 'wrong_code']);
  });

  it('with a code that is old, used, wrong or a student’s - is refused in one sentence', async () => {
    desk.clock.advanceSeconds(3600);
    const email = addressOf('lou');
    const at = desk.browser();
    const enter = (code: string) => codeOf(at.call('POST /session', { email, code }));
    await at.call('POST /session/code', { email });
    const code = await desk.mailedCode(email);
    expect(await enter(code === '111111' ? '222222' : '111111')).toEqual([401, 'wrong_code']);
    const asStudent = await fetch(`${desk.server.url}/auth/v1/verify`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, token: code, type: 'email' }),
    });
    expect(asStudent.status).toBe(403);
    expect((await enter(code))[0]).toBe(200);
    expect(await enter(code)).toEqual([401, 'wrong_code']);
    desk.clock.advanceSeconds(61);
    await at.call('POST /session/code', { email });
    const late = await desk.mailedCode(email);
    desk.clock.advanceSeconds(601);
    expect(await enter(late)).toEqual([401, 'wrong_code']);
  });

  it('while a stranger guesses and asks for codes as well - the operator’s own code works', async () => {
    desk.clock.advanceSeconds(3600);
    const email = addressOf('sam');
    const sam = desk.browser();
    await sam.call('POST /session/code', { email });
    const code = await desk.mailedCode(email);
    desk.clock.advanceSeconds(60);
    const stranger = desk.browser();
    await stranger.call('POST /session/code', { email });
    const own = await desk.mailedCode(email);
    for (const at of [desk.browser(), stranger])
      for (let i = 0; i < 12; i++) {
        const guess = String(100_000 + i);
        if (guess === code || guess === own) continue;
        expect(await codeOf(at.call('POST /session', { email, code: guess }))).toEqual([401, 'wrong_code']);
      }
    // a browser that asked for no code cannot use one
    expect((await desk.browser().call('POST /session', { email, code })).status).toBe(401);
    expect((await sam.call('POST /session', { email, code })).status).toBe(200);
  });

  it('behind an address that a stranger exhausted - costs a new browser a proof of work, and a known one nothing', async () => {
    desk.clock.advanceSeconds(3600);
    const email = addressOf('kim');
    const kim = await desk.half('kim');
    for (let i = 0; i < 31; i++)
      await desk.browser().call('POST /session/code', { email: `invented${i}@campus.edu` });
    desk.clock.advanceSeconds(61);
    const { status, body } = await desk.browser().call('POST /session/code', { email });
    expect([status, body.code, body.challenge]).toEqual([
      429,
      'rate_limited',
      expect.objectContaining({ algorithm: 'SHA-256' }),
    ]);
    expect((await kim.call('POST /session/code', { email })).status).toBe(202);
    const prove = withProof((input, init) => fetch(input, init));
    const answer = await prove(`${desk.url}${DESK_BASE}/session/code`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: desk.url },
      body: JSON.stringify({ email: 'invented@campus.edu' }),
    });
    expect(answer.status).toBe(202);
    desk.clock.advanceSeconds(3600);
  });

  it('the second factor - is shown once, sealed, needs the operator’s secret, and replaces no other factor', async () => {
    const thief = await desk.half('ivy');
    const { body: made, headers } = await thief.call('POST /session/enrolment', {});
    expect([made.secret, made.uri]).toEqual([
      expect.stringMatching(/^[A-Z2-7]{32}$/),
      expect.stringContaining(`secret=${made.secret}`),
    ]);
    expect(headers.get('cache-control')).toBe('no-store');
    const stored = JSON.stringify(await desk.server.deps.db.collection('desk_sessions').find().toArray());
    expect(stored).not.toContain(made.secret);
    const { Secret, TOTP } = await import('otpauth');
    const code = new TOTP({ secret: Secret.fromBase32(made.secret) }).generate({
      timestamp: desk.clock.now().getTime(),
    });
    for (const secret of [undefined, 'lou has a long secret'])
      expect(await codeOf(thief.call('POST /session/second-factor', { code, secret }))).toEqual([
        403,
        'wrong_secret',
      ]);
    expect((await thief.call('GET /session')).body).toMatchObject({
      stage: 'code',
      isEnrolled: false,
      others: [],
    });
    const ivy = await desk.signIn('ivy');
    expect((await ivy.call('GET /session')).body).toMatchObject({
      operator: 'ivy',
      stage: 'full',
      isEnrolled: true,
      until: desk.server.inHours(8),
      idleMinutes: 15,
      others: expect.not.arrayContaining(['ivy']),
    });
    const refused = 'refused: wrong secret at the desk';
    expect(await actsOf('ivy')).toEqual([refused, refused, 'second factor', 'sign in']);
    const again = await desk.half('ivy');
    expect(await codeOf(again.call('POST /session/enrolment', {}))).toEqual([403, 'enrolled']);
    expect(JSON.stringify(await desk.server.deps.db.collection('desk_factors').find().toArray())).toMatch(
      /"secret":"sealed:/,
    );
  });

  it('a code of the authenticator - works once, also for two simultaneous tries, and an older one never again', async () => {
    await desk.signIn('kim');
    const [one, two] = [await desk.half('kim'), await desk.half('kim')];
    const code = desk.totp('kim');
    const both = await Promise.all([one, two].map((at) => at.call('POST /session/second-factor', { code })));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 403]);
    // both are within the minute of clock tolerance
    const [three, four] = [await desk.half('kim'), await desk.half('kim')];
    const [newer, older] = [desk.totp('kim', 30), desk.totp('kim')];
    expect((await three.call('POST /session/second-factor', { code: newer })).status).toBe(200);
    expect(await codeOf(four.call('POST /session/second-factor', { code: older }))).toEqual([
      403,
      'wrong_second_factor',
    ]);
  });

  it('right second factors - are not counted', async () => {
    // in less than a quarter of an hour
    for (let time = 0; time < 6; time++) await desk.signIn('eli');
  });

  it('wrong second factors - are counted over sessions, refused after five, and are in the log', async () => {
    await desk.signIn('fay');
    const at = await desk.half('fay');
    const answers: number[] = [];
    for (let i = 0; i < 7; i++) {
      const wrong = String((Number(desk.totp('fay')) + 1 + i) % 1_000_000).padStart(6, '0');
      answers.push((await at.call('POST /session/second-factor', { code: wrong })).status);
    }
    expect(answers).toEqual([403, 403, 403, 403, 403, 429, 429]);
    expect(await actsOf('fay')).toEqual([
      'second factor',
      'sign in',
      ...Array.from({ length: 5 }, () => 'refused: wrong second factor'),
      ...Array.from({ length: 2 }, () => 'refused: too many second factors'),
    ]);
  });
});

describe('a session at the desk', () => {
  it('its cookie - is for this host and no script, and changes with the second factor', async () => {
    const at = desk.browser();
    desk.clock.advanceSeconds(61);
    await at.call('POST /session/code', { email: addressOf('lou') });
    const code = await desk.mailedCode(addressOf('lou'));
    const { headers } = await at.call('POST /session', { email: addressOf('lou'), code });
    expect(headers.get('set-cookie')).toMatch(
      /^flint-desk=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Strict$/,
    );
    const before = at.cookie;
    const lou = await desk.signIn('lou');
    expect(lou.cookie).not.toBe(before);
    const stored = JSON.stringify(await desk.server.deps.db.collection('desk_sessions').find().toArray());
    expect(stored).not.toContain(lou.cookie.split('=')[1]);
  });

  it('a quarter of an hour without activity - ends it, even if the page reloads automatically', async () => {
    const lou = await desk.signIn('lou');
    for (let minutes = 0; minutes < 14; minutes += 2) {
      desk.clock.advanceSeconds(120);
      expect((await lou.call('GET /cases?background=yes')).status).toBe(200);
    }
    desk.clock.advanceSeconds(120);
    expect(await codeOf(lou.call('GET /cases?background=yes'))).toEqual([401, 'session_over']);
  });

  it('after eight hours - ends despite activity', async () => {
    const lou = await desk.signIn('lou');
    for (let minutes = 0; minutes < 8 * 60; minutes += 10) {
      expect((await lou.call('GET /session')).status).toBe(200);
      desk.clock.advanceSeconds(600);
    }
    expect(await codeOf(lou.call('GET /session'))).toEqual([401, 'session_over']);
  });

  it('signing out - ends it at the server', async () => {
    const lou = await desk.signIn('lou');
    const cookie = { cookie: lou.cookie };
    expect((await lou.call('DELETE /session')).status).toBe(204);
    expect(await codeOf(lou.call('GET /session', undefined, cookie))).toEqual([401, 'session_over']);
  });

  it('of another operator than the page shows - is refused, logs nothing, and goes on for its own page', async () => {
    await desk.signIn('kim');
    const lou = await desk.signIn('lou');
    const rows = () => desk.server.deps.db.collection('safety_log').countDocuments();
    const before = await rows();
    const ask = (shown: string) => codeOf(lou.call('GET /cases', undefined, { [OPERATOR_HEADER]: shown }));
    expect(await ask('kim')).toEqual([401, 'other_operator']);
    expect(await rows()).toBe(before);
    expect(await ask('lou')).toEqual([200, undefined]);
  });

  it('an operator removed meanwhile - is refused at the next request, and their factor is deleted', async () => {
    const gus = await desk.signIn('gus');
    await removeOperator(desk.server.deps, 'gus');
    expect((await gus.call('GET /cases')).status).toBe(401);
    expect(await desk.server.deps.db.collection('desk_factors').countDocuments({ _id: 'gus' as never })).toBe(
      0,
    );
  });

  it('an operator no longer in the setting - is refused, and gets no code', async () => {
    const hal = await desk.signIn('hal');
    await desk.server.deps.db.collection('safety_operators').deleteOne({ _id: 'hal' as never });
    expect(await codeOf(hal.call('GET /cases'))).toEqual([401, 'removed']);
    expect(await codeOf(hal.call('GET /cases'))).toEqual([401, 'session_over']);
    const mailed = await desk.mailedCode(addressOf('hal'));
    desk.clock.advanceSeconds(3600);
    await desk.browser().call('POST /session/code', { email: addressOf('hal') });
    expect(await desk.mailedCode(addressOf('hal'))).toBe(mailed);
  });
});
