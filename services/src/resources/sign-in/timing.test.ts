import { isLong } from '@flint/testing/long';
import { addAccounts } from './testing/crowd';
import { startStage, type Stage } from './testing/stage';

const SAMPLES = 120;
const ROUNDS = 8;
const KINDS = ['known', 'unknown'] as const;

type Ask = (email: string) => Promise<{ status: number; text: string }>;

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** What one request for a known and one for an unknown address answers, and the work that the database does for it. */
async function answers(stage: Stage, ask: Ask) {
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
async function difference(stage: Stage, ask: Ask) {
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

const ROUTES: Readonly<Record<string, (stage: Stage) => Ask>> = {
  'POST /otp': (stage) => stage.send,
  'POST /verify': (stage) => (email) => stage.verify(email, '123456'),
};

describe.each(Object.entries(ROUTES))('%s for a known and an unknown address', (_route, ask) => {
  it('answers the same bytes after the same work; in the long run, medians of time are within 5 %', async () => {
    await using stage = await startStage({ CODE_MAILS_PER_HOUR: '100000' });
    const [known, unknown] = await answers(stage, ask(stage));
    expect(known!.commands).not.toEqual([]);
    expect(known).toEqual(unknown);
    if (isLong) expect(await difference(stage, ask(stage))).toBeLessThanOrEqual(0.05);
  });
});
