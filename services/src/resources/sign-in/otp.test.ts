import { mailer } from '../../infra/mailer';
import { startStage } from './testing/stage';

type Row = readonly [
  what: string,
  body: Record<string, unknown>,
  status: number,
  code: string,
  message: string,
];

const PKCE = 'PKCE flow requires code_challenge_method and code_challenge';
const FORMAT = 'Unable to validate email address: invalid format';
const ELSE = (address: string) => `Email address "${address}" cannot be used as it is not authorized`;

/** The responses required for compatibility with GoTrue (decisions/004). */
const ROWS: readonly Row[] = [
  [
    'email and phone',
    { email: 'a@campus.edu', phone: '+14165550100' },
    400,
    'validation_failed',
    'Only an email address or phone number should be provided',
  ],
  [
    'email and channel',
    { email: 'a@campus.edu', channel: 'sms' },
    400,
    'validation_failed',
    'Channel should only be specified with Phone OTP',
  ],
  ['half of PKCE', { email: 'a@campus.edu', code_challenge: 'x'.repeat(43) }, 400, 'validation_failed', PKCE],
  [
    'the other half of PKCE',
    { email: 'a@campus.edu', code_challenge_method: 's256' },
    400,
    'validation_failed',
    PKCE,
  ],
  ['a phone', { phone: '+14165550100' }, 400, 'phone_provider_disabled', 'Unsupported phone provider'],
  ['nothing', {}, 400, 'validation_failed', 'One of email or phone must be set'],
  ['a bad format', { email: 'a@@campus.edu' }, 400, 'validation_failed', FORMAT],
  ['a list', { email: 'e@evil.test, x@campus.edu' }, 400, 'validation_failed', FORMAT],
  ['CRLF', { email: 'a@campus.edu\r\nBcc: e@evil.test' }, 400, 'validation_failed', FORMAT],
  ['quotes', { email: '"a@b"@campus.edu' }, 400, 'validation_failed', FORMAT],
  ['a trailing dot', { email: 'a@campus.edu.' }, 400, 'validation_failed', FORMAT],
  ['a homoglyph', { email: 'a@c\u0430mpus.edu' }, 400, 'validation_failed', FORMAT],
  [
    'too long',
    { email: `${'a'.repeat(250)}@campus.edu` },
    400,
    'validation_failed',
    'An email address is too long',
  ],
  ['another host', { email: 'Ann@evil.test' }, 400, 'email_address_not_authorized', ELSE('ann@evil.test')],
  [
    'a host ending like ours',
    { email: 'a@evilcampus.edu' },
    400,
    'email_address_not_authorized',
    ELSE('a@evilcampus.edu'),
  ],
  ['a subdomain', { email: 'a@cs.campus.edu' }, 400, 'email_address_not_authorized', ELSE('a@cs.campus.edu')],
  ['an operator', { email: { $gt: '' } }, 400, 'bad_json', 'Could not read email as a string'],
  [
    'create_user as a text',
    { email: 'a@campus.edu', create_user: 'no' },
    400,
    'bad_json',
    'Could not read create_user as a boolean',
  ],
  [
    'data as a list',
    { email: 'a@campus.edu', data: [] },
    400,
    'bad_json',
    'Could not read data as an object',
  ],
  [
    'data over 2 kB',
    { email: 'a@campus.edu', data: { a: 'x'.repeat(2100) } },
    400,
    'validation_failed',
    'User metadata is larger than 2048 bytes',
  ],
];

const MODERN = { 'x-supabase-api-version': '2024-01-01' };

describe('POST /otp', () => {
  it.each(ROWS)('%s - is refused - in both error shapes, and nothing is mailed', async (...row) => {
    const [, body, status, code, message] = row;
    await using stage = await startStage();
    const modern = await stage.auth('POST /otp', body, MODERN);
    expect(modern.body).toEqual({ code, message });
    expect(modern.headers.get('x-supabase-api-version')).toBe('2024-01-01');
    const old = await stage.auth('POST /otp', body);
    expect(old.body).toEqual({ code: status, error_code: code, msg: message });
    expect(old.headers.get('x-supabase-api-version')).toBeNull();
    for (const answer of [modern, old]) {
      expect(answer.status).toBe(status);
      expect(answer.headers.get('x-sb-error-code')).toBe(code);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
    await mailer(stage.server.deps).settled();
    expect(mailer(stage.server.deps).outbox?.list()).toEqual([]);
  });

  it.each([
    [
      'as the client sends it',
      {
        data: { domain_verified: true },
        create_user: true,
        gotrue_meta_security: {},
        code_challenge: null,
        code_challenge_method: null,
      },
    ],
    ['with PKCE', { code_challenge: 'x'.repeat(43), code_challenge_method: 's256' }],
    ['with only the address', {}],
    ['with unknown fields', { nonsense: [1], captcha: 'x' }],
    ['with data null', { data: null }],
  ])('a good address - %s - answers 200 {} and mails one code to it', async (_what, rest) => {
    await using stage = await startStage();
    const answer = await stage.auth('POST /otp?redirect_to=https%3A%2F%2Fevil.test', {
      email: 'Ann@Campus.edu',
      ...rest,
    });
    expect([answer.status, answer.text]).toEqual([200, '{}']);
    expect(answer.headers.get('ratelimit')).toMatch(/^"otp";r=\d+;t=\d+$/);
    await mailer(stage.server.deps).settled();
    const mails = mailer(stage.server.deps).outbox?.list() ?? [];
    expect(mails.map(({ to }) => to)).toEqual([{ address: 'ann@campus.edu' }]);
    expect(mails[0]?.subject).toMatch(/^\d{6} is your Flint code$/);
    expect(mails[0]?.text.trimEnd().split('\n').at(-1)).toMatch(/^@127\.0\.0\.1 #\d{6}$/);
  });

  it('a mailbox - beyond one mail a minute, six an hour, twenty a day - gets no mail', async () => {
    await using stage = await startStage();
    const email = 'ann@campus.edu';
    const outcomes: number[] = [];
    for (let minute = 0; minute < 8; minute++) {
      outcomes.push((await stage.send(email)).status);
      stage.clock.advanceSeconds(60);
    }
    expect(outcomes).toEqual([200, 200, 200, 200, 200, 200, 429, 429]);
    let sent = 6;
    for (let at = 0; at < 200; at++) {
      stage.clock.advanceSeconds(400);
      if ((await stage.send(email)).status === 200) sent += 1;
    }
    expect(sent).toBeLessThanOrEqual(20);
    expect(sent).toBeGreaterThanOrEqual(19);
  });

  it('a second code - after 18 seconds - is refused with the seconds left, for every tag of the mailbox', async () => {
    await using stage = await startStage({ UNIVERSITY_EMAIL_PLUS_TAGS: 'true' });
    await stage.send('ann@campus.edu');
    stage.clock.advanceSeconds(18);
    for (const email of ['ann@campus.edu', 'ANN@campus.edu', 'ann+dates@campus.edu']) {
      const answer = await stage.auth('POST /otp', { email }, MODERN);
      expect(answer.status).toBe(429);
      expect(answer.headers.get('retry-after')).toBe('42');
      expect(answer.body).toEqual({
        code: 'over_email_send_rate_limit',
        message: 'For security purposes, you can only request this after 42 seconds.',
      });
    }
    stage.clock.advanceSeconds(42);
    expect((await stage.send('ann@campus.edu')).status).toBe(200);
  });

  it('ten requests for one mailbox at once - send one mail', async () => {
    await using stage = await startStage();
    const answers = await Promise.all(Array.from({ length: 10 }, () => stage.send('ann@campus.edu')));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 429),
    ]);
  });

  it('one client address - after 30 requests in five minutes - waits; a forged header does not help', async () => {
    await using stage = await startStage({ IP_LIMIT_FACTOR: '0.05' });
    const ask = (at: number) =>
      stage.auth('POST /otp', { email: `s${at}@campus.edu` }, { 'x-forwarded-for': `203.0.113.${at}` });
    const answers = [];
    for (let at = 0; at < 31; at++) answers.push(await ask(at));
    expect(answers.slice(0, 30).every(({ status }) => status === 200)).toBe(true);
    const refused = answers.at(-1);
    expect([refused?.status, refused?.body.error_code]).toEqual([429, 'over_request_rate_limit']);
    expect(refused?.headers.get('retry-after')).toBe('300');
    expect(refused?.headers.get('ratelimit')).toBe('"otp";r=0;t=300');
    expect(refused?.headers.get('ratelimit-policy')).toBe('"otp";q=30;w=300');
    stage.clock.advanceSeconds(300);
    expect((await ask(31)).status).toBe(200);
  });

  it('behind one trusted proxy - the right-most forwarded address counts', async () => {
    await using stage = await startStage({ IP_LIMIT_FACTOR: '0.05', TRUSTED_PROXIES: '1' });
    const ask = (at: number, from: string) =>
      stage.auth(
        'POST /otp',
        { email: `s${at}@campus.edu` },
        { 'x-forwarded-for': `198.51.100.${at}, ${from}` },
      );
    for (let at = 0; at < 30; at++) await ask(at, '203.0.113.1');
    expect((await ask(30, '203.0.113.1')).status).toBe(429);
    expect((await ask(31, '203.0.113.2')).status).toBe(200);
  });

  it('the hour’s mails - once used up - cause a refusal for everybody; existing codes stay valid', async () => {
    await using stage = await startStage({ CODE_MAILS_PER_HOUR: '1' });
    await stage.send('ann@campus.edu');
    const code = await stage.codeFor('ann@campus.edu');
    stage.clock.advanceSeconds(61);
    const answer = await stage.auth('POST /otp', { email: 'ann@campus.edu' }, MODERN);
    expect([answer.status, answer.body]).toEqual([
      429,
      { code: 'over_email_send_rate_limit', message: 'email rate limit exceeded' },
    ]);
    expect((await stage.verify('ann@campus.edu', code)).status).toBe(200);
  });

  it('create_user false for an unknown address - gets the response of a known one, and no mail is sent', async () => {
    await using stage = await startStage();
    const answer = await stage.auth('POST /otp', { email: 'new@campus.edu', create_user: false });
    expect([answer.status, answer.text]).toEqual([200, '{}']);
    await expect(stage.codeFor('new@campus.edu')).rejects.toThrow('no code');
    await stage.signIn('known@campus.edu');
    stage.clock.advanceSeconds(61);
    const known = await stage.auth('POST /otp', { email: 'known@campus.edu', create_user: false });
    expect([known.status, known.text]).toEqual([200, '{}']);
  });

  it('create_user false for an unknown address - where AUTH_REVEAL_ACCOUNTS is set - is 422', async () => {
    await using stage = await startStage({ AUTH_REVEAL_ACCOUNTS: 'true' });
    for (const email of ['new@campus.edu', 'not an address']) {
      const answer = await stage.auth('POST /otp', { email, create_user: false }, MODERN);
      expect([answer.status, answer.body]).toEqual([
        422,
        { code: 'otp_disabled', message: 'Signups not allowed for otp' },
      ]);
    }
  });

  it('data - of a stranger, with keys that are special to databases and prototypes - is not stored', async () => {
    await using stage = await startStage();
    const email = 'ann@campus.edu';
    const data = '{"name":"Ann","$where":"1","a.b":1,"constructor":{"x":1},"deep":{"$gt":1,"kept":true}}';
    await stage.auth('POST /otp', `{"email":"${email}","data":${data}}`);
    const { body } = await stage.verify(email, await stage.codeFor(email));
    expect(body.user.user_metadata).toEqual({ email_verified: true });
    expect(({} as { x?: number }).x).toBeUndefined();
  });
});
