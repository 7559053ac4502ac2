import { addAccounts } from './testing/crowd';
import { startStage, type Stage } from './testing/stage';

const SAMPLES = 120;
const ROUNDS = 8;

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/**
 * Sends requests for known and unknown addresses in turn until the medians are within 5 %. Other load only adds rounds; a real difference
 * would never disappear.
 */
async function difference(stage: Stage, ask: (email: string) => Promise<{ status: number; text: string }>) {
  const times = { known: [] as number[], unknown: [] as number[] };
  const bodies = new Set<string>();
  const time = async (kind: 'known' | 'unknown', email: string) => {
    const started = performance.now();
    const { status, text } = await ask(email);
    times[kind].push(performance.now() - started);
    bodies.add(`${status} ${text}`);
  };
  let apart = 1;
  for (let round = 0; round < ROUNDS && apart > 0.05; round++) {
    const names = Array.from({ length: SAMPLES }, (_, at) => `r${round}s${at}`);
    await addAccounts(
      stage,
      names.map((name) => `known-${name}@campus.edu`),
    );
    if (round === 0) for (let at = 0; at < 40; at++) await ask(`warm${at}@campus.edu`);
    for (const [at, name] of names.entries()) {
      const order = at % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
      for (const kind of order) await time(kind, `${kind}-${name}@campus.edu`);
    }
    apart = Math.abs(median(times.known) / median(times.unknown) - 1);
  }
  return { apart, bodies: [...bodies] };
}

describe('known and unknown addresses', () => {
  it('POST /otp - answers both with the same bytes in the same time (medians within 5 %)', async () => {
    await using stage = await startStage({ CODE_MAILS_PER_HOUR: '100000' });
    const { apart, bodies } = await difference(stage, stage.send);
    expect(bodies).toEqual(['200 {}']);
    expect(apart).toBeLessThanOrEqual(0.05);
  }, 60_000);

  it('POST /verify - answers both with the same bytes in the same time (medians within 5 %)', async () => {
    await using stage = await startStage();
    const { apart, bodies } = await difference(stage, (email) => stage.verify(email, '123456'));
    expect(bodies).toHaveLength(1);
    expect(bodies[0]).toContain('otp_expired');
    expect(apart).toBeLessThanOrEqual(0.05);
  }, 60_000);
});
