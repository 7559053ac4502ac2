import { buildCampus, gini, simulate } from './campus';

describe('gini', () => {
  it('everybody listed equally often - is 0', () => expect(gini([3, 3, 3, 3])).toBeCloseTo(0));
  it('one student listed always - approaches 1', () =>
    expect(gini([0, 0, 0, 0, 0, 0, 0, 0, 0, 10])).toBeCloseTo(0.9));
});

describe('a simulated campus', () => {
  const campus = buildCampus(300, 4);

  it('the same seed - gives the same weeks', () => {
    expect(simulate(campus, 'flint', 3, 5)).toEqual(simulate(campus, 'flint', 3, 5));
  });

  it("Flint's order - spreads attention more evenly than score alone", () => {
    expect(simulate(campus, 'flint', 6, 5).exposureGini).toBeLessThan(
      simulate(campus, 'score only', 6, 5).exposureGini,
    );
  });
});
