import { createRandom } from '../../../seed/random';
import { bandOf, bandThresholds } from './bands';

describe('bands', () => {
  it('of 300 random pools with ties - begin as computed from the sorted pool', () => {
    const random = createRandom(5);
    for (let round = 0; round < 300; round++) {
      const scores = Array.from({ length: random.int(1, 250) }, () => random.int(0, 60) / 60);
      const sorted = scores.toSorted((a, b) => b - a);
      expect(bandThresholds(Float64Array.from(scores))).toEqual({
        great: sorted[Math.ceil(scores.length * 0.02) - 1],
        good: sorted[Math.ceil(scores.length * 0.15) - 1],
      });
    }
  });

  it('of 100 people - are great for 2, good for 13 and worth a coffee for the rest', () => {
    const scores = Array.from({ length: 100 }, (_, i) => i / 100);
    const limits = bandThresholds(Float64Array.from(scores));
    const bands = scores.map((score) => bandOf(score, limits));
    expect(bands.filter((band) => band === 'great')).toHaveLength(2);
    expect(bands.filter((band) => band === 'good')).toHaveLength(13);
  });

  it('of an empty pool - have no threshold', () => {
    expect(bandOf(1, bandThresholds(new Float64Array(0)))).toBe('worth_a_coffee');
  });
});
