import type { Release } from './remotes/choose';
import type { Manifest } from './remotes/warm';

const warmed = jest.fn((_release: Release, _remote: string, _options: object) =>
  Promise.resolve({} as Manifest),
);
jest.mock('./remotes/warm', () => ({ warm: (...given: Parameters<typeof warmed>) => warmed(...given) }));

const SESSION = {
  access_token: 'token-1',
  expires_at: Date.now() / 1000 + 3600,
  user: { id: 'a', email: 'a@campus.edu' },
};
const ENTRY = (id: string) => `http://localhost/${id}/mf-manifest.json`;
const REMOTES = Object.fromEntries(['auth', 'offers', 'photos'].map((id) => [id, { entry: ENTRY(id) }]));
const BUILD = {
  student: ['/frame.a.css', '/frame.a.js'],
  french: ['/french.a.js'],
  files: { 'frame.a.css': 'sha384-css', 'frame.a.js': 'sha384-js', 'french.a.js': 'sha384-fr' },
};

interface Page {
  readonly path?: string;
  readonly isSignedIn?: boolean;
  readonly language?: string;
  /** What the server wrote into the page; nothing if it came from a cache. */
  readonly remotes?: object | null;
  readonly build?: object | null;
}

const before = globalThis.fetch;
const fetched: string[] = [];
const block = (id: string, json: object | null) =>
  json ? `<script type="application/json" id="${id}">${JSON.stringify(json)}</script>` : '';
const settle = () => new Promise((resolve) => setTimeout(resolve));

/** Runs the first script of a page. */
async function boot({
  path = '/',
  isSignedIn = true,
  language = 'en',
  remotes = REMOTES,
  build = BUILD,
}: Page) {
  history.replaceState(null, '', path);
  document.head.innerHTML = `<link rel="manifest" href="/app.webmanifest">${block('flint-build', build)}${block('flint-remotes', remotes)}`;
  if (isSignedIn) localStorage.setItem('auth-storage', JSON.stringify(SESSION));
  localStorage.setItem('flint-language', language);
  Reflect.deleteProperty(globalThis, 'flintTexts');
  jest.isolateModules(() => void require('./boot'));
  await settle();
  return window.flintBoot!;
}
const preloaded = () =>
  [...document.querySelectorAll<HTMLLinkElement>('link[rel=preload]')].map((link) => [
    link.getAttribute('href'),
    link.as,
    link.integrity,
  ]);

/** Listeners on errors end with their test. */
let listeners: [string, EventListener, boolean][] = [];
beforeEach(() => {
  fetched.length = 0;
  warmed.mockClear();
  globalThis.fetch = (async (url: string) => {
    fetched.push(url);
    return new Response(url === '/remotes.json' ? JSON.stringify(REMOTES) : '{}');
  }) as typeof fetch;
  const add = document.addEventListener.bind(document);
  jest.spyOn(document, 'addEventListener').mockImplementation((...given: unknown[]) => {
    listeners.push(given as (typeof listeners)[number]);
    add(...(given as (typeof listeners)[number]));
  });
});
afterEach(() => {
  for (const given of listeners) document.removeEventListener(...given);
  listeners = [];
  globalThis.fetch = before;
  document.documentElement.removeAttribute('lang');
  Reflect.deleteProperty(globalThis, 'flintFiles');
  document.body.replaceChildren();
});

describe('the first script', () => {
  it('for a student - requests settings, the answers of the screen and its remote once, and the shell’s own code, with hashes', async () => {
    localStorage.setItem('flint-theme', 'dark');
    const { config, early, warmed: manifests, inPage } = await boot({ path: '/photos' });
    expect(fetched).toEqual(['/api/v1/config', '/api/v1/photos']);
    expect(await config).toBeInstanceOf(Response);
    expect(early?.token).toBe('token-1');
    expect(inPage).toMatchObject(REMOTES);
    expect(warmed.mock.calls).toEqual([
      [expect.objectContaining({ entry: ENTRY('photos') }), 'photos', { screen: 'photos' }],
    ]);
    expect(Object.keys(manifests)).toEqual([ENTRY('photos')]);
    expect(preloaded()).toEqual([
      ['/frame.a.css', 'style', 'sha384-css'],
      ['/frame.a.js', 'script', 'sha384-js'],
    ]);
    expect(document.documentElement.dataset).toMatchObject({ session: 'in', theme: 'dark' });
    expect(document.documentElement.lang).toBe('');
    expect(globalThis.__zod_globalConfig).toEqual({ jitless: true });
    // at home, what decides where it leads, too
    localStorage.setItem('onboarding_completed', 'true');
    fetched.length = 0;
    await boot({ path: '/' });
    expect(fetched).toEqual(['/api/v1/config', '/api/v1/profile', '/api/v1/offers']);
  });

  it('for a stranger with a French device - is French from the first paint, and warms the sign-in only', async () => {
    const { early } = await boot({ isSignedIn: false, language: 'fr' });
    expect(early).toBeNull();
    expect(fetched).toEqual(['/api/v1/config']);
    expect(warmed.mock.calls.map(([, id, options]) => [id, options])).toEqual([['auth', { screen: null }]]);
    expect(preloaded()).toEqual([['/french.a.js', 'script', 'sha384-fr']]);
    expect(document.documentElement.dataset).toMatchObject({ session: 'out', theme: '' });
    expect(document.documentElement.lang).toBe('fr-CA');
    expect(document.querySelector('link[rel=manifest]')).toHaveAttribute('href', '/app.fr.webmanifest');
  });

  it('in a page that the server wrote nothing into - asks for the addresses, and preloads nothing', async () => {
    const { addresses, inPage } = await boot({ path: '/photos', remotes: null, build: null });
    expect(inPage).toBeNull();
    expect(fetched).toEqual(['/remotes.json', '/api/v1/config', '/api/v1/photos']);
    expect(await addresses).toMatchObject(REMOTES);
    expect(warmed).toHaveBeenCalledTimes(1);
    expect(preloaded()).toEqual([]);
  });

  it.each([
    ['at an address without a screen', { path: '/nowhere' }],
    [
      'whose remote the registry does not name',
      { path: '/photos', remotes: { auth: { entry: ENTRY('auth') } } },
    ],
    [
      'whose remote was refused',
      { path: '/photos', remotes: { photos: { entry: ENTRY('photos'), refused: 'revoked' } } },
    ],
  ])('for a student %s - warms no remote', async (_what, page) => {
    await boot(page);
    expect(warmed).not.toHaveBeenCalled();
  });

  it('of a sign-in in the address - keeps it for the app, and removes it from the address', async () => {
    const path = '/auth/callback#access_token=a&refresh_token=b';
    const { callback } = await boot({ path, isSignedIn: false });
    expect(callback).toEqual({ access_token: 'a', refresh_token: 'b' });
    expect(location.href).toBe('http://localhost/auth/callback');
  });

  it('whose requests all fail - leaves the failure to those that use them', async () => {
    warmed.mockRejectedValueOnce(new Error('down'));
    globalThis.fetch = () => Promise.reject(new TypeError('down'));
    const { config, addresses } = await boot({ path: '/photos', remotes: null });
    await expect(config).rejects.toThrow('down');
    await expect(addresses).rejects.toThrow('did not arrive');
  });
});

describe('a file of the page that does not load', () => {
  /** A page with these tags, of which the one that matches fails so many times. */
  async function fail(html: string, selector: string, times: number, heal = () => Promise.resolve()) {
    await boot({});
    const again = jest.fn(heal);
    globalThis.flintFiles!.heal = again;
    document.body.innerHTML = html;
    jest.useFakeTimers();
    for (let time = 0; time < times; time++) {
      document.querySelector(selector)!.dispatchEvent(new Event('error'));
      await jest.advanceTimersByTimeAsync(time === 0 ? 0 : 2_000);
    }
    jest.useRealTimers();
    return again;
  }
  const isBroken = () => document.documentElement.dataset['broken'] === '';
  afterEach(() => delete document.documentElement.dataset['broken']);
  const SCRIPT = '<script defer="" src="/frame.a.js" integrity="sha384-js"></script>';
  const STYLE = '<link rel="stylesheet" href="/frame.a.css" integrity="sha384-css">';

  it.each([
    ['script', SCRIPT, '/frame.a.js'],
    ['link', STYLE, '/frame.a.css'],
  ])('a %s - is downloaded again, and its tag inserted again', async (name, html, url) => {
    const again = await fail(html, `body > ${name}`, 1);
    expect(again.mock.calls).toEqual([[url]]);
    expect(document.body.innerHTML).toBe(html);
  });

  it.each([
    ['a script - two seconds apart, and not at the fourth failure - which the page says', SCRIPT, true],
    ['a stylesheet - the same - without a word: the app tells of it', STYLE, false],
  ])('%s', async (_what, html, says) => {
    const down = () => Promise.reject(new Error('down'));
    expect(await fail(html, 'body > *', 3, down)).toHaveBeenCalledTimes(3);
    expect(isBroken()).toBe(false);
    document.querySelector('body > *')!.dispatchEvent(new Event('error'));
    expect(isBroken()).toBe(says);
  });

  it.each([
    ['a picture', '<img>', 'img'],
    ['a script that the app added', '<script src="/x.js"></script>', 'body > script'],
    ['a link in a part of the page', '<p><link rel="stylesheet" href="/x.css"></p>', 'p > link'],
  ])('%s - is left alone', async (_what, html, selector) => {
    expect(await fail(html, selector, 1)).not.toHaveBeenCalled();
  });
});
