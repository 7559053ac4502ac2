import { newCode } from './codes';

/** The sum over counts that should be alike. */
const chiSquare = (counts: readonly number[], expected: number) =>
  counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);

describe('newCode', () => {
  it('10,000 codes - are six digits, and in each place and over 100 equal ranges are uniform (chi-square, 1 in 100,000)', () => {
    const codes = Array.from({ length: 10_000 }, newCode);
    expect(codes.every((code) => /^\d{6}$/.test(code))).toBe(true);
    for (let place = 0; place < 6; place++) {
      const counts = Array.from({ length: 10 }, () => 0);
      for (const code of codes) counts[Number(code[place])]! += 1;
      // 9 degrees of freedom
      expect(chiSquare(counts, 1000)).toBeLessThan(39.3);
    }
    const counts = Array.from({ length: 100 }, () => 0);
    for (const code of codes) counts[Math.floor(Number(code) / 10_000)]! += 1;
    // 99 degrees of freedom
    expect(chiSquare(counts, 100)).toBeLessThan(168);
  });
});
