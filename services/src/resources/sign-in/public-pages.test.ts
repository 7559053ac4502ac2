import http from 'node:http';
import { startTestServer } from '@flint/testing';
import { caller, useStage } from './testing/stage';

const MODERN = { 'x-supabase-api-version': '2024-01-01' };
const listed = 'https://app.campus.edu';
const stage = useStage({ AUTH_ALLOWED_ORIGINS: ` ${listed}/ , ` });

describe('public pages', () => {
  it('the keys - are one public ES256 key, cached ten minutes - and nothing private', async () => {
    const { status, headers, body } = await stage.auth('GET /.well-known/jwks.json');
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('public, max-age=600');
    expect(body).toEqual({
      keys: [
        {
          kty: 'EC',
          crv: 'P-256',
          x: expect.stringMatching(/^[\w-]{43}$/),
          y: expect.stringMatching(/^[\w-]{43}$/),
          alg: 'ES256',
          kid: expect.stringMatching(/^[0-9a-f-]{36}$/),
          use: 'sig',
          key_ops: ['verify'],
        },
      ],
    });
  });

  it('the settings - name email as the only way to sign in', async () => {
    const { body } = await stage.auth('GET /settings');
    expect(Object.keys(body.external)).toHaveLength(26);
    expect(Object.entries(body.external).filter(([, on]) => on)).toEqual([['email', true]]);
    expect(body).toMatchObject({ disable_signup: false, mailer_autoconfirm: false });
  });

  it('health - with a trailing slash too - names GoTrue', async () => {
    for (const at of ['GET /health', 'GET /health/']) {
      expect((await stage.auth(at)).body).toMatchObject({ name: 'GoTrue', version: expect.any(String) });
    }
  });

  it('HEAD - of any GET - returns only its headers', async () => {
    const { status, text } = await stage.auth('HEAD /health');
    expect([status, text]).toEqual([200, '']);
  });
});

describe('errors', () => {
  it('of any cause - are JSON with their code in the header', async () => {
    const rows = [
      ['an unknown address', 'GET /nope', undefined, 404, 'not_found'],
      ['the root', 'GET /', undefined, 404, 'not_found'],
      ['a prototype key as an address', 'GET /constructor', undefined, 404, 'not_found'],
      ['a wrong method', 'DELETE /otp', undefined, 405, 'method_not_allowed'],
      ['malformed JSON', 'POST /otp', '{"email":', 400, 'bad_json'],
      ['no body', 'POST /otp', undefined, 400, 'bad_json'],
      ['a list', 'POST /otp', [], 400, 'bad_json'],
      ['null', 'POST /otp', 'null', 400, 'bad_json'],
      ['a body of 2 MB', 'POST /otp', { email: 'x'.repeat(2_000_000) }, 413, 'request_entity_too_large'],
      ['many levels', 'POST /otp', `{"data":${'['.repeat(1000)}${']'.repeat(1000)}}`, 400, 'bad_json'],
    ] as const;
    for (const [what, at, sent, status, code] of rows) {
      const { status: got, body, headers } = await stage.auth(at, sent);
      expect([what, got, body]).toEqual([
        what,
        status,
        { code: status, error_code: code, msg: expect.any(String) },
      ]);
      expect(headers.get('x-sb-error-code')).toBe(code);
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });

  it.each([
    ['2024-01-01', true],
    ['2025-12-31', true],
    ['2023-12-31', false],
    ['yesterday', false],
    ['2024-13-01', false],
    ['', false],
  ])('for a client of version %j - have the shape of that version', async (version, isModern) => {
    const sent = version ? { 'x-supabase-api-version': version } : undefined;
    const { body, headers } = await stage.auth('GET /nope', undefined, sent);
    expect(body).toEqual(
      isModern
        ? { code: 'not_found', message: expect.any(String) }
        : { code: 404, error_code: 'not_found', msg: expect.any(String) },
    );
    expect(headers.get('x-supabase-api-version')).toBe(isModern ? '2024-01-01' : null);
  });

  it('a body of another type - as a form on another site sends it - is refused', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      const answer = await stage.auth('POST /otp', '{"email":"a@campus.edu"}', { 'content-type': type });
      expect([answer.status, answer.body.error_code]).toEqual([415, 'bad_json']);
      const elsewhere = await fetch(`${stage.server.url}/api/v1/browser-reports`, {
        method: 'POST',
        headers: { 'content-type': type },
        body: '{}',
      });
      expect(elsewhere.status).toBe(415);
    }
  });

  it('an overloaded server - answers 503 with Retry-After in the same shape, which the sign-in screen can show', async () => {
    await using server = await startTestServer({ patienceMs: 1 });
    const origin = server.deps.env.PUBLIC_URL;
    const busy = await caller(server.url)('POST /otp', { email: 'a@campus.edu' }, { ...MODERN, origin });
    expect([busy.status, busy.headers.get('retry-after')]).toEqual([503, '2']);
    expect(busy.body).toEqual({
      code: 'unexpected_failure',
      message: 'Sign-in is busy or starting. Please try again in a moment.',
    });
    expect(busy.headers.get('access-control-allow-origin')).toBe(origin);
  });

  it('the path /AUTH/v1 - in any case of letters - is refused as JSON', async () => {
    for (const at of ['', '/', '/nothing', '/OTP']) {
      const response = await fetch(`${stage.server.url}/AUTH/v1${at}`);
      expect([response.status, await response.json()]).toEqual([
        404,
        expect.objectContaining({ error_code: 'not_found' }),
      ]);
    }
  });

  it('a chunked body over the limit - gets a JSON response', async () => {
    const { status, text } = await new Promise<{ status: number; text: string }>((resolve, reject) => {
      const request = http.request(`${stage.server.url}/auth/v1/otp`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
      });
      request.on('response', (response) => {
        let text = '';
        response.on('data', (chunk) => (text += chunk));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      });
      request.on('error', reject);
      request.write(`{"email":"${'x'.repeat(70_000)}`);
      request.end('"}');
    });
    expect([status, JSON.parse(text).error_code]).toEqual([413, 'request_entity_too_large']);
  });

  it('the database out of reach - is 503 with Retry-After and an error id, and nobody is signed out', async () => {
    const session = await stage.signIn();
    const { db } = stage.server.deps;
    const model = db.models.AuthSession as unknown as { findById: unknown };
    const { findById } = model;
    model.findById = () => {
      throw Object.assign(new Error('gone'), { name: 'MongoServerSelectionError' });
    };
    const answer = await stage.refresh(session.refresh_token);
    model.findById = () => {
      throw new Error('something else');
    };
    const other = await stage.refresh(session.refresh_token);
    model.findById = findById;
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
    expect(answer.body).toEqual({
      code: 503,
      error_code: 'unexpected_failure',
      msg: expect.any(String),
      error_id: expect.any(String),
    });
    expect([other.status, other.body.msg]).toEqual([
      500,
      'Unexpected failure, please check server logs for more information',
    ]);
  });
});

describe('CORS', () => {
  const ours = 'http://127.0.0.1:4300';
  const ASKED = 'apikey,authorization,content-type,x-client-info,x-supabase-api-version';

  it('a preflight - is allowed to our origins and the listed ones only, with every header the client sends', async () => {
    const allowed = [ours, listed];
    const others = ['https://evil.test', 'https://app.campus.edu.evil.test', 'http://app.campus.edu', 'null'];
    for (const origin of [...allowed, ...others]) {
      const { status, headers } = await stage.auth('OPTIONS /otp', undefined, {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': ASKED,
      });
      const isAllowed = allowed.includes(origin);
      expect(status).toBe(204);
      expect(headers.get('vary')).toContain('Origin');
      expect(headers.get('access-control-allow-origin')).toBe(isAllowed ? origin : null);
      expect(headers.get('access-control-allow-credentials')).toBeNull();
      if (!isAllowed) continue;
      const names = (headers.get('access-control-allow-headers') ?? '').toLowerCase().split(', ');
      expect(names).toEqual(expect.arrayContaining(ASKED.split(',')));
      expect(headers.get('access-control-max-age')).toBe('3600');
    }
  });

  it('an error answer - to an allowed origin - lets the page read its version', async () => {
    const { headers } = await stage.auth('GET /user', undefined, { origin: ours, ...MODERN });
    expect(headers.get('access-control-allow-origin')).toBe(ours);
    expect(headers.get('access-control-expose-headers')).toContain('X-Supabase-Api-Version');
  });
});
