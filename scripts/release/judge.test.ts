import type { ReleaseCount } from '@flint/services';
import { chanceOf, createJudge, judgeCanary } from './judge';
import type { RemotePointers } from '@flint/remote-build/release/pointers';

const pointer = (release: string) => ({ release, integrity: 'sha384-x', contract: 1, since: '' });
const POINTERS: RemotePointers = {
  live: pointer('live'),
  canary: { ...pointer('canary'), percent: 10 },
  before: [],
  past: [],
  moves: 2,
};
const counts = (canary: readonly [number, number], live: readonly [number, number]): ReleaseCount[] => [
  { remote: 'offers', release: 'canary', failed: canary[0], tried: canary[1] },
  { remote: 'offers', release: 'live', failed: live[0], tried: live[1] },
];

describe('chanceOf', () => {
  it('tables with a known result - of Fisher’s exact test - give that result', () => {
    // the lady tasting tea: 4 of 4 cups out of 8
    expect(chanceOf({ failed: 4, tried: 4 }, { failed: 0, tried: 4 })).toBeCloseTo(1 / 70, 10);
    // scipy.stats.fisher_exact([[8, 2], [1, 5]], alternative='greater')
    expect(chanceOf({ failed: 8, tried: 10 }, { failed: 1, tried: 6 })).toBeCloseTo(0.024475524, 8);
    expect(chanceOf({ failed: 0, tried: 10 }, { failed: 0, tried: 10 })).toBe(1);
  });

  it('a whole campus of pages - is counted without overflow', () => {
    const chance = chanceOf({ failed: 60, tried: 5_000 }, { failed: 450, tried: 45_000 });
    expect(chance).toBeGreaterThan(0.01);
    expect(chance).toBeLessThan(0.2);
  });
});

describe('judgeCanary', () => {
  it.each([
    ['every page of 10 % fails', [4, 4], [0, 36], true],
    ['one page in ten fails, none of the live release', [12, 120], [0, 1_080], true],
    ['two pages failed: too few to say', [2, 2], [0, 1_000], false],
    ['as bad as the live release', [30, 300], [270, 2_700], false],
    ['a little worse, as chance does', [5, 100], [30, 900], false],
    ['better than the live release', [3, 300], [300, 2_700], false],
    ['nothing of a live release to compare with, half fail', [3, 6], [0, 0], true],
    ['nothing of a live release to compare with, few fail', [3, 60], [0, 0], false],
    ['failures whose loads were never reported', [5, 0], [1, 400], true],
  ] as const)('%s - is judged as the rule says', (_name, canary, live, stops) =>
    expect(judgeCanary(POINTERS, counts(canary, live)) !== null).toBe(stops),
  );

  it('a healthy canary - judged after each of 2,000 pages, 60 times over - is stopped at most once', () => {
    let seed = 7;
    const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
    let stopped = 0;
    for (let run = 0; run < 60; run++) {
      const tallies = { canary: [0, 0] as [number, number], live: [0, 0] as [number, number] };
      for (let page = 0; page < 2_000; page++) {
        const mine = random() < 0.1 ? tallies.canary : tallies.live;
        mine[1] += 1;
        if (random() < 0.01) mine[0] += 1;
        if (mine === tallies.canary && judgeCanary(POINTERS, counts(tallies.canary, tallies.live))) {
          stopped += 1;
          break;
        }
      }
    }
    expect(stopped).toBeLessThanOrEqual(1);
  });
});

describe('createJudge', () => {
  it('a failing canary - once the counts show it - is removed and logged once; missing counts change nothing', async () => {
    let answer: () => Promise<readonly ReleaseCount[]> = () => Promise.resolve(counts([4, 4], [0, 36]));
    let now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    const said: string[] = [];
    const asked: unknown[] = [];
    const judge = createJudge(
      (named) => {
        asked.push(named);
        return answer();
      },
      (remote, reason) => said.push(`${remote} ${reason}`),
    );
    const settle = () => new Promise((resolve) => setImmediate(resolve));
    const { canary: _none, ...steady } = POINTERS;
    expect(judge({ offers: POINTERS, auth: steady })['offers']?.canary).toBeDefined();
    await settle();
    expect(judge({ offers: POINTERS })['offers']).toEqual({
      live: POINTERS.live,
      before: [],
      past: [],
      moves: 2,
    });
    expect(asked).toEqual([
      [
        { remote: 'offers', release: 'canary' },
        { remote: 'offers', release: 'live' },
      ],
    ]);
    answer = () => Promise.reject(new Error('no answer'));
    now = 60_000;
    judge({ offers: POINTERS });
    await settle();
    expect(judge({ offers: POINTERS })['offers']?.canary).toBeUndefined();
    expect(said).toEqual([
      'offers canary canary is stopped: it failed in 4 of 4 pages, live in 0 of 36 pages',
    ]);
  });

  it('two canaries of two stores - judged one by one each second - are both named to the API every five seconds', () => {
    let now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    const asked: string[] = [];
    const judge = createJudge(
      async (named) => (asked.push(named[0]!.remote), []),
      () => undefined,
    );
    for (; now < 10_000; now += 1_000) for (const id of ['offers', 'clubs']) judge({ [id]: POINTERS });
    expect(asked).toEqual(['offers', 'clubs', 'offers', 'clubs']);
  });

  it('a canary stopped before the first counts of the live release - after good counts of other pages - stays stopped', async () => {
    let now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    let known = counts([3, 3], [0, 0]);
    const judge = createJudge(
      () => Promise.resolve(known),
      () => undefined,
    );
    const ask = async () => {
      now += 60_000;
      judge({ offers: POINTERS });
      await new Promise((resolve) => setImmediate(resolve));
      return judge({ offers: POINTERS })['offers']?.canary;
    };
    expect(await ask()).toBeUndefined();
    // these alone would not stop it
    known = counts([3, 3], [0, 3]);
    expect(judgeCanary(POINTERS, known)).toBeNull();
    expect(await ask()).toBeUndefined();
  });
});
