/** A seeded random source: the same seed gives the same campus. */
export interface Random {
  /** In [0, 1). */
  next(): number;
  /** Integer in [min, max]. */
  int(min: number, max: number): number;
  pick<T>(from: readonly T[]): T;
  /** `count` different elements in list order, or all if there are fewer. */
  some<T>(from: readonly T[], count: number): T[];
  chance(probability: number): boolean;
}

/** mulberry32: small, fast, and good enough for demo data. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    int,
    pick: (from) => {
      const item = from[int(0, from.length - 1)];
      if (item === undefined) throw new RangeError('pick: the list is empty');
      return item;
    },
    some: (from, count) => {
      const ranked = from.map((item, index) => ({ item, index, rank: next() }));
      ranked.sort((a, b) => a.rank - b.rank);
      return ranked
        .slice(0, count)
        .sort((a, b) => a.index - b.index)
        .map(({ item }) => item);
    },
    chance: (probability) => next() < probability,
  };
}
