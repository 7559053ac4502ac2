import { buildCampus, dayHours } from './campus';
import { simulatePlans } from './plans';

describe('a simulated round with ready plans', () => {
  it('the same seed - gives the same figures; fewer offers need another time or place than without', async () => {
    const run = async () => simulatePlans(await buildCampus(200, 4, 'even', dayHours), 4);
    const [once, again] = [await run(), await run()];
    expect(once).toEqual(again);
    expect(once.offers).toBeGreaterThan(100);
    expect(once.after).toBeLessThan(once.before);
    expect(once.withPlan).toBeGreaterThanOrEqual(once.withThree);
  });
});
