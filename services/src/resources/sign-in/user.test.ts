import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { mailer } from '../../infra/mailer';
import { signInOf } from './sign-in';
import { startStage, type Stage } from './testing/stage';
import { users, type User } from './user.model';
import { toUser } from './user.serializer';

const NOON = new Date('2031-03-03T12:00:00.000Z');
const MODERN = { 'x-supabase-api-version': '2024-01-01' };
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** A token signed with our own key, with any claims. */
async function forge({ server, clock }: Stage, claims: Record<string, unknown>, header = {}) {
  const { keyring, issuer } = signInOf(server.deps);
  const { kid, privateKey } = await keyring.signing();
  const iat = Math.floor(clock.now().getTime() / 1000);
  return new SignJWT({
    iss: issuer,
    aud: 'authenticated',
    role: 'authenticated',
    iat,
    exp: iat + 3600,
    ...claims,
  })
    .setProtectedHeader({ alg: 'ES256', kid, ...header })
    .sign(privateKey);
}

describe('GET /user', () => {
  it('a good token - answers the bare user', async () => {
    await using stage = await startStage();
    const session = await stage.signIn();
    const answer = await stage.auth('GET /user', undefined, {
      authorization: `bearer ${session.access_token}`,
    });
    expect([answer.status, answer.body]).toEqual([200, session.user]);
  });

  it.each([
    ['none', '', 401, 'no_authorization'],
    ['no scheme', 'abc', 401, 'no_authorization'],
    ['another scheme', 'Basic YTpi', 401, 'no_authorization'],
    ['the public key of the client', 'Bearer sb_publishable_local', 403, 'bad_jwt'],
  ])('a header with %s - is %s', async (_what, authorization, status, code) => {
    await using stage = await startStage();
    const answer = await stage.auth('GET /user', undefined, { authorization, ...MODERN });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    if (status === 403)
      expect(answer.body.message).toMatch(/^invalid JWT: unable to parse or verify signature, /);
  });

  it('invalid claims - are refused - each in GoTrue’s words', async () => {
    await using stage = await startStage();
    const { user } = await stage.signIn();
    const sessionId = randomUUID();
    const at = (claims: Record<string, unknown>, headers = {}) =>
      forge(stage, { session_id: sessionId, sub: user.id, ...claims }).then((token) =>
        stage.auth('GET /user', undefined, { ...bearer(token), ...headers }),
      );
    const rows = [
      [await at({ sub: undefined }), 403, 'bad_jwt', 'invalid claim: missing sub claim'],
      [await at({ sub: 'ann' }), 400, 'bad_jwt', 'invalid claim: sub claim must be a UUID'],
      [await at({ sub: randomUUID() }), 403, 'user_not_found', 'User from sub claim in JWT does not exist'],
      [await at({}), 403, 'session_not_found', 'Session from session_id claim in JWT does not exist'],
      [
        await at({ session_id: { $ne: '' } }),
        403,
        'session_not_found',
        'Session from session_id claim in JWT does not exist',
      ],
      [
        await at({}, { 'x-jwt-aud': 'admins' }),
        400,
        'validation_failed',
        "Token audience doesn't match request audience",
      ],
      [await at({ exp: 1 }), 403, 'bad_jwt', expect.stringMatching(/^invalid JWT: .*"exp"/)],
      [
        await at({ iss: 'https://evil.test' }),
        403,
        'bad_jwt',
        expect.stringMatching(/^invalid JWT: .*"iss"/),
      ],
    ] as const;
    for (const [answer, status, code, message] of rows) {
      expect([answer.status, answer.body.error_code, answer.body.msg]).toEqual([status, code, message]);
    }
  });

  it('a banned student - gets user_banned', async () => {
    await using stage = await startStage();
    const { user, access_token: token } = await stage.signIn();
    await users(stage.server.deps.db).updateOne({ _id: user.id }, { bannedUntil: new Date('2999-01-01') });
    expect((await stage.userOf(token)).body.error_code).toBe('user_banned');
  });
});

describe('PUT /user', () => {
  it('data - is merged, null removes a key - and nobody else’s fields are touched', async () => {
    await using stage = await startStage();
    const { access_token: token } = await stage.signIn();
    const put = (body: unknown) => stage.auth('PUT /user', body, bearer(token));
    await put({ data: { a: 1, b: 2 } });
    const { body } = await put({ data: { b: null, c: 3 }, role: 'admin' });
    expect(body.user_metadata).toEqual({ a: 1, c: 3, email_verified: true });
    expect(body.app_metadata).toEqual({ provider: 'email', providers: ['email'] });
    expect(body.role).toBe('authenticated');
  });

  it('data - of two requests at once, and with a name that the database cannot hold - is kept, but for that name', async () => {
    await using stage = await startStage();
    const { access_token: token } = await stage.signIn();
    const put = (data: object) => stage.auth('PUT /user', { data }, bearer(token));
    const answers = await Promise.all([
      put({ one: 1 }),
      put({ two: 2 }),
      put({ 'a\u0000b': { 'c\u0000': 1 } }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await stage.userOf(token)).body.user_metadata).toEqual({ one: 1, two: 2, email_verified: true });
  });

  it('app_metadata - is refused as by GoTrue, and nothing of the request is stored', async () => {
    await using stage = await startStage();
    const { access_token: token } = await stage.signIn();
    const sent = { data: { a: 1 }, app_metadata: { role: 'admin' } };
    const answer = await stage.auth('PUT /user', sent, bearer(token));
    expect([answer.status, answer.body.error_code]).toEqual([403, 'not_admin']);
    const { body } = await stage.userOf(token);
    expect(body.user_metadata).not.toHaveProperty('a');
    expect(body.app_metadata).toEqual({ provider: 'email', providers: ['email'] });
  });

  it.each([{ email: 'b@campus.edu' }, { password: 'x' }, { data: { a: 'x'.repeat(3000) } }])(
    '%j - is refused',
    async (body) => {
      await using stage = await startStage();
      const { access_token: token } = await stage.signIn();
      const answer = await stage.auth('PUT /user', body, bearer(token));
      expect([answer.status, answer.body.error_code]).toEqual([400, 'validation_failed']);
    },
  );
});

describe('the user object', () => {
  it('data - too large in total - is refused, and the stored data is unchanged', async () => {
    await using stage = await startStage();
    const { access_token: token } = await stage.signIn();
    const put = (data: object) => stage.auth('PUT /user', { data }, bearer(token));
    expect((await put({ a: 'x'.repeat(1500) })).status).toBe(200);
    expect((await put({ b: 'x'.repeat(1500) })).body.msg).toBe('User metadata is larger than 2048 bytes');
    expect((await stage.userOf(token)).body.user_metadata).not.toHaveProperty('b');
  });

  it('a ban - is shown with its end - only while it lasts', async () => {
    const times = { lastSignInAt: NOON, createdAt: NOON, updatedAt: NOON, confirmedAt: NOON };
    const user = { _id: 'u1', email: 'a@campus.edu', identityId: 'i1', appMetadata: {}, userMetadata: {} };
    expect(toUser({ ...user, ...times, bannedUntil: NOON } as unknown as User)).toMatchObject({
      banned_until: NOON.toISOString(),
    });
    expect(toUser({ ...user, ...times, bannedUntil: null } as unknown as User)).not.toHaveProperty(
      'banned_until',
    );
  });
});

describe('POST /logout', () => {
  /** Three devices of one student. */
  async function devices(stage: Stage) {
    const all = [];
    for (let at = 0; at < 3; at++) {
      all.push(await stage.signIn());
      stage.clock.advanceSeconds(60);
    }
    return all;
  }

  it.each([
    ['local', [false, true, true]],
    ['others', [true, false, false]],
    ['global', [false, false, false]],
    ['', [false, false, false]],
  ])('scope %p - ends the right sessions and their refresh tokens', async (scope, standing) => {
    await using stage = await startStage();
    const all = await devices(stage);
    const answer = await stage.auth(
      `POST /logout${scope && `?scope=${scope}`}`,
      undefined,
      bearer(all[0].access_token),
    );
    expect([answer.status, answer.text]).toEqual([204, '']);
    for (const [at, { access_token: access, refresh_token: refresh }] of all.entries()) {
      expect((await stage.userOf(access)).status).toBe(standing[at] ? 200 : 403);
      expect((await stage.refresh(refresh)).status).toBe(standing[at] ? 200 : 400);
    }
  });

  it.each(['?scope=everything', '?scope=local&scope=global', '?scope[$ne]=x&scope='])(
    '%s - is refused and ends nothing',
    async (query) => {
      await using stage = await startStage();
      const { access_token: token } = await stage.signIn();
      const answer = await stage.auth(`POST /logout${query}`, undefined, bearer(token));
      expect([answer.status, answer.body.error_code]).toEqual([400, 'validation_failed']);
      expect((await stage.userOf(token)).status).toBe(200);
    },
  );

  it.each([
    ['local', 204],
    ['others', 403],
    ['global', 403],
  ])('scope %s - with a token that expired a day ago - is answered %i', async (scope, status) => {
    await using stage = await startStage();
    const { access_token: access, refresh_token: refresh } = await stage.signIn();
    stage.clock.advanceSeconds(86_400);
    expect((await stage.auth(`POST /logout?scope=${scope}`, undefined, bearer(access))).status).toBe(status);
    expect((await stage.refresh(refresh)).status).toBe(status === 204 ? 400 : 200);
  });

  it('another student - is not affected', async () => {
    await using stage = await startStage();
    const ann = await stage.signIn();
    const ben = await stage.signIn('ben@campus.edu');
    await stage.auth('POST /logout?scope=global', undefined, bearer(ann.access_token));
    expect((await stage.userOf(ben.access_token)).status).toBe(200);
  });
});

describe('POST /resend', () => {
  const again = (stage: Stage, email: string) => stage.auth('POST /resend', { type: 'signup', email });

  it('signup - of an unverified account, 61 seconds later - mails a code that signs in', async () => {
    await using stage = await startStage();
    await stage.send('new@campus.edu');
    const first = await stage.codeFor('new@campus.edu');
    const soon = await again(stage, 'new@campus.edu');
    expect([soon.status, soon.body.error_code]).toEqual([429, 'over_email_send_rate_limit']);
    stage.clock.advanceSeconds(61);
    expect([
      (await again(stage, 'new@campus.edu')).text,
      (await stage.verify('new@campus.edu', first)).status,
    ]).toEqual(['{}', 403]);
    const second = await stage.codeFor('new@campus.edu');
    expect((await stage.verify('new@campus.edu', second)).status).toBe(200);
  });

  it('signup - of a verified account, an unknown one and one of another host - mails nothing, and no code stops working', async () => {
    await using stage = await startStage();
    await stage.signIn('ann@campus.edu');
    stage.clock.advanceSeconds(61);
    await stage.send('ann@campus.edu');
    const code = await stage.codeFor('ann@campus.edu');
    stage.clock.advanceSeconds(61);
    const { outbox, settled } = mailer(stage.server.deps);
    const before = outbox!.list().length;
    const all = ['ann@campus.edu', 'nobody@campus.edu', 'ann@evil.test'];
    const answers = [];
    for (const email of all) answers.push(await again(stage, email));
    expect(answers.map(({ status, text }) => [status, text])).toEqual(all.map(() => [200, '{}']));
    // within the minute both are refused alike
    const soon = [await again(stage, 'ann@campus.edu'), await again(stage, 'nobody@campus.edu')];
    expect(soon.map(({ status }) => status)).toEqual([429, 429]);
    expect(soon[0]!.text).toBe(soon[1]!.text);
    await settled();
    expect(outbox!.list()).toHaveLength(before);
    expect((await stage.verify('ann@campus.edu', code)).status).toBe(200);
  });

  it.each([
    ['signup', { type: 'signup', email: 'a@campus.edu' }, 200, undefined],
    ['email_change', { type: 'email_change', email: 'new@campus.edu' }, 200, undefined],
    [
      'a login code',
      { type: 'email', email: 'a@campus.edu' },
      400,
      'Missing one of these types: signup, email_change, sms, phone_change',
    ],
    ['a phone', { type: 'sms', phone: '+14165550100' }, 400, 'Unsupported phone provider'],
    [
      'both',
      { type: 'sms', phone: '+14165550100', email: 'a@campus.edu' },
      400,
      'Only an email address or phone number should be provided',
    ],
    [
      'a bad address',
      { type: 'signup', email: 'x' },
      400,
      'Unable to validate email address: invalid format',
    ],
  ])('%s - answers without revealing who has an account', async (_what, body, status, message) => {
    await using stage = await startStage();
    const answer = await stage.auth('POST /resend', body);
    expect([answer.status, answer.body.msg]).toEqual([status, message]);
    if (status === 200) expect(answer.text).toBe('{}');
  });
});
