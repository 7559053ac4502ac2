import { startStage, wrongFor } from './testing/stage';

const TOKEN = 'POST /token?grant_type=refresh_token';

/** 3,000 students in ten minutes in the full run; by default fewer at the same rate. */
const CAMPUS = Number(process.env.FLINT_CAMPUS_STUDENTS ?? 400);
const TOGETHER = 20;

describe('a campus behind one address', () => {
  it('3,000 new students in ten minutes, with default settings - all sign in', async () => {
    await using stage = await startStage({ IP_LIMIT_FACTOR: '', CODE_MAILS_PER_HOUR: '' });
    const refused: unknown[] = [];
    for (let at = 0; at < CAMPUS; at += TOGETHER) {
      const emails = Array.from({ length: TOGETHER }, (_, n) => `opening${at + n}@campus.edu`);
      const sent = await Promise.all(emails.map((email) => stage.send(email)));
      refused.push(...sent.filter(({ status }) => status !== 200));
      // one student mistypes the first time
      await stage.verify(emails[0]!, wrongFor(await stage.codeFor(emails[0]!)));
      const codes = await Promise.all(emails.map((email) => stage.codeFor(email)));
      const entered = await Promise.all(emails.map((email, n) => stage.verify(email, codes[n]!)));
      refused.push(...entered.filter(({ status }) => status !== 200));
      stage.clock.advanceSeconds((600 * TOGETHER) / 3_000);
    }
    expect(refused).toEqual([]);
  }, 600_000);

  it('40 students with right codes - all sign in; after 30 wrong codes - further guesses are refused', async () => {
    await using stage = await startStage();
    const students = Array.from({ length: 40 }, (_, n) => `shared${n}@campus.edu`);
    for (const email of students) await stage.send(email);
    const { deps } = stage.server;
    // a twentieth of the default limits
    Object.assign(deps.env, { IP_LIMIT_FACTOR: 0.05 });
    for (const email of students) {
      const { status } = await stage.verify(email, await stage.codeFor(email));
      expect(status).toBe(200);
    }
    const wrong: number[] = [];
    for (let at = 0; at < 31; at++) wrong.push((await stage.verify('nobody@campus.edu', '123456')).status);
    expect(wrong.slice(0, 30).every((status) => status === 403)).toBe(true);
    expect(wrong.at(-1)).toBe(429);
  });

  it('300 invalid refresh tokens - do not stop other students at that address; a session that refreshes too often - gets 503', async () => {
    await using stage = await startStage({ IP_LIMIT_FACTOR: '1' });
    const [ann, ben] = [await stage.signIn('ann@campus.edu'), await stage.signIn('ben@campus.edu')];
    for (let at = 0; at < 300; at++) {
      const { status } = await stage.auth(TOKEN, { refresh_token: 'x'.repeat(60) });
      expect(status).toBe(400);
    }
    let token: string = ann.refresh_token;
    for (let at = 0; at < 150; at++) token = (await stage.refresh(token)).body.refresh_token;
    const refused = await stage.refresh(token);
    expect([refused.status, refused.body.error_code]).toEqual([503, 'over_request_rate_limit']);
    expect((await stage.refresh(ben.refresh_token)).status).toBe(200);
  });

  it.each([10, 42, 129])('a PKCE challenge of %i characters - is refused as GoTrue does', async (length) => {
    await using stage = await startStage();
    const body = { email: 'a@campus.edu', code_challenge: 'x'.repeat(length), code_challenge_method: 's256' };
    const { status, body: answer } = await stage.auth('POST /otp', body);
    expect([status, answer.error_code]).toEqual([400, 'validation_failed']);
  });
});
