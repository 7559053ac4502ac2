import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readEnv, type EnvError } from '@flint/services';
import { EnvSchema } from '@flint/services/operations';
import { listening } from '@flint/testing/listening';
import { expectWithin } from '@flint/testing/long';
import { S3_KEYS, startS3Double, type S3Double } from '@flint/testing/s3-double';
import { startTlsDoor, type TlsDoor } from '@flint/testing/tls-door';
import { examine, exitCodeOf } from './checks';

const DAY_MS = 86_400_000;

let dir: string;
let store: S3Double;
let closed: S3Double;
let door: TlsDoor;
const ports = { silent: 0, refuses: 0 };
const stops: (() => Promise<void>)[] = [];

async function startTalker(answer: (socket: Socket) => void): Promise<number> {
  const open = new Set<Socket>();
  const server: Server = createServer((socket) => {
    open.add(socket.on('error', () => undefined));
    answer(socket);
  });
  const { port, close } = await listening(server);
  stops.push(async () => {
    for (const socket of open) socket.destroy();
    await close();
  });
  return port;
}

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'flint-doctor-'));
  store = await startS3Double();
  closed = await startS3Double('https://elsewhere.campus.edu');
  door = await startTlsDoor(9, new Date(Date.now() - DAY_MS));
  ports.silent = await startTalker(() => undefined);
  // a mail server that takes no password
  ports.refuses = await startTalker((socket) => {
    socket.write('220 mail\r\n');
    socket.on('data', (line) => {
      const isGreeting = /^(?:EHLO|HELO)/.test(String(line));
      socket.write(isGreeting ? '250-mail\r\n250 AUTH PLAIN\r\n' : '535 no\r\n');
    });
  });
  await writeFile(path.join(dir, 'file'), '');
  await mkdir(path.join(dir, 'data'), { mode: 0o700 });
});
afterAll(async () => {
  for (const stop of stops) await stop();
  await Promise.all([store.close(), closed.close(), door.close()]);
  await rm(dir, { recursive: true });
});

const S3 = () => ({
  S3_ENDPOINT: store.endpoint,
  S3_BUCKET: store.bucket,
  S3_ACCESS_KEY_ID: S3_KEYS.accessKeyId,
  S3_SECRET_ACCESS_KEY: S3_KEYS.secretAccessKey,
});

/** What the doctor does not find well with these settings; the rest of the machine is well. */
async function foundWith(settings: Readonly<Record<string, string>>, name: string): Promise<string[]> {
  const source = { DATA_DIR: path.join(dir, 'data'), PORT: '0', ...settings };
  const findings = await examine(source, '');
  const bad = findings.filter(({ verdict }) => verdict !== 'ok');
  if (bad.some(({ verdict }) => verdict === 'problem')) expect(exitCodeOf(findings)).toBeGreaterThan(0);
  return bad.filter((each) => each.name === name).map(({ text }) => text);
}

/** The first of these that a setting refuses; undefined where it takes any text. */
const refusedBy = (name: string): string | undefined =>
  ['no, thanks!', '-7', '<'].find((text) => {
    try {
      return !readEnv({ [name]: text });
    } catch (error) {
      return (error as EnvError).lines.some((line) => line.startsWith(`${name}: takes `));
    }
  });

const REACHED = { PUBLIC_URL: 'https://flint.invalid' };
const DEAD = '127.0.0.1:9';

/** Settings of the right form that are wrong all the same: the finding, its sentence and the settings. */
const WRONG: readonly (readonly [string, RegExp, () => Record<string, string>])[] = [
  [
    'settings',
    /^PUBLIC_URL: takes .*the root of its host$/,
    () => ({ PUBLIC_URL: 'https://campus.edu/flint' }),
  ],
  ['certificate', /does not answer from here: start the proxy, or mend the name$/, () => REACHED],
  ['certificate', /has ended: renew it/, () => ({ PUBLIC_URL: door.url })],
  [
    'settings',
    /^PUBLIC_URL: production needs an https address$/,
    () => ({ NODE_ENV: 'production', PUBLIC_URL: 'http://flint.edu' }),
  ],
  ['settings', /^DATA_KEYS: required in production$/, () => ({ NODE_ENV: 'production' })],
  [
    'settings',
    /^S3_BUCKET: required with the other S3 settings$/,
    () => ({ S3_ENDPOINT: 'https://s3.campus.edu' }),
  ],
  [
    'settings',
    /^VAPID_SUBJECT: required with the other VAPID settings$/,
    () => ({ VAPID_PRIVATE_KEY: Buffer.alloc(32, 1).toString('base64url') }),
  ],
  [
    'settings',
    /^VAPID_PUBLIC_KEY: not the public key of VAPID_PRIVATE_KEY; make a pair with: /,
    () => ({
      VAPID_PUBLIC_KEY: Buffer.alloc(65, 4).toString('base64url'),
      VAPID_PRIVATE_KEY: Buffer.alloc(32, 1).toString('base64url'),
      VAPID_SUBJECT: 'mailto:it@campus.edu',
    }),
  ],
  ['settings', /npx flint operate universities/, () => ({ TENANTS_FILE: 'universities.json' })],
  ['settings', /do you mean SAFETY_EMAIL\?$/, () => ({ SAFETY_MAIL: 'safety@campus.edu' })],
  [
    'settings',
    /^FLINT_SECRET: takes .*random.*openssl rand/,
    () => ({ FLINT_SECRET: 'flint dates 1-2'.repeat(3) }),
  ],
  ['settings', /^FLINT_SECRET: takes/, () => ({ FLINT_SECRET: 'password'.repeat(5) })],
  ['settings', /^MONGODB_URI: takes .*mongodb:\/\/host\/flint/, () => ({ MONGODB_URI: `mongodb://${DEAD}` })],
  ['database', /^not reached: /, () => ({ MONGODB_URI: `mongodb://${DEAD}/flint` })],
  [
    'database',
    /^(?:not reached|no answer)/,
    () => ({ MONGODB_URI: `mongodb://127.0.0.1:${ports.silent}/flint` }),
  ],
  ['mail', /^the mail server refuses: .*ECONNREFUSED/, () => ({ SMTP_URL: `smtp://${DEAD}` })],
  [
    'mail',
    /^the mail server refuses: Greeting never received/,
    () => ({ SMTP_URL: `smtp://127.0.0.1:${ports.silent}` }),
  ],
  [
    'mail',
    /^the mail server refuses: .*535 no/,
    () => ({ SMTP_URL: `smtp://kim:wrong@127.0.0.1:${ports.refuses}` }),
  ],
  ['photos', /^bucket photos: /, () => ({ ...S3(), S3_ENDPOINT: `http://${DEAD}`, S3_BUCKET: 'photos' })],
  [
    'photos',
    /^(?:bucket flint-test: |no answer)/,
    () => ({ ...S3(), S3_ENDPOINT: `http://127.0.0.1:${ports.silent}` }),
  ],
  ['photos', /SignatureDoesNotMatch/, () => ({ ...S3(), S3_SECRET_ACCESS_KEY: 'another one' })],
  [
    'photos',
    /browsers may not upload; its CORS rules must allow PUT with content-type from http:/,
    () => ({ ...S3(), S3_ENDPOINT: closed.endpoint }),
  ],
  ['weak', /^S3_ENDPOINT: browsers let no https page/, () => ({ ...REACHED, ...S3() })],
  ['folder', /cannot be written: /, () => ({ DATA_DIR: path.join(dir, 'file/below') })],
  [
    'places',
    /cannot be used, nobody is offered a place: /,
    () => ({ PLACES_FILE: path.join(dir, 'nowhere.csv') }),
  ],
  ['desk', /a ban needs two, and its appeal a third$/, () => ({ DESK_OPERATORS: 'kim=kim@campus.edu' })],
  ['weak', /^MAIL_FROM: .*name an address of the university$/, () => REACHED],
  ['weak', /^SAFETY_EMAIL is missing: .*name the mailbox/, () => REACHED],
  ['weak', /^METRICS_TOKEN is missing: .*make one with/, () => REACHED],
  ['weak', /^UNIVERSITY_EMAIL_HOST=campus\.edu is an example: .*name the host/, () => REACHED],
  ['weak', /^TRUSTED_PROXIES=0 behind https: .*set the number of proxies$/, () => REACHED],
  [
    'weak',
    /^UNIVERSITY_EMAIL_PLUS_TAGS: .*leave it out/,
    () => ({ ...REACHED, UNIVERSITY_EMAIL_PLUS_TAGS: 'true' }),
  ],
  ['weak', /^IP_LIMIT_FACTOR=100: /, () => ({ ...REACHED, IP_LIMIT_FACTOR: '100' })],
  ['weak', /^SMTP_PLAINTEXT: .*leave it out/, () => ({ ...REACHED, SMTP_PLAINTEXT: 'true' })],
  [
    'weak',
    /^RELEASES_URL without RELEASE_KEYS: .*npx flint release keys$/,
    () => ({ ...REACHED, RELEASES_URL: 'https://remotes.campus.edu' }),
  ],
  [
    'weak',
    /^SUPABASE_SERVICE_KEY is missing: .*copy a secret key/,
    () => ({ ...REACHED, SUPABASE_URL: `http://${DEAD}`, SUPABASE_KEY: 'k' }),
  ],
  ['sign-in', /too few for 3,000 students/, () => ({ CODE_MAILS_PER_HOUR: '10' })],
];

describe('the doctor, of a wrong setting', () => {
  const limited = Object.keys(EnvSchema.shape).flatMap((name) => {
    const value = refusedBy(name);
    return value === undefined ? [] : [[name, value] as const];
  });

  it('every setting that does not take any text - is among those below', () => {
    expect(limited.length).toBeGreaterThanOrEqual(40);
    expect(limited.length + WRONG.length).toBeGreaterThanOrEqual(70);
  });

  it('all of them at once - are each reported in one sentence with the allowed values', async () => {
    const told = await foundWith(Object.fromEntries(limited), 'settings');
    for (const [name] of limited) {
      const own = told.filter((text) => text.startsWith(`${name}: takes `));
      expect(own).toEqual([expect.stringMatching(/: takes .{8}/)]);
      expect(own[0]).not.toMatch(/undefined|\n/);
    }
  });

  // most of the time goes by waiting for servers that do not answer
  const found = new Map<number, Promise<{ told: string[]; took: number }>>();
  beforeAll(async () => {
    // the first look loads the clients of mail and photos, which blocks the process for longer than some looks may take
    await foundWith({ ...S3(), SMTP_URL: `smtp://${DEAD}` }, 'mail');
    for (const [at, [name, , settingsOf]] of WRONG.entries()) {
      const started = performance.now();
      const looked = foundWith(settingsOf(), name);
      found.set(
        at,
        looked.then((told) => ({ told, took: performance.now() - started })),
      );
    }
  });

  it.each(WRONG.map(([name, sentence], at) => [name, sentence, at] as const))(
    '%s - %s - is reported in one sentence, within ten seconds',
    async (_name, sentence, at) => {
      const { told, took } = await found.get(at)!;
      expectWithin(took, 10_000);
      expect(told).toContainEqual(expect.stringMatching(sentence));
      for (const text of told) expect(text).not.toContain('\n');
    },
  );
});
