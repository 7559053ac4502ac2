import { listen } from '../serve/listen';
import { assertServed } from './seen';

const LIVE = { live: { release: '1.0.0-00000002', integrity: '', contract: 1, since: '' } };

const withCanary = { ...LIVE, canary: { ...LIVE.live, release: '1.0.0-00000003', percent: 25 } };

async function serving(answers: readonly string[], canary?: { entry: string; percent: number }) {
  let asked = 0;
  const server = await listen(
    (_request, response) => {
      const entry = answers[Math.min(asked++, answers.length - 1)];
      response.end(JSON.stringify({ offers: { entry, integrity: '', version: '', canary } }));
    },
    { port: 0, name: 'a page server' },
  );
  return { url: server.url, [Symbol.asyncDispose]: () => server.close({ graceMs: 0 }) };
}
const released = (n: number) => `/remotes/offers/1.0.0-0000000${n}/mf-manifest.json`;

describe('a move', () => {
  it.each([
    ['the release that the pointer names, after another one', [released(1), released(2)], LIVE],
    ['the shipped build', ['/remotes/offers/mf-manifest.json'], { live: null }],
  ])('%s - served by the server - is seen', async (_what, answers, pointers) => {
    await using server = await serving(answers);
    expect(await assertServed(server.url, 'offers', pointers)).toBe(true);
  });

  it('another release - still served when the time is over - is an error that names both', async () => {
    await using server = await serving([released(1)]);
    let now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => (now += 2_000));
    await expect(assertServed(server.url, 'offers', LIVE)).rejects.toThrow(
      `offers: the store names 1.0.0-00000002, but ${server.url} still serves 1.0.0-00000001`,
    );
  });

  it.each([
    ['25 percent of a canary', withCanary, 25, true],
    ['the end of the canary', LIVE, 25, false],
    ['another share of it', withCanary, 10, false],
    ['a canary that the server stopped', withCanary, undefined, false],
  ])(
    '%s - compared with what is served - passes only if it is the same',
    async (_what, pointers, percent, isSame) => {
      await using server = await serving(
        [released(2)],
        percent ? { entry: released(3), percent } : undefined,
      );
      let now = 0;
      jest.spyOn(performance, 'now').mockImplementation(() => (now += 2_000));
      const seen = assertServed(server.url, 'offers', pointers);
      await (isSame ? expect(seen).resolves.toBe(true) : expect(seen).rejects.toThrow('but'));
    },
  );

  it('no server - at that address - is told apart from a success', async () => {
    expect(await assertServed('http://127.0.0.1:9', 'offers', LIVE)).toBe(false);
  });
});
