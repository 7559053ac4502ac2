import { mailer } from '../../infra/mailer';
import { addAccounts, browserOf, knownCookie } from './testing/crowd';
import { startStage, useStage } from './testing/stage';

const ANN = 'ann@campus.edu';
const MODERN = { 'x-supabase-api-version': '2024-01-01' };
const PKCE = 'PKCE flow requires code_challenge_method and code_challenge';
const LENGTH = 'code challenge has to be between 43 and 128 characters';
const challengeOf = (length: number) => ({
  code_challenge: 'x'.repeat(length),
  code_challenge_method: 's256',
});
const FORMAT = 'Unable to validate email address: invalid format';
const UNKNOWN = 'email_address_not_authorized';
const ELSE = (address: string) => `Email address "${address}" cannot be used as it is not authorized`;

/** The responses required for compatibility with GoTrue (decisions/004), each to a request that is right but for these fields. */
const ROWS: readonly (readonly [what: string, wrong: object, message: string, code?: string])[] = [
  ['email and phone', { phone: '+14165550100' }, 'Only an email address or phone number should be provided'],
  ['email and channel', { channel: 'sms' }, 'Channel should only be specified with Phone OTP'],
  ['half of PKCE', { code_challenge: 'x'.repeat(43) }, PKCE],
  ['the other half of PKCE', { code_challenge_method: 's256' }, PKCE],
  ['a short challenge', challengeOf(42), LENGTH],
  ['a long challenge', challengeOf(129), LENGTH],
  [
    'a phone',
    { email: undefined, phone: '+14165550100' },
    'Unsupported phone provider',
    'phone_provider_disabled',
  ],
  ['nothing', { email: undefined }, 'One of email or phone must be set'],
  ['a bad format', { email: 'a@@campus.edu' }, FORMAT],
  ['a list', { email: 'e@evil.test, x@campus.edu' }, FORMAT],
  ['CRLF', { email: 'a@campus.edu\r\nBcc: e@evil.test' }, FORMAT],
  ['quotes', { email: '"a@b"@campus.edu' }, FORMAT],
  ['a trailing dot', { email: 'a@campus.edu.' }, FORMAT],
  ['a homoglyph', { email: 'a@c\u0430mpus.edu' }, FORMAT],
  ['too long a name', { email: `${'a'.repeat(243)}@campus.edu` }, FORMAT],
  ['too long', { email: `${'a'.repeat(244)}@campus.edu` }, 'An email address is too long'],
  ['another host', { email: 'Ann@evil.test' }, ELSE('ann@evil.test'), UNKNOWN],
  ['a host ending like ours', { email: 'a@evilcampus.edu' }, ELSE('a@evilcampus.edu'), UNKNOWN],
  ['a subdomain', { email: 'a@cs.campus.edu' }, ELSE('a@cs.campus.edu'), UNKNOWN],
  ['an operator', { email: { $gt: '' } }, 'Could not read email as a string', 'bad_json'],
  ['create_user as a text', { create_user: 'no' }, 'Could not read create_user as a boolean', 'bad_json'],
  ['data as a list', { data: [] }, 'Could not read data as an object', 'bad_json'],
  ['data over 2 kB', { data: { a: 'x'.repeat(2041) } }, 'User metadata is larger than 2048 bytes'],
];

const stage = useStage();

describe('POST /otp', () => {
  const mailed = async () => {
    await mailer(stage.server.deps).settled();
    return mailer(stage.server.deps).outbox!.list();
  };

  it('a wrong request - is refused in GoTrue’s words, and nothing is mailed', async () => {
    const before = await mailed();
    for (const [what, wrong, msg, code = 'validation_failed'] of ROWS) {
      const { status, body } = await stage.auth('POST /otp', { email: 'a@campus.edu', ...wrong });
      expect([what, status, body]).toEqual([what, 400, { code: 400, error_code: code, msg }]);
    }
    expect(await mailed()).toEqual(before);
  });

  const asTheClient = {
    data: { domain_verified: true },
    create_user: true,
    gotrue_meta_security: {},
    code_challenge: null,
    code_challenge_method: null,
  };
  it('a good address - with what a client may send - answers 200 {} and mails one code to it', async () => {
    const bodies = [
      asTheClient,
      challengeOf(43),
      challengeOf(128),
      {},
      { nonsense: [1], captcha: 'x' },
      { data: null },
      { data: { a: 'x'.repeat(2040) } },
    ];
    for (const more of bodies) {
      const before = (await mailed()).length;
      const body = { email: 'Ann@Campus.edu', ...more };
      const answer = await stage.auth('POST /otp?redirect_to=https%3A%2F%2Fevil.test', body);
      expect([answer.status, answer.text]).toEqual([200, '{}']);
      expect(answer.headers.get('ratelimit')).toMatch(/^"otp";r=\d+;t=\d+$/);
      const [mail, ...earlier] = await mailed();
      expect([mail!.to, earlier.length]).toEqual([{ address: ANN }, before]);
      expect(mail!.subject).toMatch(/^\d{6} is your Flint code$/);
      const lines = mail!.text.trim().split(/\n+/);
      const code = lines[1]!.trim();
      expect(lines).toEqual([
        'Your Flint code is',
        expect.stringMatching(/^ +\d{6}$/),
        expect.stringMatching(/^It works once, within 10 minutes, on 127\.0\.0\.1 only\./),
        expect.stringMatching(/^If you did not ask for a code/),
        `@127.0.0.1 #${code}`,
      ]);
      // the page says the same, below the name of the app
      const page = mail!.html
        .replace(/<title>.*<\/title>/, '')
        .replace(/<[^>]+>/g, '')
        .trim();
      expect(page.split(/\n+/)).toEqual(['Flint', ...lines.map((line) => line.trim())]);
      stage.clock.advanceSeconds(3600);
    }
  });

  it('ten requests for one mailbox at once - send one mail', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => stage.send(ANN)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(429)]);
  });

  it('create_user false for an unknown address - gets the response of a known one, and no mail is sent', async () => {
    const ask = (email: string) => stage.auth('POST /otp', { email, create_user: false });
    const unknown = await ask('new@campus.edu');
    expect([unknown.status, unknown.text]).toEqual([200, '{}']);
    await expect(stage.codeFor('new@campus.edu')).rejects.toThrow('no code');
    await stage.signIn('known@campus.edu');
    stage.clock.advanceSeconds(61);
    const known = await ask('known@campus.edu');
    expect([known.status, known.text]).toEqual([200, '{}']);
  });

  it('data - of a stranger, with keys that are special to databases and prototypes - is not stored', async () => {
    const data = '{"name":"Ann","$where":"1","a.b":1,"constructor":{"x":1},"deep":{"$gt":1,"kept":true}}';
    await stage.auth('POST /otp', `{"email":"${ANN}","data":${data}}`);
    const { body } = await stage.verify(ANN, await stage.codeFor(ANN));
    expect(body.user.user_metadata).toEqual({ email_verified: true });
    expect(({} as { x?: number }).x).toBeUndefined();
  });
});

describe('POST /otp, where tags of a mailbox are allowed', () => {
  const stage = useStage({ UNIVERSITY_EMAIL_PLUS_TAGS: 'true' });

  it('a second code - after 18 seconds - is refused with the seconds left, for every tag of the mailbox', async () => {
    await stage.send(ANN);
    stage.clock.advanceSeconds(18);
    for (const email of [ANN, 'ANN@campus.edu', 'ann+dates@campus.edu']) {
      const answer = await stage.auth('POST /otp', { email }, MODERN);
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '42']);
      expect(answer.body).toEqual({
        code: 'over_email_send_rate_limit',
        message: 'For security purposes, you can only request this after 42 seconds.',
      });
    }
    stage.clock.advanceSeconds(42);
    expect((await stage.send(ANN)).status).toBe(200);
  });

  it('a code requested for ann+a@ - is mailed to ann@ and signs in ann@', async () => {
    await stage.send('ann+a@campus.edu');
    const code = await stage.codeFor(ANN);
    expect((await stage.verify('ann+b@campus.edu', code)).body.user.email).toBe(ANN);
  });
});

it('create_user false for an unknown or unverified address - where AUTH_REVEAL_ACCOUNTS is set - is 422', async () => {
  stage.set({ AUTH_REVEAL_ACCOUNTS: true });
  await stage.send(ANN);
  await stage.codeFor(ANN);
  for (const email of ['new@campus.edu', 'not an address', ANN]) {
    const answer = await stage.auth('POST /otp', { email, create_user: false }, MODERN);
    expect([answer.status, answer.body]).toEqual([
      422,
      { code: 'otp_disabled', message: 'Signups not allowed for otp' },
    ]);
  }
});

describe('one client address', () => {
  // a hundredth of the default limits
  const ask = (at: number, from: string, { auth } = stage) =>
    auth('POST /otp', { email: `s${at}@campus.edu` }, { 'x-forwarded-for': from });

  it('after its requests of five minutes - waits; a forged header does not help', async () => {
    stage.set({ IP_LIMIT_FACTOR: 0.01 });
    for (let at = 0; at < 6; at++) expect((await ask(at, `203.0.113.${at}`)).status).toBe(200);
    const refused = await ask(6, '203.0.113.6');
    expect([refused.status, refused.body.error_code]).toEqual([429, 'over_request_rate_limit']);
    expect(refused.headers.get('retry-after')).toBe('300');
    expect(refused.headers.get('ratelimit')).toBe('"otp";r=0;t=300');
    expect(refused.headers.get('ratelimit-policy')).toBe('"otp";q=6;w=300');
    // tries of codes are counted apart
    expect((await stage.verify(ANN, '123456')).status).toBe(403);
    stage.clock.advanceSeconds(300);
    expect((await ask(7, '203.0.113.7')).status).toBe(200);
  });

  it('behind one trusted proxy - the right-most forwarded address counts', async () => {
    await using proxied = await startStage({ IP_LIMIT_FACTOR: '0.01', TRUSTED_PROXIES: '1' });
    for (let at = 0; at < 6; at++) await ask(at, `198.51.100.${at}, 203.0.113.1`, proxied);
    expect((await ask(6, '198.51.100.6, 203.0.113.1', proxied)).status).toBe(429);
    expect((await ask(7, '198.51.100.7, 203.0.113.2', proxied)).status).toBe(200);
  });
});

describe('the hour’s mails', () => {
  it('requested for invented addresses - are reserved for students with an account, and no response reveals that', async () => {
    const KNOWN = 'dora@campus.edu';
    stage.set({ CODE_MAILS_PER_HOUR: 6 });
    await stage.signIn(KNOWN);
    stage.clock.advanceSeconds(61);
    for (let at = 0; at < 8; at++) await stage.send(`invented${at}@campus.edu`);
    const [known, unknown] = [await stage.send(KNOWN), await stage.send('newcomer@campus.edu')];
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
    expect(known.status).toBe(200);
    const mails = async (email: string) => (await stage.server.mailsTo({ email })).length;
    expect([await mails(KNOWN), await mails('newcomer@campus.edu')]).toEqual([2, 0]);
    // again at once: both must wait
    const again = [await stage.send(KNOWN), await stage.send('newcomer@campus.edu')];
    expect(again[0]!.text).toBe(again[1]!.text);
  });

  it('used up - are refused to browsers that are known to their mailbox before anything is counted; existing codes stay valid', async () => {
    const email = 'emil@campus.edu';
    stage.set({ CODE_MAILS_PER_HOUR: 2 });
    await stage.signIn(email);
    const own = browserOf(stage, await knownCookie(stage, email));
    const mails = async () => stage.server.mailsTo({ email });
    stage.clock.advanceSeconds(61);
    await own.send(email);
    const code = /\d{6}/.exec((await mails()).at(-1)!.text)![0];
    stage.clock.advanceSeconds(61);
    for (let at = 0; at < 7; at++) {
      const { status, body } = await own.send(email);
      expect([status, body]).toMatchObject([429, { error_code: 'over_email_send_rate_limit' }]);
    }
    expect((await own.verify(email, code)).status).toBe(200);
    stage.clock.advanceSeconds(2 * 3600);
    expect((await own.send(email)).status).toBe(200);
  });

  it.each(['an account', 'no account'])(
    'used up by a stranger who guesses addresses, the last one with %s - are kept for known browsers, and all the stranger’s answers are alike',
    async (last) => {
      stage.set({ CODE_MAILS_PER_HOUR: 8 });
      const students = Array.from({ length: 8 }, (_, nth) => `${last.replace(' ', '-')}${nth}@campus.edu`);
      await addAccounts(stage, students);
      const guesses = [...students.slice(1), last === 'an account' ? students[0]! : 'nobody@campus.edu'];
      const stranger = browserOf(stage);
      const answers = [];
      for (const email of [...guesses, 'mallory@campus.edu'])
        answers.push((await stranger.send(email)).status);
      expect(new Set(answers)).toEqual(new Set([200]));
      expect(await stage.server.mailsTo({ email: students[7]! })).toEqual([]);
      stage.clock.advanceSeconds(61);
      const own = browserOf(stage, await knownCookie(stage, students[7]!));
      expect((await own.send(students[7]!)).status).toBe(200);
      expect(await stage.server.mailsTo({ email: students[7]! })).toHaveLength(1);
    },
  );

  it('that could not be sent - are given back to the hour’s budget, to their address and to their mailbox', async () => {
    stage.set({ CODE_MAILS_PER_HOUR: 4, IP_LIMIT_FACTOR: 0.01 });
    const { outbox, settled } = mailer(stage.server.deps);
    const refused = Object.assign(new Error('no such mailbox'), { command: 'RCPT TO', responseCode: 550 });
    const deliver = jest.spyOn(outbox!, 'deliver').mockRejectedValue(refused);
    const counts = stage.server.deps.db.collection('rate_counts');
    const taken = async () => (await counts.find().toArray()).some(({ points }) => Number(points) > 0);
    for (let at = 0; at < 8; at++) {
      // the first mailbox twice, at once: its minute does not count either
      expect((await stage.send(`lost${Math.max(1, at)}@campus.edu`)).status).toBe(200);
      await settled();
      while (await taken()) await new Promise(setImmediate);
    }
    deliver.mockRestore();
    await stage.send('fay@campus.edu');
    expect(await stage.server.mailsTo({ email: 'fay@campus.edu' })).toHaveLength(1);
  });
});
