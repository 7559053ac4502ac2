/**
 * Noninterference: the same sequence of an observer and two accomplices runs in a world with and in a world without an act of another
 * student. Every byte, size, header, order, event, notice and pattern of an id is the same, but for what docs/security.md names.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { isShort, SEED } from '@flint/testing/long';
import { ACTS, EXCEPTIONS, type Act, type Exception } from './two-worlds/acts';
import {
  draws,
  inviteAll,
  look,
  ordinary,
  RELATIONS,
  requests,
  type Draw,
  type Step,
} from './two-worlds/requests';
import { OBSERVERS, openStage, type Stage } from './two-worlds/stage';
import { comparable } from './two-worlds/transcript';
import { World } from './two-worlds/world';

/** 1,000 in `npm run test:security`. */
const SEQUENCES = Number(process.env.FLINT_WORLDS ?? (isShort ? 1 : 3));
/** One act, to look for the cause of a difference. */
const NAMES = Object.keys(ACTS).filter((name) => name === (process.env.FLINT_WORLDS_ACT ?? name));
/** The path that fast-check printed with a seed: repeats one sequence. */
const PATH = process.env.FLINT_WORLDS_PATH;
const QUICK = process.env.FLINT_WORLDS_QUICK === 'yes';

jest.setTimeout(600_000 + SEQUENCES * 30_000);

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage[Symbol.asyncDispose]());

interface Sequence {
  readonly act: string;
  readonly relation: string;
  readonly before: readonly Step[];
  readonly draw: Draw;
  readonly after: readonly Step[];
}

const sequences = fc.record<Sequence>({
  act: fc.constantFrom(...NAMES),
  relation: fc.constantFrom(...Object.keys(RELATIONS)),
  before: fc.array(fc.oneof(ordinary, requests), { maxLength: 4 }),
  draw: draws,
  after: fc.array(requests, { minLength: 1, maxLength: 6 }),
});

async function run({ relation, before, draw, after }: Sequence, act: Act['act'] | undefined): Promise<World> {
  await stage.reset();
  const world = new World(stage);
  const take = async (name: string, step: () => Promise<unknown>) => {
    await step();
    await world.endStep(name);
  };
  await take(relation, () => RELATIONS[relation]!(world, draw));
  for (const step of before) await take(step.name, () => step.run(world));
  await take('act:', async () => act?.(world, draw));
  for (const step of after)
    if (!(world.away.has(step.draw.man) && step.name.includes(step.draw.man)))
      await take(step.name, () => step.run(world));
  for (const observer of OBSERVERS) await take('the last look', () => look(world, observer));
  for (const observer of OBSERVERS) await take('the last invitations', () => inviteAll(world, observer));
  return world;
}

/** The first line in which the two worlds differ; empty if there is none. */
async function compare(sequence: Sequence) {
  const { act, looksAs, except } = ACTS[sequence.act]!;
  const worlds = [await run(sequence, act), await run(sequence, looksAs)];
  const about = { id: worlds[0]!.idOf(sequence.draw.man) };
  const exception: Exception | undefined = except && EXCEPTIONS[except];
  const kept = worlds.map(({ entries }) =>
    entries.flatMap((entry) => (exception?.hide ? (exception.hide(entry, about) ?? []) : entry)),
  );
  const [one, other] = comparable(kept) as [string[], string[]];
  const at = Array.from(one.length > other.length ? one : other).findIndex((_, i) => one[i] !== other[i]);
  return {
    entries: worlds[0]!.entries.length,
    difference: at < 0 ? [] : [one[at] ?? null, other[at] ?? null],
  };
}

describe('an observer with two accomplices', () => {
  it(`in ${SEQUENCES} sequences of seed ${SEED} - receives in a world with another student’s act what they receive without it`, async () => {
    const counts = new Map(NAMES.map((name) => [name, 0]));
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(sequences, async (sequence) => {
        const { entries, difference } = await compare(sequence);
        compared += entries;
        counts.set(sequence.act, counts.get(sequence.act)! + 1);
        expect(difference).toEqual([]);
      }),
      { numRuns: SEQUENCES, seed: SEED, endOnFailure: QUICK, ...(PATH && { path: PATH }) },
    );
    const each = [...counts].map(([name, count]) => `${count} ${name}`).join(', ');
    process.stdout.write(
      `two worlds, seed ${SEED}: ${SEQUENCES} sequences (${each}), ${compared} answers and notices compared, 0 differences\n`,
    );
  });

  it('in what the two worlds may differ - is named in docs/security.md', () => {
    const file = path.join(__dirname, '../../../docs/security.md');
    const text = readFileSync(file, 'utf8').replace(/\s+/g, ' ');
    for (const { sentence } of Object.values(EXCEPTIONS)) expect(text).toContain(sentence);
  });
});
