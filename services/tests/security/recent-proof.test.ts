import { API_BASE, ROUTES, type Route } from '@flint/contracts';
import { startTestServer } from '@flint/testing';
import { startHostedDouble } from '../../src/resources/sign-in/testing/hosted-double';
import { startStage, type Stage } from '../../src/resources/sign-in/testing/stage';
import { asStudent, send } from './api';

/** What a stolen session must not do: export everything, erase it, or follow the student's dates. */
const SENSITIVE: readonly (readonly [method: string, at: string])[] = [
  ['GET', '/api/v1/account/export'],
  ['POST', '/api/v1/account/export-link'],
  ['POST', '/api/v1/calendar-feed'],
  ['DELETE', '/api/v1/account'],
];
const TEN_MINUTES = 600;

let stage: Stage;
beforeAll(async () => void (stage = await startStage()));
afterAll(() => stage[Symbol.asyncDispose]());

const codeOf = ({ text }: { text: string }) => (text ? JSON.parse(text).code : undefined);

it('every route that requires a recent code - is tested here', () => {
  const demanding = Object.values<Route>(ROUTES).filter(({ proof }) => proof);
  expect(demanding.map(({ method, path }) => [method, API_BASE + path]).sort()).toEqual(SENSITIVE.toSorted());
});

describe.each(SENSITIVE)('%s %s', (method, at) => {
  const ask = (token: string) => send(stage.server.url, method, at, { headers: asStudent({ token }) });
  const email = `${method.toLowerCase()}-${at.split('/').at(-1)}@campus.edu`;

  it('eleven minutes after the code, also with a fresh token - is refused with proof_needed, and succeeds after a new code', async () => {
    const { refresh_token: refresh } = await stage.signIn(email);
    stage.clock.advanceSeconds(TEN_MINUTES + 60);
    const { access_token: token } = (await stage.refresh(refresh)).body;
    const refused = await ask(token);
    expect([refused.status, codeOf(refused)]).toEqual([403, 'proof_needed']);
    expect(refused.headers.get('content-type')).toContain('application/problem+json');
    // every other request works in the session
    expect(
      (await send(stage.server.url, 'GET', '/api/v1/offers', { headers: asStudent({ token }) })).status,
    ).toBe(200);
    const proven = await stage.signIn(email);
    expect((await ask(proven.access_token)).status).toBeLessThan(300);
  });

  it('nine minutes after the code - is answered', async () => {
    const { access_token: token } = await stage.signIn(`soon-${email}`);
    stage.clock.advanceSeconds(TEN_MINUTES - 60);
    expect((await ask(token)).status).toBeLessThan(300);
  });
});

it('a session of a hosted project - uses the time the mail was read, not the token’s, and accepts only a number', async () => {
  await using project = await startHostedDouble();
  await using server = await startTestServer({ env: { SUPABASE_URL: project.url } });
  const now = Math.floor(Date.now() / 1000);
  const ways = {
    old: [{ method: 'otp', timestamp: now - 660 }],
    'a password since': [
      { method: 'otp', timestamp: now - 660 },
      { method: 'password', timestamp: now },
    ],
    'no instant': [{ method: 'otp' }],
    'a text': [{ method: 'otp', timestamp: String(now) }],
    'the far future': [{ method: 'otp', timestamp: now + 86_400 }],
  };
  const fresh = await project.token('ann@campus.edu', {
    claims: { amr: [{ method: 'magiclink', timestamp: now - 60 }] },
  });
  for (const [method, at] of SENSITIVE) {
    const ask = (token: string) => send(server.url, method, at, { headers: asStudent({ token }) });
    for (const [what, amr] of Object.entries(ways)) {
      const token = await project.token('ann@campus.edu', { claims: { amr } });
      expect([at, what, codeOf(await ask(token))]).toEqual([at, what, 'proof_needed']);
    }
    // the last one erases the account
    expect((await ask(fresh)).status).toBeLessThan(300);
  }
});
