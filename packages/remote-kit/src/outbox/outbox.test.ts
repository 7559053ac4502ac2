import fc from 'fast-check';
import { createWorld, tick, type KindName } from './testing/world';

/** `npm test` runs a part; OUTBOX_RUNS=2000 all. */
const RUNS = Number(process.env['OUTBOX_RUNS'] ?? 300);
const SEED = process.env['OUTBOX_SEED'];

type World = ReturnType<typeof createWorld>;
type Step = (world: World) => unknown;

const tab = fc.nat({ max: 2 });
const browser = fc.nat({ max: 1 });
const many = fc.nat({ max: 9 });
const step = (name: string, act: Step): Step => Object.assign(act, { toString: () => name });

const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .tuple(tab, fc.constantFrom<KindName>('answers', 'week'), fc.constantFrom('a', 'b'), fc.boolean())
      .map(([at, kind, key, asDraft]) =>
        step(`edit(${at}, ${kind}, ${key}, ${asDraft})`, (world) => world.edit(at, kind, key, asDraft)),
      ),
  },
  { weight: 2, arbitrary: tab.map((at) => step(`saveWeek(${at})`, (world) => world.saveWeek(at))) },
  { weight: 6, arbitrary: tab.map((at) => step(`time(${at})`, (world) => world.time(at))) },
  { weight: 6, arbitrary: many.map((at) => step(`serve(${at})`, (world) => world.serve(at))) },
  {
    weight: 6,
    arbitrary: fc
      .tuple(many, fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.constant(true)))
      .map(([at, isLost]) => step(`respond(${at}, ${isLost})`, (world) => world.respond(at, isLost))),
  },
  {
    weight: 6,
    arbitrary: tab.map((at) => step(`readNow(${at})`, (world) => world.readNow(at))),
  },
  {
    weight: 8,
    arbitrary: tab.map((at) => step(`sendNow(${at})`, (world) => world.sendNow(at))),
  },
  { weight: 3, arbitrary: tab.map((at) => step(`read(${at})`, (world) => world.read(at))) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(tab, fc.constantFrom('a', 'b'), fc.boolean())
      .map(([at, key, mine]) =>
        step(`choose(${at}, ${key}, ${mine})`, (world) => world.choose(at, key, mine)),
      ),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(browser, fc.boolean())
      .map(([at, isOnline]) => step(`connect(${at}, ${isOnline})`, (world) => world.connect(at, isOnline))),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(browser, fc.boolean())
      .map(([at, isFull]) => step(`fill(${at}, ${isFull})`, (world) => world.fill(at, isFull))),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(tab, fc.boolean())
      .map(([at, isLeaving]) => step(`reload(${at}, ${isLeaving})`, (world) => world.reload(at, isLeaving))),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(browser, fc.constantFrom<'ann' | 'ben'>('ann', 'ben'))
      .map(([at, account]) => step(`enter(${at}, ${account})`, (world) => world.enter(at, account))),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(browser, fc.boolean())
      .map(([at, anyway]) => step(`signOut(${at}, ${anyway})`, (world) => world.signOut(at, anyway))),
  },
);

describe('the outbox in two tabs, on a second device and with another account', () => {
  it('any sequence of edits, lost connections, reloads, sign-outs and full storage - every edit is on the server or shown as a choice', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(steps, { minLength: 5, maxLength: 40 }),
        fc.boolean(),
        async (sequence, hasLocks) => {
          const world = createWorld(hasLocks);
          await world.start();
          for (const act of sequence) {
            await act(world);
            await tick();
          }
          await world.settle();
          expect(world.faults).toEqual([]);
        },
      ),
      { numRuns: RUNS, ...(SEED && { seed: Number(SEED) }) },
    );
  });
});
