import { newCode } from './codes';

describe('newCode', () => {
  it('10,000 codes - are six digits - each digit in each place equally often (chi-square, 1 in 100,000)', () => {
    const codes = Array.from({ length: 10_000 }, newCode);
    expect(codes.every((code) => /^\d{6}$/.test(code))).toBe(true);
    for (let place = 0; place < 6; place++) {
      const counts = Array.from({ length: 10 }, () => 0);
      for (const code of codes) counts[Number(code[place])]! += 1;
      const chiSquare = counts.reduce((sum, count) => sum + (count - 1000) ** 2 / 1000, 0);
      // 9 degrees of freedom: 39.3 is passed once in 100,000
      expect(chiSquare).toBeLessThan(39.3);
    }
  });

  it('10,000 codes - over 100 equal ranges - are uniform (chi-square, 1 in 100,000)', () => {
    const counts = Array.from({ length: 100 }, () => 0);
    for (let at = 0; at < 10_000; at++) counts[Math.floor(Number(newCode()) / 10_000)]! += 1;
    const chiSquare = counts.reduce((sum, count) => sum + (count - 100) ** 2 / 100, 0);
    // 99 degrees of freedom
    expect(chiSquare).toBeLessThan(168);
  });
});
