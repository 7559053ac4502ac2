import fc from 'fast-check';
import { createWorld, tick, type AlbumAct } from './testing/world';

/** `npm test` runs a part; OUTBOX_RUNS=2000 all. */
const RUNS = Number(process.env['OUTBOX_RUNS'] ?? 300);

type World = ReturnType<typeof createWorld>;
type Action = Exclude<keyof World, 'faults' | 'start' | 'settle'>;
type Step = (world: World) => unknown;

const tab = fc.nat({ max: 2 });
const browser = fc.nat({ max: 1 });
const many = fc.nat({ max: 9 });
const key = fc.constantFrom('a', 'b');
const rarely = fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.constant(true));

type ArbitrariesOf<A extends readonly unknown[]> = { [I in keyof A]: fc.Arbitrary<A[I]> };

/** An action of the world with arguments of these kinds, and how often it is drawn. */
const step = <N extends Action>(weight: number, name: N, ...args: ArbitrariesOf<Parameters<World[N]>>) => ({
  weight,
  arbitrary: fc.tuple(...(args as readonly fc.Arbitrary<unknown>[])).map((values): Step => {
    const act = (world: World) => (world[name] as (...all: unknown[]) => unknown)(...values);
    return Object.assign(act, { toString: () => `${name}(${values.join(', ')})` });
  }),
});

/** What is changed in one sequence: fewer kinds meet more often. */
const edits = {
  answers: [step(16, 'answer', tab, key), step(4, 'choose', tab, fc.constant('answers'), key, fc.boolean())],
  week: [step(14, 'paint', tab, key, fc.boolean()), step(4, 'saveWeek', tab)],
  album: [
    step(10, 'changeAlbum', tab, fc.constantFrom<AlbumAct>('add', 'remove', 'move'), fc.nat({ max: 3 })),
    step(8, 'saveAlbum', tab),
    step(2, 'choose', tab, fc.constant('album'), fc.constant('album'), fc.boolean()),
  ],
  mail: [step(12, 'turnMail', tab)],
};
const ALL = [...edits.answers, ...edits.week, ...edits.album, ...edits.mail];

const events = [
  step(6, 'time', tab),
  step(6, 'serve', many, rarely),
  step(6, 'respond', many, rarely),
  step(6, 'readNow', tab),
  step(8, 'sendNow', tab),
  step(3, 'read', tab),
  step(3, 'readFromDevice', tab),
  step(2, 'connect', browser, fc.boolean()),
  step(1, 'breakStorage', browser, fc.constantFrom('works', 'full', 'blocked')),
  step(2, 'changeClock', browser, fc.constantFrom(-1_000, 1_000)),
  step(4, 'reload', tab, fc.boolean()),
  step(1, 'enter', browser, fc.constantFrom('ann', 'ben')),
  step(1, 'signOut', browser, fc.boolean()),
  step(1, 'endSession', browser),
];
const sequences = fc
  .constantFrom(...Object.values(edits), ALL)
  .chain((own) => fc.array(fc.oneof(...own, ...events), { minLength: 5, maxLength: 40, size: 'max' }));

describe('the outbox in two tabs, on a second device and with another account', () => {
  it('any sequence of edits, lost connections, reloads, sign-outs, wrong clocks and broken storage - every edit is on the server or shown as a choice', async () => {
    await fc.assert(
      fc.asyncProperty(sequences, fc.boolean(), async (sequence, hasLocks) => {
        const world = createWorld(hasLocks);
        await world.start();
        for (const act of sequence) {
          await act(world);
          await tick();
        }
        await world.settle();
        expect(world.faults).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });
});
