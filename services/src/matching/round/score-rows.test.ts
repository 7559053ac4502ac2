import { timeFactor } from '../order';
import { population, snapshotOf } from '../testing/campus';
import { jobOf, KEPT } from './job';
import { levelOf, levelOfPair, partnerOf } from './pairs';
import { retainPairs, timeBetween } from './score-rows';

const BEST = 140;

describe('the pairs that a student retains', () => {
  it('of 1,600 who fit - are the best 140 and 60 drawn evenly from the others, by the seed only', async () => {
    const [one] = population(61, 1);
    const snapshot = await snapshotOf([{ ...one!, week: null }]);
    const { tables } = snapshot;
    const columns = {
      flags: new Uint8Array(1_601),
      window: tables.window.slice(0, 0),
      idHash: new Uint32Array(1_601).map((_, row) => row * 7_919),
    };
    const room = new Float64Array(1_601 * KEPT);
    const keep = (seed: number, viewer: number) => {
      const job = {
        ...jobOf(snapshot, { seed }),
        tables: { ...tables, ...columns },
        pairs: room,
        counts: new Uint16Array(1_601),
        twentieth: new Uint16Array(1_601),
      } as unknown as Parameters<typeof retainPairs>[0];
      const others = Array.from({ length: 1_600 }, (_, i) => (i < viewer ? i : i + 1));
      // in no order, so that the best are found in several turns
      const rows = Uint32Array.from(others, (_, i) => others[(i * 701) % 1_600]!);
      retainPairs(
        job,
        viewer,
        rows,
        Float64Array.from(rows, (row) => row / 1_601),
      );
      const pairs = job.pairs.slice(viewer * KEPT, viewer * KEPT + job.counts[viewer]!);
      const level = (row: number) => levelOf((row / 1_601) * timeFactor(null));
      return {
        pairs,
        kept: Array.from(pairs, (pair) => partnerOf(pair, viewer)),
        twentieth: job.twentieth[viewer],
        level,
      };
    };
    const { pairs, kept, twentieth, level } = keep(1, 0);
    expect(Array.from(pairs, levelOfPair)).toEqual(kept.map(level));
    expect(new Set(kept).size).toBe(KEPT);
    expect(kept.slice(0, BEST).toSorted((a, b) => b - a)).toEqual(
      Array.from({ length: BEST }, (_, i) => 1_600 - i),
    );
    expect(twentieth).toBe(level(1_600 - 19));
    expect(keep(1, 0).kept).toEqual(kept);
    expect(keep(2, 0).kept).not.toEqual(kept);
    expect(keep(1, 1).kept).not.toEqual(kept);
    // over many students each tenth of the others is drawn equally often
    const counts = Array.from({ length: 10 }, () => 0);
    for (let viewer = 0; viewer < 100; viewer++)
      for (const row of keep(1, viewer).kept.slice(BEST)) counts[Math.floor(row / 146.2)]! += 1;
    const chiSquare = counts.reduce((sum, count) => sum + (count - 600) ** 2 / 600, 0);
    expect(chiSquare).toBeLessThan(39.3);
  });

  it('of few who fit - are all of them', async () => {
    const students = population(62, 12);
    const snapshot = await snapshotOf(students);
    const job = jobOf(snapshot, { seed: 1 });
    const rows = Uint32Array.of(3, 1, 2);
    retainPairs(job, 0, rows, Float64Array.of(0.2, 0.9, 0.5));
    const kept = job.pairs.subarray(0, job.counts[0]);
    const levelWith = (row: number, fit: number) => levelOf(fit * timeBetween(snapshot.tables, 0, row));
    expect(Array.from(kept, (pair) => [partnerOf(pair, 0), levelOfPair(pair)]).toSorted()).toEqual([
      [1, levelWith(1, 0.9)],
      [2, levelWith(2, 0.5)],
      [3, levelWith(3, 0.2)],
    ]);
    expect(job.twentieth[0]).toBe(levelWith(3, 0.2));
    retainPairs(job, 4, rows.subarray(0, 0), new Float64Array());
    expect([job.counts[4], job.twentieth[4]]).toEqual([0, 0]);
  });

  it('with a week and without - are scored by shared time, or as neutral', async () => {
    const [a, b] = population(63, 2);
    const week = { words: new Uint32Array(6).fill(0xffff_ffff), timezone: 'America/Toronto' };
    const { tables } = await snapshotOf([
      { ...a!, week },
      { ...b!, week },
      { ...b!, id: 'c', week: null },
      { ...b!, id: 'd', week: { ...week, words: new Uint32Array(6) } },
    ]);
    expect(timeBetween(tables, 0, 1)).toBeGreaterThan(0.99);
    expect([timeBetween(tables, 0, 2), timeBetween(tables, 2, 0)]).toEqual([
      timeFactor(null),
      timeFactor(null),
    ]);
    expect(timeBetween(tables, 0, 3)).toBe(timeFactor(0));
  });
});
