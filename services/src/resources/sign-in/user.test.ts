import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { mailer } from '../../infra/mailer';
import { signInOf } from './sign-in';
import { useStage } from './testing/stage';
import { users, type User } from './user.model';
import { toUser } from './user.serializer';

const SMS = { type: 'sms', phone: '+14165550100' };
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

const stage = useStage();

/** A token signed with our own key, with any claims. */
async function forge(claims: Record<string, unknown>) {
  const { keyring, issuer } = signInOf(stage.server.deps);
  const { kid, privateKey } = await keyring.signing();
  const iat = Math.floor(stage.clock.now().getTime() / 1000);
  const valid = { iss: issuer, aud: 'authenticated', role: 'authenticated', iat, exp: iat + 3600 };
  return new SignJWT({ ...valid, ...claims }).setProtectedHeader({ alg: 'ES256', kid }).sign(privateKey);
}

describe('GET /user', () => {
  it('a good token - answers the bare user', async () => {
    const session = await stage.signIn();
    const authorization = `bearer ${session.access_token}`;
    const answer = await stage.auth('GET /user', undefined, { authorization });
    expect([answer.status, answer.body]).toEqual([200, session.user]);
  });

  it('a header without a token of ours - is refused', async () => {
    const rows = [
      ['', 401, 'no_authorization'],
      ['abc', 401, 'no_authorization'],
      ['Basic YTpi', 401, 'no_authorization'],
      ['Bearer sb_publishable_local', 403, 'bad_jwt'],
    ] as const;
    for (const [authorization, ...refused] of rows) {
      const { status, body } = await stage.auth('GET /user', undefined, { authorization });
      expect([authorization, status, body.error_code]).toEqual([authorization, ...refused]);
      if (status === 403) expect(body.msg).toMatch(/^invalid JWT: unable to parse or verify signature, /);
    }
  });

  it('invalid claims - are refused - each in GoTrue’s words', async () => {
    const { user } = await stage.signIn();
    const NO_SESSION = 'Session from session_id claim in JWT does not exist';
    const NO_USER = 'User from sub claim in JWT does not exist';
    const AUDIENCE = "Token audience doesn't match request audience";
    const rows: readonly (readonly [claims: object, status: number, code: string, message: unknown])[] = [
      [{ sub: undefined }, 403, 'bad_jwt', 'invalid claim: missing sub claim'],
      [{ sub: 'ann' }, 400, 'bad_jwt', 'invalid claim: sub claim must be a UUID'],
      [{ sub: randomUUID() }, 403, 'user_not_found', NO_USER],
      [{}, 403, 'session_not_found', NO_SESSION],
      [{ session_id: { $ne: '' } }, 403, 'session_not_found', NO_SESSION],
      [{ exp: 1 }, 403, 'bad_jwt', expect.stringMatching(/^invalid JWT: .*"exp"/)],
      [{ iss: 'https://evil.test' }, 403, 'bad_jwt', expect.stringMatching(/^invalid JWT: .*"iss"/)],
    ];
    const refusal = async (claims: object, headers = {}) => {
      const token = await forge({ session_id: randomUUID(), sub: user.id, ...claims });
      const { status, body } = await stage.auth('GET /user', undefined, { ...bearer(token), ...headers });
      return [status, body.error_code, body.msg];
    };
    for (const [claims, ...refused] of rows) expect(await refusal(claims)).toEqual(refused);
    expect(await refusal({}, { 'x-jwt-aud': 'admins' })).toEqual([400, 'validation_failed', AUDIENCE]);
  });

  it('a banned student - gets user_banned; the ban is shown with its end, only while it lasts', async () => {
    const { user, access_token: token } = await stage.signIn();
    const bannedUntil = new Date('2999-01-01');
    await users(stage.server.deps.db).updateOne({ _id: user.id }, { bannedUntil });
    expect((await stage.userOf(token)).body.error_code).toBe('user_banned');
    const stored = (await users(stage.server.deps.db).findById(user.id).lean()) as User;
    expect(toUser(stored)).toMatchObject({ banned_until: bannedUntil.toISOString() });
    expect(toUser({ ...stored, bannedUntil: null })).not.toHaveProperty('banned_until');
  });
});

describe('PUT /user', () => {
  async function signedIn() {
    const { access_token: token } = await stage.signIn();
    const put = (body: object) => stage.auth('PUT /user', body, bearer(token));
    return { put, stored: async () => (await stage.userOf(token)).body };
  }

  it('data - is merged, null removes a key - and nobody else’s fields are touched', async () => {
    const { put } = await signedIn();
    await put({ data: { a: 1, b: 2 } });
    const { body } = await put({ data: { b: null, c: 3 }, role: 'admin' });
    expect(body.user_metadata).toEqual({ a: 1, c: 3, email_verified: true });
    expect(body.app_metadata).toEqual({ provider: 'email', providers: ['email'] });
    expect(body.role).toBe('authenticated');
  });

  it('data - of two requests at once, and with a name that the database cannot hold - is kept, but for that name', async () => {
    const { put, stored } = await signedIn();
    const sent = [{ one: 1 }, { two: 2 }, { 'a\u0000b': { 'c\u0000': 1 } }, { '': 3 }];
    const answers = await Promise.all(sent.map((data) => put({ data })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await stored()).user_metadata).toEqual({ one: 1, two: 2, '': 3, email_verified: true });
  });

  it('data - of five requests at once, of which two fit - is kept of those two', async () => {
    const { put, stored } = await signedIn();
    const sent = Array.from({ length: 5 }, (_, nth) => ({ [`key${nth}`]: 'x'.repeat(900) }));
    const answers = await Promise.all(sent.map((data) => put({ data })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 400, 400, 400]);
    const kept = Object.keys((await stored()).user_metadata).filter((key) => key.startsWith('key'));
    const taken = sent.filter((_, nth) => answers[nth]!.status === 200);
    expect(kept.toSorted()).toEqual(taken.flatMap((data) => Object.keys(data)));
  });

  it('app_metadata - is refused as by GoTrue, and nothing of the request is stored', async () => {
    const { put, stored } = await signedIn();
    const answer = await put({ data: { a: 1 }, app_metadata: { role: 'admin' } });
    expect([answer.status, answer.body.error_code]).toEqual([403, 'not_admin']);
    const { user_metadata: data, app_metadata: own } = await stored();
    expect(data).not.toHaveProperty('a');
    expect(own).toEqual({ provider: 'email', providers: ['email'] });
  });

  it('data - too large, at once or in total, another address or a password - is refused, and the stored data is unchanged', async () => {
    const { put, stored } = await signedIn();
    expect((await put({ data: { a: 'x'.repeat(1500) } })).status).toBe(200);
    const before = await stored();
    for (const body of [
      { data: { b: 'x'.repeat(1500) } },
      { data: { b: 'x'.repeat(3000) } },
      { email: 'b@campus.edu' },
      { password: 'x' },
    ]) {
      const { status, body: refused } = await put(body);
      expect([status, refused.error_code]).toEqual([400, 'validation_failed']);
      if ('data' in body) expect(refused.msg).toBe('User metadata is larger than 2048 bytes');
    }
    expect(await stored()).toEqual(before);
  });
});

describe('POST /logout', () => {
  it.each([
    ['local', [false, true, true]],
    ['others', [true, false, false]],
    ['global', [false, false, false]],
    ['', [false, false, false]],
  ])(
    'scope %p - ends the right sessions of the student and their refresh tokens',
    async (scope, standing) => {
      const ben = await stage.signIn('ben@campus.edu');
      const devices = [];
      for (let at = 0; at < 3; at++) {
        devices.push(await stage.signIn());
        stage.clock.advanceSeconds(60);
      }
      const query = scope && `?scope=${scope}`;
      const answer = await stage.auth(`POST /logout${query}`, undefined, bearer(devices[0].access_token));
      expect([answer.status, answer.text]).toEqual([204, '']);
      for (const [at, { access_token: access, refresh_token: refresh }] of devices.entries()) {
        expect((await stage.userOf(access)).status).toBe(standing[at] ? 200 : 403);
        expect((await stage.refresh(refresh)).status).toBe(standing[at] ? 200 : 400);
      }
      expect((await stage.userOf(ben.access_token)).status).toBe(200);
    },
  );

  it('an unknown scope, or two - is refused and ends nothing', async () => {
    const { access_token: token } = await stage.signIn();
    for (const query of ['?scope=everything', '?scope=local&scope=global', '?scope[$ne]=x&scope=']) {
      const answer = await stage.auth(`POST /logout${query}`, undefined, bearer(token));
      expect([answer.status, answer.body.error_code]).toEqual([400, 'validation_failed']);
    }
    expect((await stage.userOf(token)).status).toBe(200);
  });

  it('with a token that expired, by a key that was replaced, too - is possible for a month, and for its own session only', async () => {
    const { access_token: access, refresh_token: refresh, user } = await stage.signIn();
    const late = stage.clock.now().getTime() / 1000 + 40 * 86_400;
    const forged = await forge({ sub: user.id, session_id: randomUUID(), exp: late });
    const { keyring } = signInOf(stage.server.deps);
    await keyring.rotate();
    const logout = async (scope: string) =>
      (await stage.auth(`POST /logout?scope=${scope}`, undefined, bearer(access))).status;
    // its hour is over, and a tolerance of five seconds
    stage.clock.advanceSeconds(3_606);
    expect([await logout('others'), await logout('global')]).toEqual([403, 403]);
    const { refresh_token: next } = (await stage.refresh(refresh)).body;
    stage.clock.advanceSeconds(30 * 86_400);
    await keyring.reload();
    expect((await stage.userOf(forged)).body.error_code).toBe('bad_jwt');
    expect(await logout('local')).toBe(403);
    stage.clock.advanceSeconds(-10);
    expect(await logout('local')).toBe(204);
    expect((await stage.refresh(next)).body.error_code).toBe('refresh_token_not_found');
  });
});

describe('POST /resend', () => {
  const again = (email: string) => stage.auth('POST /resend', { type: 'signup', email });

  it('signup - of an unverified account, 61 seconds later - mails a code that signs in', async () => {
    await stage.send('new@campus.edu');
    const first = await stage.codeFor('new@campus.edu');
    const soon = await again('new@campus.edu');
    expect([soon.status, soon.body.error_code]).toEqual([429, 'over_email_send_rate_limit']);
    stage.clock.advanceSeconds(61);
    expect((await again('new@campus.edu')).text).toBe('{}');
    expect((await stage.verify('new@campus.edu', first)).status).toBe(403);
    const second = await stage.codeFor('new@campus.edu');
    expect((await stage.verify('new@campus.edu', second)).status).toBe(200);
  });

  it('signup - of a verified account, an unknown one and one of another host - mails nothing, and no code stops working', async () => {
    await stage.signIn('ann@campus.edu');
    stage.clock.advanceSeconds(61);
    await stage.send('ann@campus.edu');
    const code = await stage.codeFor('ann@campus.edu');
    stage.clock.advanceSeconds(61);
    const { outbox, settled } = mailer(stage.server.deps);
    const before = outbox!.list().length;
    for (const email of ['ann@campus.edu', 'nobody@campus.edu', 'ann@evil.test']) {
      const { status, text } = await again(email);
      expect([status, text]).toEqual([200, '{}']);
    }
    // within the minute both are refused alike
    const soon = [await again('ann@campus.edu'), await again('nobody@campus.edu')];
    expect(soon.map(({ status }) => status)).toEqual([429, 429]);
    expect(soon[0]!.text).toBe(soon[1]!.text);
    await settled();
    expect(outbox!.list()).toHaveLength(before);
    expect((await stage.verify('ann@campus.edu', code)).status).toBe(200);
  });

  const ONE = 'Only an email address or phone number should be provided';
  const TYPES = 'Missing one of these types: signup, email_change, sms, phone_change';
  it('any type - answers without revealing who has an account', async () => {
    const rows = [
      [{ type: 'signup', email: 'a@campus.edu' }, 200, undefined],
      [{ type: 'email_change', email: 'new@campus.edu' }, 200, undefined],
      [{ type: 'email', email: 'a@campus.edu' }, 400, TYPES],
      [SMS, 400, 'Unsupported phone provider'],
      [{ ...SMS, email: 'a@campus.edu' }, 400, ONE],
      [{ type: 'signup', email: 'x' }, 400, 'Unable to validate email address: invalid format'],
    ] as const;
    for (const [sent, status, message] of rows) {
      const answer = await stage.auth('POST /resend', sent);
      expect([sent, answer.status, answer.body.msg]).toEqual([sent, status, message]);
      if (status === 200) expect(answer.text).toBe('{}');
    }
  });
});
