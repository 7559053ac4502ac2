import { createHmac, createPublicKey, generateKeyPairSync, randomUUID } from 'node:crypto';
import { createVerifier, EnvError } from '@flint/services';
import { exportJWK, SignJWT, UnsecuredJWT } from 'jose';
import { signIn as resource } from './index';
import { signInOf } from './sign-in';
import { caller, startStage, useStage, type Stage } from './testing/stage';
import { startTwin } from './testing/twin';

const DAY = 86_400;
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Another process on the database of the stage; it ends first. */
let twin: Awaited<ReturnType<typeof startTwin>>;
afterAll(() => twin[Symbol.asyncDispose]());
const stage = useStage();
beforeAll(async () => void (twin = await startTwin(stage.server.deps)));

const accepts = async (token: string) => (await createVerifier(stage.server.deps).verify(token)) !== null;

describe('a product call', () => {
  it('with a session’s access token - acts as its student', async () => {
    const { access_token: token, user } = await stage.signIn();
    const actor = await createVerifier(stage.server.deps).verify(token);
    expect(actor).toEqual({
      userId: user.id,
      email: 'ann@campus.edu',
      sessionId: expect.any(String),
      provenAt: expect.any(Number),
    });
  });

  it('with an altered token - is refused - in every variant (decisions/009)', async () => {
    const session = await stage.signIn();
    const { keyring, issuer } = signInOf(stage.server.deps);
    const { kid, privateKey } = await keyring.signing();
    const iat = Math.floor(stage.clock.now().getTime() / 1000);
    const [, payload = ''] = session.access_token.split('.');
    const good = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const sign = (claims: object, header: object = {}, key = privateKey) =>
      new SignJWT({ ...good, ...claims }).setProtectedHeader({ alg: 'ES256', kid, ...header }).sign(key);
    expect(await accepts(await sign({}))).toBe(true);

    const [jwk] = await keyring.published();
    const pem = createPublicKey({ key: jwk as never, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
    const hs = `${Buffer.from(JSON.stringify({ alg: 'HS256', kid })).toString('base64url')}.${payload}`;
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const rows: Record<string, string> = {
      'alg none': new UnsecuredJWT(good).encode(),
      'HS256 with the public key': `${hs}.${createHmac('sha256', pem).update(hs).digest('base64url')}`,
      'an embedded key': await sign({}, { jwk: await exportJWK(other.publicKey) }, other.privateKey),
      'a key elsewhere': await sign({}, { jku: 'https://evil.test/jwks.json' }, other.privateKey),
      'a path as kid': await sign({}, { kid: '../../dev/null' }),
      'another kid': await sign({}, { kid: randomUUID() }),
      expired: await sign({ exp: iat - 6 }),
      'without exp': await sign({ exp: undefined }),
      'for another audience': await sign({ aud: 'admins' }),
      'of another issuer': await sign({ iss: `${issuer}/` }),
      'without a subject': await sign({ sub: undefined }),
      'with an odd subject': await sign({ sub: '7' }),
      'of the anonymous role': await sign({ role: 'anon' }),
      'without a session': await sign({ session_id: undefined }),
      'of a session nobody has': await sign({ session_id: randomUUID() }),
      'of somebody else’s session': await sign({ sub: randomUUID() }),
      'a refresh token': session.refresh_token,
      'the public key of the client': 'sb_publishable_local',
      cut: session.access_token.slice(0, -4),
    };
    for (const [what, token] of Object.entries(rows)) {
      expect([what, await accepts(token)]).toEqual([what, false]);
    }
  });

  it('after sign-out - is refused here at once, and by another process within five seconds - although both had cached the token', async () => {
    const { access_token: token } = await stage.signIn();
    const here = createVerifier(stage.server.deps);
    expect(await here.verify(token)).not.toBeNull();
    expect(await twin.verifier.verify(token)).not.toBeNull();
    await stage.auth('POST /logout?scope=local', undefined, bearer(token));
    expect(await here.verify(token)).toBeNull();
    stage.clock.advanceSeconds(5);
    expect(await twin.verifier.verify(token)).toBeNull();
  });

  it('after sign-out elsewhere - is refused within five seconds, although the clock was set back', async () => {
    const { access_token: token } = await stage.signIn();
    const start = performance.now();
    const passed = jest.spyOn(performance, 'now').mockReturnValue(start);
    expect(await twin.verifier.verify(token)).not.toBeNull();
    await stage.auth('POST /logout?scope=local', undefined, bearer(token));
    stage.clock.advanceSeconds(-3600);
    expect(await twin.verifier.verify(token)).not.toBeNull();
    passed.mockReturnValue(start + 5_000);
    expect(await twin.verifier.verify(token)).toBeNull();
    passed.mockRestore();
    stage.clock.advanceSeconds(3600);
  });

  it('after the account was erased - is refused, and no trace of it is left in the database', async () => {
    const session = await stage.signIn('gone@campus.edu');
    await stage.signIn('stays@campus.edu');
    const { deps } = stage.server;
    expect(await createVerifier(deps).verify(session.access_token)).not.toBeNull();
    await resource.eraseUser?.(session.user.id, deps);
    await resource.eraseUser?.(session.user.id, deps);
    expect(await accepts(session.access_token)).toBe(false);
    expect((await stage.refresh(session.refresh_token)).status).toBe(400);
    const text = await stage.server.stored();
    expect(text).not.toContain('gone@campus.edu');
    expect(text).not.toContain(session.user.id);
    expect(text).toContain('stays@campus.edu');
  });

  it('once the token expired - is refused though its signature is cached', async () => {
    const { access_token: token } = await stage.signIn();
    const verifier = createVerifier(stage.server.deps);
    expect(await verifier.verify(token)).not.toBeNull();
    stage.clock.advanceSeconds(3604);
    expect(await verifier.verify(token)).not.toBeNull();
    stage.clock.advanceSeconds(1);
    expect(await verifier.verify(token)).toBeNull();
  });

  it('while the database is out of reach - fails as an outage, not as a sign-out', async () => {
    const { access_token: token } = await stage.signIn();
    const model = stage.server.deps.db.models.AuthSession as unknown as { findById: unknown };
    const { findById } = model;
    model.findById = () => {
      throw Object.assign(new Error('gone'), { name: 'MongoNetworkError' });
    };
    const verdict = createVerifier(stage.server.deps).verify(token);
    await expect(verdict).rejects.toThrow('gone');
    model.findById = findById;
  });
});

describe('a hosted project, by settings alone', () => {
  let ours: Stage;
  beforeAll(async () => {
    const { issuer } = signInOf(stage.server.deps);
    ours = await startStage({ SUPABASE_URL: stage.server.url, SUPABASE_KEY: 'k', AUTH_ISSUER: issuer });
  });
  beforeEach(() => ours.clock.set(stage.clock.now()));
  afterAll(() => ours[Symbol.asyncDispose]());

  it('its tokens are accepted, its sign-out applies within 60 s - and the built-in service is absent', async () => {
    const { access_token: token, user } = await stage.signIn();
    const verifier = createVerifier(ours.server.deps);
    expect(await verifier.verify(token)).toMatchObject({ userId: user.id });
    expect((await ours.server.call('GET /config')).body.supabaseUrl).toBe(stage.server.url);
    const gone = await fetch(`${ours.server.url}/auth/v1/otp`, { method: 'POST' });
    expect(gone.status).toBe(404);

    await stage.auth('POST /logout', undefined, bearer(token));
    ours.clock.advanceSeconds(59);
    expect(await verifier.verify(token)).toBeNull();
  });

  it('an account erased here - is refused though the project still accepts it - a new sign-in is accepted', async () => {
    const first = await stage.signIn();
    const { deps } = ours.server;
    await resource.eraseUser?.(first.user.id, deps);
    expect(await createVerifier(deps).verify(first.access_token)).toBeNull();
    stage.clock.advanceSeconds(61);
    ours.clock.advanceSeconds(61);
    const second = await stage.signIn();
    expect(await createVerifier(deps).verify(second.access_token)).not.toBeNull();
  });

  it('a project that signs with a shared secret - is verified with that secret only', async () => {
    const secret = 's'.repeat(40);
    const { deps } = ours.server;
    const env = { ...deps.env, AUTH_ISSUER: undefined, SUPABASE_JWT_SECRET: secret };
    const verifier = createVerifier({ ...deps, env });
    const claims = { email: 'ann@campus.edu', role: 'authenticated', session_id: randomUUID() };
    const iat = Math.floor(ours.clock.now().getTime() / 1000);
    const sign = (key: string, alg = 'HS256') =>
      new SignJWT({ ...claims, iat, exp: iat + 60, sub: randomUUID(), aud: 'authenticated' })
        .setIssuer(`${stage.server.url}/auth/v1`)
        .setProtectedHeader({ alg })
        .sign(new TextEncoder().encode(key));
    // signed correctly, but the hosted project does not know the session
    expect(await verifier.verify(await sign(secret))).toBeNull();
    expect(await verifier.verify(await sign('x'.repeat(40)))).toBeNull();
    expect(await verifier.verify(await sign(secret.repeat(2), 'HS512'))).toBeNull();
    expect(await verifier.verify((await stage.signIn()).access_token)).toBeNull();
  });

  it('a secret without a project - is an invalid setting', () => {
    const env = { ...stage.server.deps.env, SUPABASE_JWT_SECRET: 's'.repeat(40) };
    expect(() => createVerifier({ ...stage.server.deps, env })).toThrow(EnvError);
  });
});

describe('two processes on one database', () => {
  it('20 refreshes over both - give 20 sessions and one refresh token', async () => {
    const { refresh_token: token } = await stage.signIn();
    const at = [stage.server.url, twin.url].map(caller);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        at[n % 2]!('POST /token?grant_type=refresh_token', { refresh_token: token }),
      ),
    );
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1);
  });

  it('40 right codes over both - give one session', async () => {
    const email = 'ann@campus.edu';
    await stage.send(email);
    const token = await stage.codeFor(email);
    const at = [stage.server.url, twin.url].map(caller);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => at[n % 2]!('POST /verify', { email, token, type: 'email' })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe('the signing keys', () => {
  it('rotation - publishes the new key at once, signs with it after 20 minutes, and drops the old one after its tokens; after 90 days it comes by itself', async () => {
    const kidOf = (token: string) =>
      JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid;
    const keysOf = async (url: string) =>
      (await caller(url)('GET /.well-known/jwks.json')).body.keys.map(({ kid }: any) => kid);
    const first = await stage.signIn();
    await signInOf(stage.server.deps).keyring.rotate();
    const [old, next] = await keysOf(stage.server.url);
    stage.clock.advanceSeconds(61);
    expect(await keysOf(twin.url)).toEqual([old, next]);
    expect(kidOf((await stage.refresh(first.refresh_token)).body.access_token)).toBe(old);
    stage.clock.advanceSeconds(20 * 60);
    const { access_token: second } = await stage.signIn('ben@campus.edu');
    expect(kidOf(second)).toBe(next);
    expect(await twin.verifier.verify(first.access_token)).not.toBeNull();
    expect(await twin.verifier.verify(second)).not.toBeNull();
    stage.clock.advanceSeconds(3 * 60 * 60);
    expect(await keysOf(twin.url)).toEqual([next]);
    // the new key is 90 days old, but for a minute
    stage.clock.advanceSeconds(90 * DAY - 3 * 60 * 60 - 120);
    expect(await keysOf(stage.server.url)).toEqual([next]);
    stage.clock.advanceSeconds(122);
    expect(await keysOf(stage.server.url)).toEqual([next, expect.any(String)]);
  });

  it('another master secret - cannot open the stored private key - a new one is made', async () => {
    await using stage = await startStage({ DATA_KEYS: `a:${Buffer.alloc(32, 1).toString('base64')}` });
    await using twin = await startTwin({ ...stage.server.deps, secret: Buffer.alloc(32, 7) });
    const { body } = await caller(twin.url)('GET /.well-known/jwks.json');
    expect(body.keys).toHaveLength(2);
    const stored = JSON.stringify(await stage.server.deps.db.collection('auth_keys').find().toArray());
    expect(stored).not.toMatch(/"d":|PRIVATE/);
  });
});

// last: the processes of the tests before sign with a key that is gone
describe('two new processes on one database', () => {
  it('started together on an empty database - sign with the same key and accept each other’s sessions', async () => {
    const { db } = stage.server.deps;
    await db.collection('auth_keys').deleteMany({});
    const started = await Promise.all([startTwin(stage.server.deps), startTwin(stage.server.deps)]);
    await using a = started[0];
    await using b = started[1];
    const kids = await Promise.all(
      [a, b].map(async ({ url }) =>
        (await caller(url)('GET /.well-known/jwks.json')).body.keys.map(({ kid }: any) => kid),
      ),
    );
    expect(kids[0]).toHaveLength(1);
    expect(kids[0]).toEqual(kids[1]);
  });
});
