import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createECDH } from 'node:crypto';
import { parseEnv } from 'node:util';
import { isLong } from '@flint/testing/long';
import fc from 'fast-check';
import { deskOperators, EnvSchema, readEnv, type EnvError } from './env';

const EXAMPLE = readFileSync(path.resolve(__dirname, '../../.env.example'), 'utf8');

const linesOf = (source: Record<string, string>) => {
  try {
    readEnv(source);
    return [];
  } catch (error) {
    return (error as EnvError).lines;
  }
};

describe('the operators of the desk', () => {
  it('are found by the mailbox that gets their codes, which two of them cannot share', () => {
    const operators = deskOperators('Kim=Kim+Desk@Campus.edu, lou=lou@campus.edu');
    expect([...operators!]).toEqual([
      ['kim@campus.edu', 'kim'],
      ['lou@campus.edu', 'lou'],
    ]);
    expect(deskOperators('kim=kim@campus.edu,lou=kim+lou@campus.edu')).toBeNull();
  });
});

describe('readEnv', () => {
  it('without any setting - returns a working development set-up - whose public address has the port', () => {
    expect(readEnv({ PORT: '5000' })).toMatchObject({
      UNIVERSITY_EMAIL_HOST: 'campus.edu',
      PUBLIC_URL: 'http://127.0.0.1:5000',
    });
  });

  it.each([
    ['UNIVERSITY_EMAIL_HOST', 'a-'.repeat(50_000)],
    ['SAFETY_CONTACTS', `A|${'1 '.repeat(50_000)}x`],
    ['MAIL_FROM', `<${'a@'.repeat(50_000)}`],
    ['AUTH_ALLOWED_ORIGINS', `https://${'a.'.repeat(50_000)}!`],
    ['S3_PREFIX', `${'a-'.repeat(50_000)}!`],
  ])('%s designed to backtrack - is refused at once', (name, value) => {
    // a millisecond; one that backtracks takes minutes
    const started = performance.now();
    expect(linesOf({ [name]: value, S3_ENDPOINT: '' })).toEqual([expect.stringContaining(`${name}:`)]);
    expect(performance.now() - started).toBeLessThan(60_000);
  });

  it('valid origins and a valid sender - are accepted', () => {
    const set = {
      AUTH_ALLOWED_ORIGINS: 'https://app.campus.edu, http://localhost:5173/',
      MAIL_FROM: 'Flint, campus <no-reply@campus.edu>',
    };
    expect(linesOf(set)).toEqual([]);
    expect(linesOf({ MAIL_FROM: 'no-reply@localhost' })).toEqual([]);
  });

  it('an address with a slash at its end - is the one without it, because paths are added', () => {
    const set = {
      PUBLIC_URL: 'https://flint.campus.edu/',
      SUPABASE_URL: 'https://a.supabase.co/',
      SUPABASE_KEY: `e30.${btoa('{"role":"anon"}')}.c2ln`,
    };
    expect(readEnv(set)).toMatchObject({
      PUBLIC_URL: 'https://flint.campus.edu',
      SUPABASE_URL: 'https://a.supabase.co',
    });
  });

  it('an empty variable - counts as absent', () => {
    expect(readEnv({ APP_NAME: '' }).APP_NAME).toBe('Flint');
  });

  it.each([
    ['PORT', '70000'],
    ['UNIVERSITY_EMAIL_HOST', 'campus'],
    ['UNIVERSITY_EMAIL_HOST', 'evil.com/campus.edu'],
    ['MONGODB_URI', 'postgres://x'],
    ['FLINT_SECRET', 'short'],
    ['UNIVERSITY_TIMEZONE', 'Mars/Olympus'],
    ['METRICS_TOKEN', 'short'],
    ['LOG_LEVEL', 'loud'],
    ['DATA_KEYS', 'a:too-short'],
    ['DATA_KEYS', `a:${Buffer.alloc(32).toString('base64')},a:${Buffer.alloc(32).toString('base64')}`],
    ['SAFETY_CONTACTS', 'Campus security'],
    ['SAFETY_CONTACTS', 'Campus security|javascript:alert(1)'],
    ['AUTH_ALLOWED_ORIGINS', 'https://*.campus.edu'],
    ['AUTH_ALLOWED_ORIGINS', 'https://app.campus.edu, app.campus.edu'],
    ['AUTH_ALLOWED_ORIGINS', '(a+)+$'],
    ['SUPABASE_KEY', ' sb_secret_1'],
    ['SUPABASE_KEY', `e30.${btoa('{"role":"service_role"}')}.c2ln`],
    ['MAIL_FROM', 'Flint'],
    ['MAIL_FROM', 'Flint <a@campus.edu>\nBcc: e@evil.test'],
  ])('%s set to %p - is refused - in one line naming it', (name, value) => {
    expect(linesOf({ [name]: value })).toEqual([expect.stringContaining(`${name}:`)]);
  });

  it('production without its secrets - is refused - each missing variable on a line', () => {
    expect(linesOf({ NODE_ENV: 'production' })).toEqual([
      'MONGODB_URI: required in production',
      'FLINT_SECRET: required in production',
      'DATA_KEYS: required in production',
      'SMTP_URL: required in production',
      'PUBLIC_URL: production needs an https address',
    ]);
  });

  it('a hosted project without its key, or with the one for deletions - is refused', () => {
    expect(linesOf({ SUPABASE_KEY: 'own', SUPABASE_SERVICE_KEY: 'own' })).toHaveLength(1);
    expect(linesOf({ SUPABASE_URL: 'https://a.supabase.co' })).toEqual([
      'SUPABASE_KEY: required with SUPABASE_URL; copy the publishable key from the project',
    ]);
  });

  it('production at an address without TLS - is refused', () => {
    const refusal = 'PUBLIC_URL: production needs an https address';
    const told = (PUBLIC_URL: string) => linesOf({ NODE_ENV: 'production', PUBLIC_URL });
    expect(told('http://flint.campus.edu')).toContain(refusal);
    expect(told('http://127.0.0.1:4300')).toContain(refusal);
    expect(told('https://flint.campus.edu')).not.toContainEqual(refusal);
  });

  it('a random secret - is never called a guess, and repeated words always are', () => {
    const bytes = fc.uint8Array({ minLength: 24, maxLength: 64 }).map((all) => Buffer.from(all));
    // as randomBytes makes them: fast-check prefers 0 and 255
    const random = fc.noBias(
      fc.oneof(
        bytes.map((all) => all.toString('base64')),
        bytes.map((all) => all.toString('hex')),
      ),
    );
    fc.assert(
      fc.property(random, (FLINT_SECRET) => expect(linesOf({ FLINT_SECRET })).toEqual([])),
      { numRuns: isLong ? 1_000 : 200 },
    );
    expect(linesOf({ FLINT_SECRET: 'abcdefghhgfedcbaacegbdfhhfdbgeca' })).toHaveLength(1);
    const words = fc.string({ minLength: 1, maxLength: 16, unit: fc.constantFrom(...'flint dates 12') });
    fc.assert(
      fc.property(words, fc.nat(15), (word, cut) => {
        const FLINT_SECRET = word.repeat(40).slice(0, 32 + cut);
        const refusal = expect.stringMatching(/^FLINT_SECRET: takes .*random/);
        expect([FLINT_SECRET, linesOf({ FLINT_SECRET })]).toEqual([FLINT_SECRET, [refusal]]);
      }),
      { numRuns: isLong ? 1_000 : 200 },
    );
  });

  it('several problems - are reported together - one line each', () => {
    expect(
      linesOf({ NODE_ENV: 'production', PORT: 'x', S3_BUCKET: 'photos', SMTP_URL: 'smtp://m:25' }),
    ).toEqual([
      expect.stringMatching(/^PORT: /),
      'MONGODB_URI: required in production',
      'FLINT_SECRET: required in production',
      'DATA_KEYS: required in production',
      'PUBLIC_URL: production needs an https address',
      'S3_ENDPOINT: required with the other S3 settings',
      'S3_ACCESS_KEY_ID: required with the other S3 settings',
      'S3_SECRET_ACCESS_KEY: required with the other S3 settings',
    ]);
  });
});

describe('the key pair of alerts', () => {
  const pair = () => {
    const ecdh = createECDH('prime256v1');
    ecdh.generateKeys();
    return {
      VAPID_PUBLIC_KEY: ecdh.getPublicKey('base64url'),
      // a private key with leading zeros is encoded shorter
      VAPID_PRIVATE_KEY: Buffer.concat([Buffer.alloc(32), ecdh.getPrivateKey()])
        .subarray(-32)
        .toString('base64url'),
      VAPID_SUBJECT: 'mailto:it@campus.edu',
    };
  };

  it('a matching pair - is accepted; keys of two pairs - cause one error', () => {
    expect(linesOf(pair())).toEqual([]);
    expect(linesOf({ ...pair(), VAPID_SUBJECT: 'https://flint.campus.edu' })).toEqual([]);
    expect(linesOf({ ...pair(), VAPID_PUBLIC_KEY: pair().VAPID_PUBLIC_KEY })).toEqual([
      expect.stringMatching(/^VAPID_PUBLIC_KEY: not the public key of VAPID_PRIVATE_KEY; /),
    ]);
  });

  it('an incomplete pair - is refused, and the error names the missing setting', () => {
    const { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, VAPID_SUBJECT } = pair();
    const rest = 'required with the other VAPID settings';
    expect(linesOf({ VAPID_SUBJECT })).toEqual([`VAPID_PUBLIC_KEY: ${rest}`, `VAPID_PRIVATE_KEY: ${rest}`]);
    expect(linesOf({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY })).toEqual([`VAPID_SUBJECT: ${rest}`]);
  });

  it.each([
    ['VAPID_PUBLIC_KEY', 'AAAA'],
    ['VAPID_PUBLIC_KEY', Buffer.alloc(65, 255).toString('base64')],
    ['VAPID_PRIVATE_KEY', Buffer.alloc(33).toString('base64url')],
    ['VAPID_PRIVATE_KEY', Buffer.alloc(32).toString('base64url')],
    ['VAPID_SUBJECT', 'it@campus.edu'],
    ['VAPID_SUBJECT', 'mailto:a b@campus.edu'],
    ['VAPID_SUBJECT', 'http://flint.campus.edu'],
  ])('with %s=%s - is refused', (name, value) => {
    expect(linesOf({ ...pair(), [name]: value })).toContainEqual(expect.stringMatching(/^VAPID_/));
  });
});

describe('.env.example', () => {
  const written = parseEnv(EXAMPLE) as Record<string, string>;

  it('every setting - is listed once, under an explanation - and nothing else', () => {
    expect(Object.keys(written).sort()).toEqual(Object.keys(EnvSchema.shape).sort());
    for (const block of EXAMPLE.split(/\n\n+/)) expect(block).toMatch(/^# .{15}/);
  });

  it('unchanged - has the default values', () => {
    expect(readEnv(written)).toEqual(readEnv({}));
  });
});
