import { devices } from './mailbox.model';
import { sessions } from './session.model';
import { useStage, wrongFor, type Stage } from './testing/stage';
import { users } from './user.model';

const email = 'ann@campus.edu';
const FAILED = 'validation_failed';
const NEITHER = 'Verify requires either a token or a token hash';
const ONE_NAME = 'Only an email address or phone number should be provided on verify';
const HASH_ONLY = 'Only the token_hash and type should be provided';
const EXPIRED = 'Token has expired or is invalid';
const NO_TEXT = 'Could not read token as a string';
const E164 = 'Invalid phone number format (E.164 required)';
const phone = '+14165550100';
const hash = { token: undefined, email: undefined, token_hash: 'x' };

/** The responses required for compatibility with GoTrue (decisions/004), each to a wrong code but for these fields. */
const ROWS: readonly (readonly [
  what: string,
  change: object,
  status: number,
  code: string,
  message: string,
])[] = [
  ['no type', { type: undefined }, 400, FAILED, 'Verify requires a verification type'],
  ['neither token nor hash', { token: undefined }, 400, FAILED, NEITHER],
  ['both token and hash', { token_hash: 'x' }, 400, FAILED, NEITHER],
  ['a token without an address', { email: undefined }, 400, FAILED, ONE_NAME],
  ['a token with two names', { phone }, 400, FAILED, ONE_NAME],
  ['a hash with an address', { ...hash, email }, 400, FAILED, HASH_ONLY],
  ['a hash with redirect_to', { ...hash, redirect_to: 'https://a.test' }, 400, FAILED, HASH_ONLY],
  ['a hash', hash, 403, 'otp_expired', 'Email link is invalid or has expired'],
  ['a bad address', { email: 'a@@b' }, 422, FAILED, 'Invalid email format'],
  ['a bad phone', { type: 'sms', email: undefined, phone: 'x' }, 400, FAILED, E164],
  ['a phone', { type: 'sms', email: undefined, phone }, 403, 'otp_expired', EXPIRED],
  ['an unknown address', { email: 'new@campus.edu' }, 403, 'otp_expired', EXPIRED],
  ['an unknown type', { type: 'carrier-pigeon' }, 403, 'otp_expired', EXPIRED],
  ['an address of another host', { email: 'a@evil.test' }, 403, 'otp_expired', EXPIRED],
  ['a token as a number', { token: 123456 }, 400, 'bad_json', NO_TEXT],
  ['a query operator as a token', { token: { $ne: null } }, 400, 'bad_json', NO_TEXT],
];

const stage = useStage();

describe('POST /verify', () => {
  it('a wrong request - is refused in GoTrue’s words', async () => {
    for (const [what, change, status, code, msg] of ROWS) {
      const sent = { type: 'email', token: '123456', email, ...change };
      const { status: got, body } = await stage.auth('POST /verify', sent);
      expect([what, got, body]).toEqual([what, status, { code: status, error_code: code, msg }]);
    }
  });

  it.each(['email', 'magiclink', 'signup', 'recovery', 'invite'])(
    'the right code - as type %s - starts a session with GoTrue’s user object',
    async (type) => {
      await stage.send(email);
      const sent = { email: 'ANN@campus.edu', token: await stage.codeFor(email), type };
      const { status, body, headers } = await stage.auth('POST /verify', sent);
      expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
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

  it('wrong, used, replaced, expired, out of tries, never requested - all get the same bytes', async () => {
    const sent = async (to: string) => {
      await stage.send(to);
      return stage.codeFor(to);
    };
    await stage.signIn('used@campus.edu');
    const used = await stage.verify('used@campus.edu', await stage.codeFor('used@campus.edu'));
    const first = await sent('replaced@campus.edu');
    stage.clock.advanceSeconds(60);
    const second = await sent('replaced@campus.edu');
    const replaced = await stage.verify('replaced@campus.edu', first === second ? wrongFor(second) : first);
    const code = await sent('late@campus.edu');
    stage.clock.advanceSeconds(600);
    const late = await stage.verify('late@campus.edu', code);
    const tried = await sent('tired@campus.edu');
    for (let at = 0; at < 5; at++) await stage.verify('tired@campus.edu', wrongFor(tried));
    const answers = [
      used,
      replaced,
      late,
      await stage.verify('tired@campus.edu', tried),
      await stage.verify('nobody@campus.edu', '123456'),
      await stage.verify('nobody@campus.edu', '12345'),
    ];
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(403);
  });

  it('an account - is created unverified by the first code request, verified by the right code, and found by the next', async () => {
    const own = 'first.time@campus.edu';
    const accounts = users(stage.server.deps.db);
    const made = async () => {
      // created after the response
      for (let tries = 0; tries < 2_000; tries++) {
        const account = await accounts.findOne({ email: own }).lean();
        if (account) return account;
        await new Promise(setImmediate);
      }
      throw new Error('no account was made');
    };
    const ask = (data: object) => stage.auth('POST /otp', { email: own, data: { name: 'Mallory', ...data } });
    await ask({ domain_verified: 'x' });
    const unverified = await made();
    const aDayOn = stage.clock.now().getTime() + 24 * 60 * 60_000;
    expect(unverified).toMatchObject({ confirmedAt: null, lastSignInAt: null, userMetadata: {} });
    expect(unverified.unverifiedUntil?.getTime()).toBe(aDayOn);
    expect((await accounts.listIndexes()).find(({ key }) => 'unverifiedUntil' in key)).toMatchObject({
      expireAfterSeconds: 0,
    });
    stage.clock.advanceSeconds(60);
    await ask({ domain_verified: true });
    const first = (await stage.verify(own, await stage.codeFor(own))).body;
    const proven = { domain_verified: true, email_verified: true };
    expect([first.user.id, first.user.user_metadata]).toEqual([unverified._id, proven]);
    expect(await made()).toMatchObject({ confirmedAt: stage.clock.now(), unverifiedUntil: null });
    stage.clock.advanceSeconds(60);
    await ask({});
    const second = (await stage.verify(own, await stage.codeFor(own))).body;
    expect([second.user.id, second.user.user_metadata]).toEqual([first.user.id, proven]);
    expect(await accounts.countDocuments()).toBe(1);
  });

  it('a banned student - with the right code - learns of the ban; with a wrong one does not', async () => {
    const { user } = await stage.signIn(email);
    await users(stage.server.deps.db).updateOne({ _id: user.id }, { bannedUntil: new Date('2999-01-01') });
    stage.clock.advanceSeconds(60);
    await stage.send(email);
    const code = await stage.codeFor(email);
    expect((await stage.verify(email, wrongFor(code))).body.error_code).toBe('otp_expired');
    const { status, body } = await stage.verify(email, code);
    expect([status, body.error_code, body.msg]).toEqual([403, 'user_banned', 'User is banned']);
  });
});

/** A browser that signed in an hour ago, with its cookie. */
async function signedInBrowser() {
  await stage.send(email);
  const { headers } = await stage.verify(email, await stage.codeFor(email));
  const [cookie = ''] = (headers.get('set-cookie') ?? '').split(';');
  stage.clock.advanceSeconds(3600);
  return {
    cookie,
    send: () => stage.auth('POST /otp', { email }, { cookie }),
    verify: (token: string, sent = cookie) =>
      stage.auth('POST /verify', { email, token, type: 'email' }, { cookie: sent }),
  };
}

describe('a browser that signed in before', () => {
  it('while strangers guess and request again - keeps its code, which nobody else can use', async () => {
    const own = await signedInBrowser();
    await own.send();
    const code = await stage.codeFor(email);
    for (let at = 0; at < 6; at++) await stage.verify(email, wrongFor(code));
    expect((await stage.verify(email, code)).status).toBe(403);
    expect((await stage.send(email)).status).toBe(200);
    for (let at = 0; at < 6; at++) await stage.verify(email, '123456');
    const { status, headers } = await own.verify(code);
    expect([status, headers.get('set-cookie')]).toEqual([200, expect.stringContaining(own.cookie)]);
  });

  it('whose answer was lost - gets a session by the same code and cookie, which replaces the lost one; others get the usual refusal', async () => {
    const own = await signedInBrowser();
    await own.send();
    const code = await stage.codeFor(email);
    const [{ body: lost }, { status, body }] = [await own.verify(code), await own.verify(code)];
    expect(status).toBe(200);
    expect((await stage.userOf(body.access_token)).status).toBe(200);
    expect((await stage.userOf(lost.access_token)).body.error_code).toBe('session_not_found');
    const refused = [await stage.verify(email, code)];
    stage.clock.advanceSeconds(61);
    refused.push(await own.verify(code), await stage.verify('nobody@campus.edu', code));
    expect(new Set(refused.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(refused[0]!.status).toBe(403);
  });

  it('with an invented cookie, or that of another mailbox - counts as unknown', async () => {
    const own = await signedInBrowser();
    await own.send();
    const code = await stage.codeFor(email);
    expect((await own.verify(code, `flint-device=${'A'.repeat(22)}`)).status).toBe(403);
    expect((await own.verify(code)).status).toBe(200);
  });

  it('of an account that was deleted - is deleted', async () => {
    const own = await signedInBrowser();
    await own.send();
    const { access_token: token } = (await own.verify(await stage.codeFor(email))).body;
    await stage.server.call('DELETE /account', undefined, { authorization: `Bearer ${token}` });
    const left = { _id: { $ne: 'nobody' } as never };
    for (const name of ['auth_devices', 'auth_mailboxes'])
      expect(await stage.server.deps.db.collection(name).countDocuments(left)).toBe(0);
  });
});

describe('a right code, while another device deletes the account', () => {
  /** A signed-in student with another code. */
  async function coded() {
    const { access_token: token } = await stage.signIn(email);
    stage.clock.advanceSeconds(60);
    await stage.send(email);
    return { token, code: await stage.codeFor(email) };
  }
  const erase = async (token: string) => {
    const signedIn = { authorization: `Bearer ${token}` };
    expect((await stage.server.call('DELETE /account', undefined, signedIn)).status).toBe(204);
  };
  type Model = Record<string, (...args: unknown[]) => Promise<unknown>>;
  /** Does something before the next write of a collection. */
  function before(modelOn: (db: Stage['server']['deps']['db']) => unknown, name: string, act: () => unknown) {
    const model = modelOn(stage.server.deps.db) as Model;
    const write = model[name]!.bind(model);
    jest.spyOn(model, name).mockImplementationOnce(async (...args) => {
      await act();
      return write(...args);
    });
  }
  const expectNothing = async () => {
    for (const left of ['auth_users', 'auth_sessions', 'auth_devices'])
      expect([left, await stage.server.deps.db.collection(left).countDocuments()]).toEqual([left, 0]);
  };

  it.each([
    ['before the browser is known', devices, 'updateOne'],
    ['before the session is stored', sessions, 'create'],
  ] as const)('%s - starts no session and leaves nothing', async (_when, modelOn, name) => {
    const { token, code } = await coded();
    before(modelOn, name, () => erase(token));
    const { status, body } = await stage.verify(email, code);
    expect([status, body.error_code]).toEqual([403, 'otp_expired']);
    await expectNothing();
  });

  it('answered after its code was deleted, and before the account - leaves nothing', async () => {
    const { token, code } = await coded();
    let verified: Promise<unknown> = Promise.resolve();
    let reach = () => undefined as void;
    const reached = new Promise<void>((resolve) => (reach = resolve));
    let erased: Promise<void> = Promise.resolve();
    before(devices, 'updateOne', () => {
      erased = erase(token);
      return reached;
    });
    before(users, 'deleteOne', () => {
      reach();
      return verified;
    });
    const verifying = stage.verify(email, code);
    verified = verifying;
    expect((await verifying).status).toBe(200);
    await erased;
    await expectNothing();
  });
});
