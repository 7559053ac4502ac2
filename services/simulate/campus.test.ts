import { gini } from '../src/matching/round/gini';
import { buildCampus, dayHours, fitOf } from './campus';
import { simulate } from './market';
import { measure, type Outcome } from './measure';
import { ORDERS, orderBy, type OrderName } from './orders';
import { simulatePlans } from './plans';
import { judge } from './promises';

describe('gini', () => {
  it('everybody listed equally often - is 0', () => expect(gini([3, 3, 3, 3])).toBeCloseTo(0));
  it('one student listed always - approaches 1', () =>
    expect(gini([0, 0, 0, 0, 0, 0, 0, 0, 0, 10])).toBeCloseTo(0.9));
  it('nobody listed - is 0', () => expect(gini([0, 0])).toBe(0));
});

describe.each(['even', 'lifelike'] as const)('a simulated campus, %s', (mode) => {
  const building = buildCampus(160, 4, mode);
  const run = async (name: OrderName, weeks = 3) => simulate(await building, orderBy(name, 4), weeks, 5);

  it('the same seed - gives the same weeks', async () => {
    expect(measure(await run('rounds'))).toEqual(measure(await run('rounds')));
  });

  it.each(ORDERS)(
    'in the order %s - nobody has two offers with one person, or one with a person who does not fit',
    async (name) => {
      const { looks, campus, dates, totalDates } = await run(name);
      expect(looks.length).toBeGreaterThan(2000);
      expect(looks.every(({ viewer, shown }) => fitOf(campus, viewer, shown) > 0)).toBe(true);
      expect(dates.reduce((sum, each) => sum + each, 0)).toBe(2 * totalDates);
      expect(Math.max(...looks.map(({ place }) => place))).toBe(19);
    },
  );

  it('the lists of rounds - spread attention more evenly than score alone, and leave fewer without a date', async () => {
    const [rounds, score] = [measure(await run('rounds', 6)), measure(await run('score only', 6))];
    expect(rounds.exposureGini).toBeLessThan(0.75 * score.exposureGini);
    expect(rounds.worstTenth).toBeGreaterThan(1.5 * score.worstTenth);
    expect(rounds.never).toBeLessThan(score.never);
  });
});

describe('the verdict', () => {
  const outcome: Outcome = {
    exposureGini: 0.05,
    worstTenth: 0.8,
    unasked: 0.1,
    never: 0.03,
    dates: 1040,
    groups: [{ name: 'lesbian women', people: 100, never: 0, attention: 0.95, datesPerWeek: 0.2 }],
  };
  const score = { ...outcome, unasked: 0.3, never: 0.08, dates: 1000 };
  const results = (rounds: Outcome) => {
    const each = { rounds: [rounds], 'score only': [score] };
    return { even: each, lifelike: each };
  };
  const missed = (change: Partial<Outcome>) =>
    judge(results({ ...outcome, ...change })).filter(({ met }) => !met);

  it.each<[string, Partial<Outcome>, number]>([
    ['all promised figures', {}, 0],
    ['lists less even', { exposureGini: 0.071 }, 1],
    ['a worst tenth with little attention', { worstTenth: 0.74 }, 1],
    ['more without a date', { never: 0.036 }, 1],
    ['fewer dates', { dates: 1029 }, 1],
    ['fewer dates than by score alone', { dates: 999 }, 2],
    ['more who were never asked', { unasked: 0.16 }, 1],
    ['a small group overlooked', { groups: [{ ...outcome.groups[0]!, attention: 0.89 }] }, 1],
  ])('over %s - reports each missed goal', (_what, change, count) => {
    expect(missed(change)).toHaveLength(count);
  });
});

describe('a partner on a simulated campus', () => {
  it('of a pair - is the same in both directions, and 0 for others', async () => {
    const campus = await buildCampus(80, 9, 'lifelike');
    let fitting = 0;
    for (let a = 0; a < 80; a++)
      for (let b = 0; b < 80; b++) {
        expect(fitOf(campus, a, b)).toBe(fitOf(campus, b, a));
        fitting += Number(fitOf(campus, a, b) > 0);
      }
    expect(fitting).toBe(campus.partners.reduce((sum, { rows }) => sum + rows.length, 0));
  });
});

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
