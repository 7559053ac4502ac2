import { createRandom } from '../../../seed/random';
import { Assignment, attentionAt, SHOWN, WIDTH, type Plan } from './assign';
import { packPair } from './pairs';

type Pair = readonly [a: number, b: number, level: number];

function assign(size: number, pairs: readonly Pair[], change: Partial<Plan> = {}) {
  const made = new Assignment({
    size,
    pairs: Float64Array.from(pairs, ([a, b, level]) => packPair(level, a, b)),
    lift: new Int32Array(size),
    present: new Uint8Array(size).fill(1),
    activity: new Float32Array(size).fill(1),
    share: new Float32Array(size).fill(1),
    step: 1000,
    ...change,
  }).run();
  const listOf = (row: number) => [...made.lists.subarray(row * WIDTH, (row + 1) * WIDTH)];
  return {
    load: made.load,
    shown: (row: number) => listOf(row).slice(0, SHOWN),
    /** The shown people without free places. */
    people: (row: number) =>
      listOf(row)
        .slice(0, SHOWN)
        .filter((other) => other >= 0),
    reserve: (row: number) =>
      listOf(row)
        .slice(SHOWN)
        .filter((other) => other >= 0),
  };
}

/** Random levels for a part of all pairs. */
function someOf(size: number, part: number, seed: number): Pair[] {
  const random = createRandom(seed);
  return Array.from({ length: size }, (_, a) => a).flatMap((a) =>
    Array.from({ length: size - a - 1 }, (_, i) => a + 1 + i)
      .filter(() => random.chance(part))
      .map((b) => [a, b, random.int(20_000, 45_000)] as const),
  );
}

describe('an assignment', () => {
  it('of three who fit - gives the best pair the first place, and each next pair the first that both have free', () => {
    const pairs = [
      [0, 1, 40_000],
      [0, 2, 30_000],
      [1, 2, 20_000],
    ] as const;
    const { shown, reserve, load } = assign(3, pairs, { activity: Float32Array.of(1, 0.5, 0.25) });
    expect([0, 1, 2].map((row) => shown(row).slice(0, 4))).toEqual([
      [1, 2, -1, -1],
      [0, -1, 2, -1],
      [-1, 0, 1, -1],
    ]);
    expect(
      [0, 1, 2].map((row) => [
        shown(row)
          .slice(4)
          .every((other) => other === -1),
        reserve(row),
      ]),
    ).toEqual([
      [true, []],
      [true, []],
      [true, []],
    ]);
    const [first, second, third] = [0, 1, 2].map(attentionAt) as [number, number, number];
    expect(load[0]).toBeCloseTo(0.5 * first + 0.25 * second);
    expect(load[1]).toBeCloseTo(first + 0.25 * third);
    expect(load[2]).toBeCloseTo(second + 0.5 * third);
  });

  it('with a student whose pairs are raised - lists them first', () => {
    const pairs = [
      [0, 1, 40_000],
      [0, 2, 39_000],
    ] as const;
    expect(assign(3, pairs).people(0)).toEqual([1, 2]);
    expect(assign(3, pairs, { lift: Int32Array.of(0, 0, 1_500) }).people(0)).toEqual([2, 1]);
    expect(assign(3, pairs, { lift: Int32Array.of(500, -1_500, 0) }).people(0)).toEqual([2, 1]);
  });

  it('with a student who needs less attention - leaves them free places, spread over the list', () => {
    const pairs = [[0, 1, 40_000]] as const;
    // six places less than the fair share: 2, 6, 10, 14, 0 and 4
    const { shown } = assign(2, pairs, { share: Float32Array.of(0.7, 1) });
    expect([shown(0).indexOf(1), shown(1).indexOf(0)]).toEqual([1, 1]);
    expect(
      assign(2, pairs, { share: Float32Array.of(0.8, 1.5) })
        .shown(0)
        .indexOf(1),
    ).toBe(0);
    const five = [1, 2, 3, 4, 5].map((other) => [0, other, 40_000 - other] as const);
    expect(
      assign(6, five, { share: Float32Array.of(0.3, 1, 1, 1, 1, 1) })
        .shown(0)
        .slice(0, 8),
    ).toEqual([-1, 1, -1, 2, -1, 3, -1, 4]);
  });

  it.each([
    ['everybody fits', 70, 1, 1],
    ['half fit', 60, 0.5, 2],
    ['few fit', 80, 0.1, 3],
  ])(
    'where %s - lists everybody who fits, each once, and counts the attention promised',
    (_what, size, part, seed) => {
      const random = createRandom(seed);
      const pairs = someOf(size, part, seed);
      const partners = Array.from({ length: size }, (_, row) =>
        pairs.flatMap(([a, b]) => (a === row ? [b] : b === row ? [a] : [])),
      );
      const activity = Float32Array.from(partners, () => random.pick([0.25, 0.5, 1]));
      const share = Float32Array.from(partners, () => random.pick([0.6, 0.9, 1, 1.4]));
      const { people, shown, reserve, load } = assign(size, pairs, { activity, share });
      const promised = new Float32Array(size);
      for (let row = 0; row < size; row++) {
        const named = [...people(row), ...reserve(row)];
        expect(new Set(named).size).toBe(named.length);
        expect(partners[row]).toEqual(expect.arrayContaining(named));
        expect(people(row)).toHaveLength(Math.min(SHOWN, partners[row]!.length));
        expect(named).toHaveLength(Math.min(WIDTH, partners[row]!.length));
        shown(row).forEach((other, place) => {
          if (other >= 0) promised[other]! += attentionAt(place) * activity[row]!;
        });
      }
      for (let row = 0; row < size; row++) expect(load[row]).toBeCloseTo(promised[row]!, 4);
    },
  );

  it('with students who are everybody’s best - promises them little more attention than others', () => {
    const size = 60;
    const pairs = someOf(size, 1, 4).map(
      ([a, b, level]) => [a, b, level + (a < 10 ? 10_000 : 0) + (b < 10 ? 10_000 : 0)] as const,
    );
    const { load, people, reserve } = assign(size, pairs);
    expect(Math.max(...load)).toBeLessThan(1.02);
    expect(Math.min(...load)).toBeGreaterThan(0.98);
    // nobody is in many more reserves than others
    const times = new Map<number, number>();
    for (let row = 0; row < size; row++)
      for (const other of reserve(row)) times.set(other, (times.get(other) ?? 0) + 1);
    expect(Math.max(...times.values())).toBeLessThanOrEqual(25);
    // most places are mutual
    const mutual = Array.from({ length: size }, (_, row) =>
      people(row).filter((other) => people(other).includes(row)),
    );
    expect(mutual.flat().length).toBeGreaterThan(0.8 * SHOWN * size);
  });

  it.each([
    ['everybody looks', 1, 5, [1], [1.3, 0.7], 1.25],
    ['some look rarely', 0.5, 6, [0.25, 0.5, 1], [0.6, 0.9, 1, 1.4], 1.4],
  ])(
    'with shares of attention, where %s - promises each student about their share',
    (_, part, seed, activities, shares, most) => {
      const size = 80;
      const random = createRandom(seed);
      const rows = Array.from({ length: size }, (_, row) => row);
      const activity = Float32Array.from(rows, () => random.pick(activities));
      const share = Float32Array.from(rows, () => random.pick(shares));
      const { load } = assign(size, someOf(size, part, seed), { activity, share, step: 4000 });
      const fair = activity.reduce((sum, each) => sum + each, 0) / size;
      const got = rows.map((row) => load[row]! / share[row]! / fair);
      expect(Math.max(...got)).toBeLessThan(most);
      expect(Math.min(...got)).toBeGreaterThan(1 / most);
    },
  );

  it('of two sides of unequal size, where popularity differs - leaves nobody without attention, and fits well', () => {
    const size = 200;
    const random = createRandom(11);
    const rows = Array.from({ length: size }, (_, row) => row);
    const popularity = rows.map(() => random.int(0, 12_000));
    const fit = (a: number, b: number) => 20_000 + random.int(0, 12_000) + popularity[a]! + popularity[b]!;
    const pairs = rows
      .slice(0, 80)
      .flatMap((a) =>
        rows.slice(80).flatMap((b) => (random.chance(0.4) ? [[a, b, fit(a, b)] as const] : [])),
      );
    const activity = Float32Array.from(rows, () => random.pick([0.25, 0.5, 1]));
    const { load, shown } = assign(size, pairs, { activity, step: 2_500 });
    const fair = activity.reduce((sum, each) => sum + each, 0) / size;
    const got = rows.map((row) => load[row]! / fair);
    const spread = Math.sqrt(got.reduce((sum, each) => sum + (each - 1) ** 2, 0) / size);
    const levels = new Map(
      pairs.flatMap(([a, b, level]) => [
        [`${a} ${b}`, level],
        [`${b} ${a}`, level],
      ]),
    );
    const fits = rows.map((row) =>
      shown(row).reduce(
        (sum, other, place) => sum + attentionAt(place) * (levels.get(`${row} ${other}`) ?? 0),
        0,
      ),
    );
    const fitting = fits.reduce((sum, each) => sum + each, 0) / size;
    expect(Math.min(...got)).toBeGreaterThan(0.08);
    expect(spread).toBeLessThan(0.46);
    expect(fitting).toBeGreaterThan(41_500);
  });
});
