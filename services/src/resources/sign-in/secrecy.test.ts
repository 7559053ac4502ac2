import { Writable } from 'node:stream';
import { isLong } from '@flint/testing/long';
import pino from 'pino';
import { addAccounts } from './testing/crowd';
import { caller, codeFor, useStage, wrongFor } from './testing/stage';
import { startTwin } from './testing/twin';

const stage = useStage({ CODE_MAILS_PER_HOUR: '100000' });

const SAMPLES = 120;
const ROUNDS = 8;
const KINDS = ['known', 'unknown'] as const;

type Ask = (email: string) => Promise<{ status: number; text: string }>;

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** What one request for a known and one for an unknown address answers, and the work that the database does for it. */
async function answers(ask: Ask) {
  await addAccounts(stage, ['known@campus.edu']);
  // an address's first request counts in other rows
  await ask('first@campus.edu');
  const seen = [];
  for (const kind of KINDS) {
    const { status, text } = await ask(`${kind}@campus.edu`);
    await stage.server.mailsTo({ email: '' });
    seen.push({ status, text, commands: [...stage.server.latestCommands()] });
  }
  return seen;
}

/** How far the medians are apart, as a share: other load only adds rounds; a real difference would never disappear. */
async function difference(ask: Ask) {
  const times = { known: [] as number[], unknown: [] as number[] };
  let apart = 1;
  for (let round = 0; round < ROUNDS && apart > 0.05; round++) {
    const names = Array.from({ length: SAMPLES }, (_, at) => `r${round}s${at}`);
    await addAccounts(
      stage,
      names.map((name) => `known-${name}@campus.edu`),
    );
    if (round === 0) for (let at = 0; at < 40; at++) await ask(`warm${at}@campus.edu`);
    for (const [at, name] of names.entries())
      for (const kind of at % 2 ? KINDS : KINDS.toReversed()) {
        const started = performance.now();
        await ask(`${kind}-${name}@campus.edu`);
        times[kind].push(performance.now() - started);
      }
    apart = Math.abs(median(times.known) / median(times.unknown) - 1);
  }
  return apart;
}

const ROUTES: Readonly<Record<string, Ask>> = {
  'POST /otp': (email) => stage.send(email),
  'POST /verify': (email) => stage.verify(email, '123456'),
};

describe.each(Object.entries(ROUTES))('%s for a known and an unknown address', (_route, ask) => {
  it('answers the same bytes after the same work; in the long run, medians of time are within 5 %', async () => {
    const [known, unknown] = await answers(ask);
    expect(known!.commands).not.toEqual([]);
    expect(known).toEqual(unknown);
    if (isLong) expect(await difference(ask)).toBeLessThanOrEqual(0.05);
  });
});

describe('logs and database after a run', () => {
  it('contain no code and no token; the logs contain no address', async () => {
    const lines: string[] = [];
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines.push(chunk.toString());
        done();
      },
    });
    const log = pino({ level: 'trace' }, sink);
    await using twin = await startTwin({ ...stage.server.deps, log });
    const auth = caller(twin.url);
    const email = 'ann@campus.edu';
    const secrets: string[] = [];
    await auth('POST /otp', { email });
    const code = await codeFor(twin, email);
    await auth('POST /verify', { email, token: wrongFor(code), type: 'email' });
    const { body } = await auth('POST /verify', { email, token: code, type: 'email' });
    const { body: later } = await auth('POST /token?grant_type=refresh_token', {
      refresh_token: body.refresh_token,
    });
    await auth('GET /user', undefined, { authorization: `Bearer ${later.access_token}x` });
    await auth('POST /logout?scope=x', undefined, { authorization: `Bearer ${later.access_token}` });
    for (const answer of [body, later]) secrets.push(answer.access_token, answer.refresh_token);
    secrets.push(code);
    stage.clock.advanceSeconds(60);
    await auth('POST /otp', { email });
    secrets.push(await codeFor(twin, email));
    const model = twin.deps.db.models.AuthSession as unknown as { findById: unknown };
    model.findById = () => {
      throw new Error('broken on purpose');
    };
    await auth('POST /token?grant_type=refresh_token', { refresh_token: secrets[1] });

    const logged = lines.join('');
    expect(logged).toContain('broken on purpose');
    const dump = await stage.server.stored();
    expect(dump).toContain(email);
    for (const secret of secrets) {
      const found = new RegExp(`(?<![\\w-])${secret}(?![\\w-])`);
      expect(logged).not.toMatch(found);
      expect(dump).not.toMatch(found);
    }
    expect(logged).not.toContain(email);
  });
});
