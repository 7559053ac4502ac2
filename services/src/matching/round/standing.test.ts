import { gini } from './gini';
import {
  atLevel,
  highOf,
  leastOf,
  levelOf,
  levelOfPair,
  levelOfRow,
  lowOf,
  packPair,
  packRow,
  partnerOf,
  rowOf,
  rowsOfPair,
  sortUnique,
} from './pairs';
import type { StandingTables } from './snapshot';
import { claimsOf } from './standing';

const NEW = { weeksPresent: 0, attention: 0, dates: 0, weeksSinceDate: 0, activity: 1, waiting: 0 };

function claims(students: readonly Partial<typeof NEW>[]) {
  const column = (name: keyof typeof NEW) => students.map((student) => student[name] ?? NEW[name]);
  const { lift, share } = claimsOf({
    weeksPresent: Uint16Array.from(column('weeksPresent')),
    attention: Float32Array.from(column('attention')),
    dates: Uint16Array.from(column('dates')),
    weeksSinceDate: Uint16Array.from(column('weeksSinceDate')),
    activity: Float32Array.from(column('activity')),
    waiting: Uint8Array.from(column('waiting')),
  } as unknown as StandingTables);
  const rounded = (values: Float32Array) => Array.from(values, (each) => Math.round(each * 1000) / 1000);
  return { lift: rounded(lift), share: rounded(share) };
}

describe('the claims of students', () => {
  it('new to the campus - are equal: half the need, some lack of attention', () =>
    expect(claims([{}, {}])).toEqual({ lift: [0.8, 0.8], share: [1.075, 1.075] }));

  it('with offers to answer - are lower by each, down to a floor, and never gone', () =>
    expect(claims([0, 1, 5, 50].map((waiting) => ({ waiting })))).toEqual({
      lift: [0.8, 0.6, -0.2, -0.2],
      share: [1.075, 1.025, 0.825, 0.825],
    }));

  it('without a date - grow with the weeks up to one; after a date they are small and grow slowly', () => {
    const seen = { weeksPresent: 4, attention: 4 };
    const weeks = [{ weeksPresent: 2, attention: 2 }, seen, { weeksPresent: 40, attention: 40 }];
    expect(claims(weeks).lift).toEqual([0.75, 1, 1]);
    const dated = [0, 2, 30].map((weeksSinceDate) => ({ ...seen, dates: 1, weeksSinceDate }));
    expect(claims(dated)).toEqual({ lift: [0, 0.2, 0.4], share: [0.9, 1, 1.1] });
  });

  it('shown less than others - are higher, by half after one week, and bounded', () => {
    const weekly = (weeksPresent: number, each: number) => ({
      weeksPresent,
      attention: weeksPresent * each,
      dates: 1,
    });
    // the mean per week is 1
    expect(claims([weekly(4, 0.5), weekly(4, 1.5)]).lift).toEqual([0.5, -0.5]);
    expect(claims([weekly(1, 0.5), weekly(4, 1.5)]).lift).toEqual([0.25, -0.5]);
    expect(claims([weekly(4, 0), weekly(4, 0), weekly(4, 3)])).toEqual({
      lift: [1, 1, -1],
      share: [1.25, 1.25, 0.75],
    });
    expect(claims([weekly(4, 0), {}]).lift).toEqual([0, 0.8]);
  });

  it('are compared with students who are not away, and never fall below 30 percent of a fair share', () => {
    const away = { weeksPresent: 4, attention: 400, activity: 0 };
    expect(claims([{ weeksPresent: 4, attention: 4, dates: 1 }, away])).toEqual({
      lift: [0, 0],
      share: [1, 1.25],
    });
    const poor = Array.from({ length: 9 }, () => ({ weeksPresent: 8, attention: 1 }));
    expect(claims([...poor, { weeksPresent: 8, attention: 80, dates: 1 }]).share.at(-1)).toBe(0.3);
    expect(claims([{ activity: 0 }])).toEqual({ lift: [0.8], share: [1.325] });
  });
});

describe('packed pairs', () => {
  it('of any rows and level - are unpacked unchanged, from either side', () => {
    for (const [level, a, b] of [
      [0, 0, 1],
      [32_768, 7, 3],
      [65_535, 262_142, 262_143],
    ] as const) {
      const pair = packPair(level, a, b);
      expect(packPair(level, b, a)).toBe(pair);
      const [low, high] = [Math.min(a, b), Math.max(a, b)];
      const rows = rowsOfPair(pair);
      expect([levelOfPair(pair), lowOf(rows), highOf(rows, lowOf(rows))]).toEqual([level, low, high]);
      expect([partnerOf(pair, a), partnerOf(pair, b)]).toEqual([b, a]);
      expect([levelOfRow(packRow(level, a)), rowOf(packRow(level, a))]).toEqual([level, a]);
      expect([-1, 0, 9, 65_535, 65_536].map((to) => levelOfPair(atLevel(to, rows)))).toEqual([
        0, 0, 9, 65_535, 65_535,
      ]);
      expect(rowsOfPair(atLevel(9, rows))).toBe(rows);
    }
  });

  it('sorted - contain each pair once', () => {
    const pairs = Float64Array.of(5, 3, 5, 1, 3);
    expect([...pairs.subarray(0, sortUnique(pairs))]).toEqual([1, 3, 5]);
  });

  it('levels - leave room below and above, and start half a level below the score', () => {
    expect([levelOf(0), levelOf(0.5), levelOf(1)]).toEqual([16_384, 32_768, 49_152]);
    expect(levelOf(leastOf(30_000) + 1e-9)).toBe(30_000);
    expect(levelOf(leastOf(30_000) - 1e-9)).toBe(29_999);
  });
});

it('gini - of even and uneven counts - is between 0 and 1', () => {
  expect([[], [0, 0], [3, 3], [0, 0, 0, 4], [1, 3]].map(gini)).toEqual([0, 0, 0, 0.75, 0.25]);
});
