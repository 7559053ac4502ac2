import { requestEarly, claimEarlyAnswer } from './early-answers';

const session = { user: { id: 'a', email: 'a@campus.edu' }, accessToken: 'token-1', fresh: true };
const fetched: Request[] = [];
const before = globalThis.fetch;

/** The page as boot.ts leaves it. */
const begin = (screens: Parameters<typeof requestEarly>[1], now: Partial<typeof session> = {}) => {
  window.flintBoot = { early: requestEarly({ ...session, ...now }, screens), warmed: {} };
};

beforeEach(() => {
  fetched.length = 0;
  globalThis.fetch = jest.fn(async (path: string, init: RequestInit) => {
    fetched.push(new Request(new URL(path, 'http://flint.test'), init));
    return new Response('{}');
  }) as unknown as typeof fetch;
});
afterEach(() => {
  globalThis.fetch = before;
  delete window.flintBoot;
});

describe('the first requests of a screen, before its code is loaded', () => {
  it('are sent once - as by the API client - and returned to the first call', async () => {
    begin(['offers']);
    expect(fetched.map(({ url }) => new URL(url).pathname)).toEqual(['/api/v1/offers']);
    expect(fetched[0]?.headers.get('authorization')).toBe('Bearer token-1');
    expect(fetched[0]?.headers.get('accept')).toBe('application/json');
    expect((await claimEarlyAnswer('/offers', 'token-1'))?.status).toBe(200);
    expect(claimEarlyAnswer('/offers', 'token-1')).toBeUndefined();
  });

  it('of the profile, which has three parts - are all sent', () => {
    begin(['profile']);
    expect(fetched).toHaveLength(3);
  });

  it('of home, which redirects to the offers - are those of both screens, each once', () => {
    begin(['onboarding', 'offers', 'offers']);
    expect(fetched.map(({ url }) => new URL(url).pathname)).toEqual(['/api/v1/profile', '/api/v1/offers']);
  });

  it.each([
    ['another path', '/matches', 'token-1'],
    ['another token', '/offers', 'token-2'],
  ])('for %s - is none', (_what, path, token) => {
    begin(['offers']);
    expect(claimEarlyAnswer(path, token)).toBeUndefined();
  });

  it('with a session that has expired - are not sent', () => {
    begin(['offers'], { fresh: false });
    expect(fetched).toEqual([]);
    expect(claimEarlyAnswer('/offers', 'token-1')).toBeUndefined();
  });

  it('half a minute later - are too old to be used', () => {
    begin(['offers']);
    jest.spyOn(performance, 'now').mockReturnValue(30_001);
    expect(claimEarlyAnswer('/offers', 'token-1')).toBeUndefined();
  });

  it.each([
    [
      'matches',
      '{"items":[{"photoUrl":"/1/large?a=b&c=d"},{"photoUrl":"/2/large?e"}]}',
      ['/1/large?a=b&c=d'],
    ],
    ['matches', '{"items":[]}', []],
    ['matches', 'not JSON', []],
    // the screen has another order
    ['offers', '{"items":[{"photo":"/1/large?a=b"}]}', []],
  ] as const)(
    'an answer of %s, %s - leads to the request of its first picture, %p, and stays unread',
    async (screen, body, pictures) => {
      globalThis.fetch = () => Promise.resolve(new Response(body));
      begin([screen]);
      await new Promise((resolve) => setTimeout(resolve));
      const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=preload]')];
      expect(links.map((link) => link.getAttribute('href'))).toEqual(pictures);
      links.forEach((link) => link.remove());
      expect(await (await claimEarlyAnswer(`/${screen}`, 'token-1'))?.text()).toBe(body);
    },
  );

  it('that fail - fail for the caller, without an unhandled rejection', async () => {
    globalThis.fetch = (() => Promise.reject(new TypeError('Failed to fetch'))) as typeof fetch;
    begin(['matches']);
    await expect(claimEarlyAnswer('/matches', 'token-1')).rejects.toThrow('Failed to fetch');
  });
});
