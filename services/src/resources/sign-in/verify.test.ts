import mongoose from 'mongoose';
import { mailboxes } from './mailbox.model';
import { startStage, wrongFor, type Stage } from './testing/stage';
import { users } from './user.model';

const email = 'ann@campus.edu';
const EXPIRED = { code: 'otp_expired', message: 'Token has expired or is invalid' };
const LINK = { code: 'otp_expired', message: 'Email link is invalid or has expired' };
const failed = (message: string) => ({ code: 'validation_failed', message });
const MODERN = { 'x-supabase-api-version': '2024-01-01' };

const NEITHER = failed('Verify requires either a token or a token hash');
const ONE_NAME = failed('Only an email address or phone number should be provided on verify');
const HASH_ONLY = failed('Only the token_hash and type should be provided');

/** The responses required for compatibility with GoTrue (decisions/004). */
const ROWS: readonly (readonly [
  string,
  Record<string, unknown>,
  number,
  { code: string; message: string },
])[] = [
  ['no type', { email, token: '123456' }, 400, failed('Verify requires a verification type')],
  ['neither token nor hash', { email, type: 'email' }, 400, NEITHER],
  ['both token and hash', { email, type: 'email', token: '123456', token_hash: 'x' }, 400, NEITHER],
  ['a token without an address', { type: 'email', token: '123456' }, 400, ONE_NAME],
  ['a token with two names', { type: 'email', token: '123456', email, phone: '+14165550100' }, 400, ONE_NAME],
  ['a hash with an address', { type: 'email', token_hash: 'x', email }, 400, HASH_ONLY],
  [
    'a hash with redirect_to',
    { type: 'email', token_hash: 'x', redirect_to: 'https://a.test' },
    400,
    HASH_ONLY,
  ],
  ['a hash', { type: 'email', token_hash: 'x' }, 403, LINK],
  ['a bad address', { type: 'email', token: '123456', email: 'a@@b' }, 422, failed('Invalid email format')],
  [
    'a bad phone',
    { type: 'sms', token: '123456', phone: 'x' },
    400,
    failed('Invalid phone number format (E.164 required)'),
  ],
  ['a phone', { type: 'sms', token: '123456', phone: '+14165550100' }, 403, EXPIRED],
  ['an unknown address', { type: 'email', token: '123456', email: 'new@campus.edu' }, 403, EXPIRED],
  ['an unknown type', { type: 'carrier-pigeon', token: '123456', email }, 403, EXPIRED],
  ['an address of another host', { type: 'email', token: '123456', email: 'a@evil.test' }, 403, EXPIRED],
  [
    'a token as a number',
    { type: 'email', token: 123456, email },
    400,
    { code: 'bad_json', message: 'Could not read token as a string' },
  ],
  [
    'a query operator as a token',
    { type: 'email', token: { $ne: null }, email },
    400,
    { code: 'bad_json', message: 'Could not read token as a string' },
  ],
];

describe('POST /verify', () => {
  it.each(ROWS)('%s - is refused - in both error shapes', async (_what, body, status, { code, message }) => {
    await using stage = await startStage();
    const modern = await stage.auth('POST /verify', body, MODERN);
    expect([modern.status, modern.body]).toEqual([status, { code, message }]);
    const old = await stage.auth('POST /verify', body);
    expect([old.status, old.body]).toEqual([status, { code: status, error_code: code, msg: message }]);
  });

  it.each(['email', 'magiclink', 'signup', 'recovery', 'invite'])(
    'the right code - as type %s - starts a session with GoTrue’s user object',
    async (type) => {
      await using stage = await startStage();
      await stage.send(email);
      const token = await stage.codeFor(email);
      const { status, body, headers } = await stage.auth('POST /verify', {
        email: 'ANN@campus.edu',
        token,
        type,
      });
      expect(status).toBe(200);
      expect(headers.get('cache-control')).toBe('no-store');
      const now = stage.clock.now();
      expect(body).toEqual({
        access_token: expect.stringMatching(/^ey[\w-]+\.[\w-]+\.[\w-]{86}$/),
        token_type: 'bearer',
        expires_in: 3600,
        expires_at: Math.floor(now.getTime() / 1000) + 3600,
        refresh_token: expect.stringMatching(/^[\w-]{51,63}$/),
        user: {
          id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
          aud: 'authenticated',
          role: 'authenticated',
          email,
          email_confirmed_at: now.toISOString(),
          phone: '',
          confirmed_at: now.toISOString(),
          last_sign_in_at: now.toISOString(),
          created_at: now.toISOString(),
          updated_at: now.toISOString(),
          app_metadata: { provider: 'email', providers: ['email'] },
          user_metadata: { email_verified: true },
          identities: [expect.objectContaining({ provider: 'email', user_id: body.user.id, email })],
          is_anonymous: false,
        },
      });
    },
  );

  it('the browser - gets one id, in a cookie that no script reads and no other site sends', async () => {
    await using stage = await startStage({ PUBLIC_URL: 'https://flint.campus.edu' });
    await stage.send(email);
    const first = await stage.verify(email, await stage.codeFor(email));
    const cookie = first.headers.get('set-cookie');
    expect(cookie).toMatch(
      /^flint-device=[\w-]{22}; Path=\/auth\/v1; Max-Age=31536000; HttpOnly; SameSite=Strict; Secure$/,
    );
    stage.clock.advanceSeconds(60);
    await stage.send(email);
    const again = { email, token: await stage.codeFor(email), type: 'email' };
    const second = await stage.auth('POST /verify', again, { cookie: cookie!.split(';')[0]! });
    expect([second.status, second.headers.get('set-cookie')]).toEqual([200, cookie]);
  });

  it('wrong, used, replaced, expired, out of tries, never requested - all get the same bytes', async () => {
    await using stage = await startStage();
    const used = async () => {
      await stage.signIn('used@campus.edu');
      return stage.verify('used@campus.edu', await stage.codeFor('used@campus.edu'));
    };
    const replaced = async () => {
      await stage.send('replaced@campus.edu');
      const first = await stage.codeFor('replaced@campus.edu');
      stage.clock.advanceSeconds(60);
      await stage.send('replaced@campus.edu');
      const second = await stage.codeFor('replaced@campus.edu');
      return stage.verify('replaced@campus.edu', first === second ? wrongFor(second) : first);
    };
    const late = async () => {
      await stage.send('late@campus.edu');
      stage.clock.advanceSeconds(600);
      return stage.verify('late@campus.edu', await stage.codeFor('late@campus.edu'));
    };
    const exhausted = async () => {
      await stage.send('tired@campus.edu');
      const code = await stage.codeFor('tired@campus.edu');
      for (let at = 0; at < 5; at++) await stage.verify('tired@campus.edu', wrongFor(code));
      return stage.verify('tired@campus.edu', code);
    };
    const answers = [
      await used(),
      await replaced(),
      await late(),
      await exhausted(),
      await stage.verify('nobody@campus.edu', '123456'),
      await stage.verify('nobody@campus.edu', '12345'),
    ];
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(403);
  });

  it('a code - one second before its ten minutes are over - still works', async () => {
    await using stage = await startStage();
    await stage.send(email);
    stage.clock.advanceSeconds(599);
    expect((await stage.verify(email, await stage.codeFor(email))).status).toBe(200);
  });

  it('a code requested for ann+a@, where tags are allowed - is mailed to ann@ and signs in ann@', async () => {
    await using stage = await startStage({ UNIVERSITY_EMAIL_PLUS_TAGS: 'true' });
    await stage.send('ann+a@campus.edu');
    const code = await stage.codeFor(email);
    expect((await stage.verify('ann+b@campus.edu', code)).body.user.email).toBe(email);
  });

  it('an account - is created unverified by the first code request, verified by the right code, and found by the next', async () => {
    await using stage = await startStage();
    const accounts = users(stage.server.deps.db);
    const made = async () => {
      // created after the response
      for (let tries = 0; tries < 200; tries++) {
        const account = await accounts.findOne({ email }).lean();
        if (account) return account;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      throw new Error('no account was made');
    };
    await stage.auth('POST /otp', { email, data: { name: 'Mallory', domain_verified: 'x' } });
    const unverified = await made();
    const aDayOn = stage.clock.now().getTime() + 24 * 60 * 60_000;
    expect(unverified).toMatchObject({ confirmedAt: null, lastSignInAt: null, userMetadata: {} });
    expect(unverified.unverifiedUntil?.getTime()).toBe(aDayOn);
    expect((await accounts.listIndexes()).find(({ key }) => 'unverifiedUntil' in key)).toMatchObject({
      expireAfterSeconds: 0,
    });
    stage.clock.advanceSeconds(60);
    await stage.auth('POST /otp', { email, data: { name: 'Mallory', domain_verified: true } });
    const first = (await stage.verify(email, await stage.codeFor(email))).body;
    expect(first.user).toMatchObject({
      id: unverified._id,
      user_metadata: { domain_verified: true, email_verified: true },
    });
    expect(first.user.user_metadata).not.toHaveProperty('name');
    expect(await made()).toMatchObject({ confirmedAt: stage.clock.now(), unverifiedUntil: null });
    stage.clock.advanceSeconds(60);
    await stage.auth('POST /otp', { email, data: { name: 'Mallory' } });
    const second = (await stage.verify(email, await stage.codeFor(email))).body;
    expect(second.user.id).toBe(first.user.id);
    expect(second.user.user_metadata).toEqual({ domain_verified: true, email_verified: true });
    expect(await accounts.countDocuments()).toBe(1);
  });

  it('an unverified account - with create_user false - counts as unknown', async () => {
    await using stage = await startStage({ AUTH_REVEAL_ACCOUNTS: 'true' });
    await stage.send(email);
    await stage.codeFor(email);
    const answer = await stage.auth('POST /otp', { email, create_user: false });
    expect([answer.status, answer.body.error_code]).toEqual([422, 'otp_disabled']);
  });

  it('a banned student - with the right code - learns of the ban; with a wrong one does not', async () => {
    await using stage = await startStage();
    const { user } = await stage.signIn(email);
    await users(stage.server.deps.db).updateOne({ _id: user.id }, { bannedUntil: new Date('2999-01-01') });
    stage.clock.advanceSeconds(60);
    await stage.send(email);
    const code = await stage.codeFor(email);
    expect((await stage.verify(email, wrongFor(code))).body.error_code).toBe('otp_expired');
    const answer = await stage.verify(email, code);
    expect([answer.status, answer.body.error_code, answer.body.msg]).toEqual([
      403,
      'user_banned',
      'User is banned',
    ]);
  });
});

describe('tries', () => {
  const tryMany = (stage: Stage, count: number, code: string) =>
    Promise.all(Array.from({ length: count }, () => stage.verify(email, code)));

  it('50 wrong codes at once - compare five - and the right one afterwards is refused', async () => {
    await using stage = await startStage();
    await stage.send(email);
    const code = await stage.codeFor(email);
    await tryMany(stage, 50, wrongFor(code));
    const mailbox = await mailboxes(stage.server.deps.db)
      .findOne({ _id: mongoose.trusted({ $ne: 'nobody' }) })
      .lean();
    expect(mailbox?.triedAt).toHaveLength(5);
    expect((await mailboxes(stage.server.deps.db).findById(mailbox?.newest).lean())?.code?.openTries).toBe(0);
    expect((await stage.verify(email, code)).status).toBe(403);
  });

  it('20 wrong tries in a day - leave one try per code, which still signs in - until the next day', async () => {
    await using stage = await startStage();
    const wrong = async (times: number) => {
      await stage.send(email);
      const code = await stage.codeFor(email);
      for (let at = 0; at < times; at++) await stage.verify(email, wrongFor(code));
      return code;
    };
    for (let at = 0; at < 4; at++) {
      await wrong(5);
      stage.clock.advanceSeconds(60);
    }
    const fifth = await wrong(1);
    expect((await stage.verify(email, fifth)).status).toBe(403);
    stage.clock.advanceSeconds(60);
    expect((await stage.verify(email, await wrong(0))).status).toBe(200);
    stage.clock.advanceSeconds(24 * 60 * 60);
    const nextDay = await wrong(4);
    expect((await stage.verify(email, nextDay)).status).toBe(200);
  });

  it('anything but six digits - does not count as a try', async () => {
    await using stage = await startStage();
    await stage.send(email);
    for (let at = 0; at < 10; at++) await stage.verify(email, '12345');
    expect((await stage.verify(email, await stage.codeFor(email))).status).toBe(200);
  });
});
