// Longer than 300 lines: everything that a guest says and hears.
import { STATE } from './testing/open-host';
import { closeGuest, loadGuest, START, startGuest } from './testing/open-guest';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  closeGuest();
  jest.useRealTimers();
});

const typesOf = ({ said }: ReturnType<typeof loadGuest>) => said.map(({ type }) => type);

describe('the first message of a frame', () => {
  it('from the shell, with a channel - is answered once, and no other channel is taken', () => {
    const guest = loadGuest();
    guest.greet();
    guest.greet();
    expect(guest.said).toEqual([{ type: 'hello' }]);
  });

  it.each([
    ['another window', [{}]],
    ['no channel', [window, []]],
  ] as [string, Parameters<ReturnType<typeof loadGuest>['greet']>][])(
    'with %s - is not answered',
    (_what, given) => {
      const guest = loadGuest();
      guest.greet(...given);
      expect(guest.said).toEqual([]);
    },
  );
});

describe('the start of a remote', () => {
  it('with its files and state - dresses the page, runs its container alone, mounts it, and then says so', async () => {
    let mounted = () => undefined as void;
    const mount = jest.fn(() => new Promise<void>((resolve) => (mounted = resolve)));
    const guest = await startGuest({ mount });
    expect(document.documentElement.lang).toBe('en');
    expect(document.documentElement.dataset['theme']).toBe('dark');
    expect(guest.styles.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^h1 \{ color: red \}\nhtml, body \{ height: auto !important/),
      'text of a.css',
    ]);
    expect(guest.blobs).toEqual(['text of remoteEntry.js']);
    expect(document.head.querySelector('script')!.src).toBe('blob:1');
    expect(guest.calls).toEqual([
      ['init', {}],
      ['get', './remote'],
    ]);
    expect(mount.mock.calls).toEqual([[guest.place, expect.anything()]]);
    expect(typesOf(guest)).toEqual(['hello', 'file', 'file']);
    mounted();
    await guest.settle();
    expect(typesOf(guest)).toEqual(['hello', 'file', 'file', 'shown']);
  });

  it.each([
    ['fr', 'fr-CA'],
    ['en', 'en'],
  ])('of a page without a language of its own, in %s - is in %s', async (language, lang) => {
    const locale = `${language}-CA`;
    await startGuest({}, { state: { ...STATE, language, locale, root: { lang: '' } } });
    expect(document.documentElement.lang).toBe(lang);
  });

  const no = new Error('x'.repeat(600));
  it.each<[string, Parameters<typeof startGuest>, string]>([
    ['without its container', [{}, { globalName: 'other' }], 'TypeError: remoteEntry.js makes no other'],
    ['with the id of another', [{ id: 'offers' }], 'TypeError: clubs is no remote with mount()'],
    ['that is a component', [{ Root: () => null }], 'TypeError: clubs is no remote with mount()'],
    ['whose mount() fails', [{ mount: () => Promise.reject(no) }], `Error: ${'x'.repeat(493)}`],
    ['whose script fails', [{}, {}, 'error'], '[object Event]'],
  ])('%s - fails with the reason, of at most 500 characters', async (_what, given, why) => {
    const guest = await startGuest(...given);
    expect(guest.said.at(-1)).toEqual({ type: 'fail', why });
    expect(typesOf(guest)).not.toContain('shown');
  });

  it('whose file does not arrive - fails', async () => {
    const guest = loadGuest();
    guest.greet();
    guest.say(START);
    await guest.answer(() => null);
    expect(guest.said.at(-1)).toEqual({ type: 'fail', why: 'TypeError: a.css did not arrive' });
  });
});

describe('a remote in a frame whose handler throws', () => {
  it.each([
    ['before it is shown', 0, { mount: () => new Promise<void>(() => undefined) }],
    ['three times once it is shown', 1, {}],
  ])('%s - is told of %i times', async (_when, times, remote) => {
    const guest = await startGuest(remote);
    // the environment fails a test with an error that nobody hears
    addEventListener('error', () => undefined);
    for (let thrown = 0; thrown < 3; thrown += 1)
      dispatchEvent(new ErrorEvent('error', { error: new Error('no') }));
    expect(typesOf(guest).filter((type) => type === 'threw')).toHaveLength(times);
  });
});

describe('the platform of a remote in a frame', () => {
  it('used in every way - says each thing to the shell', async () => {
    const { said, platform } = await startGuest();
    said.length = 0;
    platform.navigation.goTo('offers');
    platform.navigation.goTo('clubs', { tab: 'x' }, { replace: true });
    platform.navigation.back();
    platform.notify('Said', 'info');
    platform.setUnsaved('form', 'a form');
    platform.setUnsaved('form', null, { keptOnDevice: true });
    platform.fail(new Error('no'));
    expect(said).toEqual([
      { type: 'goTo', screen: 'offers', params: {}, replace: false },
      { type: 'goTo', screen: 'clubs', params: { tab: 'x' }, replace: true },
      { type: 'back' },
      { type: 'notify', text: 'Said', tone: 'info' },
      { type: 'unsaved', key: 'form', text: 'a form', keptOnDevice: false },
      { type: 'unsaved', key: 'form', text: null, keptOnDevice: true },
      { type: 'fail', why: 'Error: no' },
    ]);
    expect(platform.navigation.href('offers', { to: 'u 1' })).toBe('/offers?to=u+1');
    expect(platform.navigation.href('clubs')).toBe('/clubs');
    expect(platform.navigation.href('gone')).toBe('/');
  });

  it('drafts - are those of the device, and what it has put or dropped since', async () => {
    const { said, platform } = await startGuest();
    said.length = 0;
    const { read, put, drop } = platform.drafts;
    expect([read('idea'), read('other')]).toEqual(['chess', null]);
    put('other', { a: 1 });
    drop('idea');
    expect([read('idea'), read('other')]).toEqual([null, { a: 1 }]);
    expect(said).toEqual([
      { type: 'draft', name: 'other', value: { a: 1 } },
      { type: 'draft', name: 'idea' },
    ]);
  });

  it('the session - belongs to the page', async () => {
    const { platform } = await startGuest();
    const { requestCode, verifyCode, signOut, accessToken } = platform.auth;
    const refused = { ok: false, message: '', code: 'forbidden' };
    const asked = [requestCode('a'), verifyCode('a', 'b'), signOut(), accessToken()];
    expect(await Promise.all(asked)).toEqual([refused, refused, refused, null]);
  });

  it('calls - get the answers of their numbers in any order, once, without the signal', async () => {
    const { said, say, platform } = await startGuest();
    const { signal } = new AbortController();
    const [first, second] = ['/a', '/b'].map((path) => platform.data.call({ method: 'GET', path, signal }));
    const [a, b] = said.slice(-2) as { readonly n: number }[];
    expect(a).toEqual({ type: 'call', method: 'GET', path: '/a', n: a!.n });
    say({ type: 'answer', n: 999, value: 'of nobody' });
    say({ type: 'answer', n: b!.n, value: 'of b' });
    say({ type: 'answer', n: b!.n, value: 'again' });
    say({ type: 'answer', n: a!.n, value: 'of a' });
    expect(await Promise.all([first, second])).toEqual(['of a', 'of b']);
  });

  it('the state - is told to those that listen, and dresses the page; a ping is answered', async () => {
    const { said, say, platform } = await startGuest();
    expect(platform.now()).toMatchObject({ online: true });
    const listener = jest.fn();
    const stop = platform.subscribe(listener);
    const state = { ...STATE, online: false, root: { lang: 'en', 'data-theme': 'light' } };
    say({ type: 'state', state });
    expect(platform.now()).toEqual(state);
    expect(document.documentElement.dataset['theme']).toBe('light');
    stop();
    say({ type: 'state', state });
    expect(listener).toHaveBeenCalledTimes(1);
    say({ type: 'ping' });
    expect(said.at(-1)).toEqual({ type: 'alive' });
    expect(typesOf({ said } as never).filter((type) => type === 'alive')).toHaveLength(1);
  });

  it('its texts - are French on a French page, and are not asked for on an English one', async () => {
    const texts = { fr: jest.fn(async () => ({ Hello: 'Bonjour !' })) };
    const english = await startGuest({ texts });
    expect(english.platform.t('Hello')).toBe('Hello');
    expect(texts.fr).not.toHaveBeenCalled();
    closeGuest();
    const state = { ...STATE, language: 'fr', root: {} };
    const french = await startGuest({ texts }, { state });
    expect(french.platform.t('Hello')).toBe('Bonjour\u00a0!');
  });
});

describe('a remote in a frame', () => {
  it.each([
    ['href="/offers?to=u1"', true, { type: 'goTo', screen: 'offers', params: { to: 'u1' } }],
    ['href="/nowhere"', true, null],
    ['href="https://other.test/offers"', true, { type: 'open', url: 'https://other.test/offers' }],
    ['href="mailto:ann@club.test" target="_blank"', true, { type: 'open', url: 'mailto:ann@club.test' }],
    [`href="tel:${'1'.repeat(2_000)}"`, true, { type: 'open', url: `tel:${'1'.repeat(996)}` }],
    ['href="https://["', true, null],
    ['href="#rules"', false, null],
    ['', false, null],
  ])('with a link %s clicked - keeps its document: %s, and says: %j', async (attributes, isKept, to) => {
    const { said, place } = await startGuest();
    place.innerHTML = `<a ${attributes}><b>Go</b></a>`;
    const click = new MouseEvent('click', { bubbles: true, cancelable: true });
    const before = said.length;
    // jsdom cannot leave the page
    const stay = (event: Event) => ((wasPrevented = event.defaultPrevented), event.preventDefault());
    let wasPrevented = false;
    addEventListener('click', stay, { once: true });
    place.querySelector('b')!.dispatchEvent(click);
    expect(said.slice(before)).toEqual(to ? [to] : []);
    expect(wasPrevented).toBe(isKept);
  });

  it('with a link that it follows itself - says nothing', async () => {
    const { said, place } = await startGuest();
    place.innerHTML = '<a href="/offers">Go</a>';
    place.firstElementChild!.addEventListener('click', (event) => event.preventDefault());
    place.querySelector('a')!.click();
    expect(said.at(-1)).toEqual({ type: 'shown' });
  });

  it.each([
    ['get', true],
    ['dialog', false],
  ])('with a form of the method %s submitted - has the default stopped: %s', async (method, isStopped) => {
    const { place } = await startGuest();
    place.innerHTML = `<form method="${method}"></form>`;
    const submit = new Event('submit', { bubbles: true, cancelable: true });
    place.firstElementChild!.dispatchEvent(submit);
    expect(submit.defaultPrevented).toBe(isStopped);
  });

  it('that grows - tells its height, rounded up, a tenth of a second after the first change, and no height twice', async () => {
    const { said, resized, place } = await startGuest();
    const height = jest.spyOn(place, 'getBoundingClientRect');
    const grow = async (pixels: number, ms: number) => {
      height.mockReturnValue({ height: pixels } as DOMRect);
      resized.forEach((tell) => tell());
      await jest.advanceTimersByTimeAsync(ms);
    };
    said.length = 0;
    await grow(10.2, 99);
    expect(said).toEqual([]);
    await grow(20.2, 1);
    expect(said).toEqual([{ type: 'height', pixels: 21 }]);
    await grow(21, 100);
    await grow(0, 100);
    expect(said.slice(1)).toEqual([{ type: 'height', pixels: 0 }]);
    const { style } = document.documentElement;
    await grow(20_000, 100);
    expect(style.overflowY).toBe('');
    // the shell cuts off a frame that says more; it scrolls instead
    await grow(30_000, 100);
    expect(style.overflowY).toBe('auto');
    await grow(10, 100);
    expect(style.overflowY).toBe('');
    expect(said.slice(2).map((message) => 'pixels' in message && message.pixels)).toEqual([20_000, 10]);
  });

  it('that gets the focus - gives it to its heading, unless something has it', async () => {
    const { place } = await startGuest();
    place.innerHTML = '<h2 data-page-heading>Clubs</h2><input />';
    dispatchEvent(new Event('focus'));
    expect(place.querySelector('h2')).toHaveFocus();
    expect(place.querySelector('h2')!.tabIndex).toBe(-1);
    place.querySelector('input')!.focus();
    dispatchEvent(new Event('focus'));
    expect(place.querySelector('input')).toHaveFocus();
  });
});

describe('a file that a bundler adds to the page', () => {
  const script = (src: string) => Object.assign(document.createElement('script'), { src });
  const style = (href: string, rel = 'stylesheet') =>
    Object.assign(document.createElement('link'), { rel, href });
  /** Adds it, answers what was asked, and returns what it fired. */
  async function add(
    element: HTMLElement,
    text: unknown,
    how: 'appendChild' | 'insertBefore' = 'appendChild',
  ) {
    const guest = await startGuest();
    const fired: string[] = [];
    for (const type of ['load', 'error']) element.addEventListener(type, () => fired.push(type));
    guest.said.length = 0;
    const given =
      how === 'appendChild' ? document.head.appendChild(element) : document.head.insertBefore(element, null);
    expect(given).toBe(element);
    const asked = [...guest.said];
    const wasIn = element.isConnected;
    await guest.answer(() => text);
    return { ...guest, asked, fired, wasIn };
  }

  it.each(['appendChild', 'insertBefore'] as const)(
    'by %s, a script - is run from the text that the shell hands over',
    async (how) => {
      const element = script('https://clubs.test/x/chunk.js');
      element.setAttribute('integrity', 'sha384-a');
      element.setAttribute('crossorigin', '');
      const { asked, blobs, wasIn } = await add(element, 'code', how);
      expect(asked).toEqual([{ type: 'file', name: 'chunk.js', n: expect.any(Number) as number }]);
      expect([wasIn, element.isConnected]).toEqual([false, true]);
      expect([blobs.at(-1), element.src]).toEqual(['code', 'blob:2']);
      expect([element.hasAttribute('integrity'), element.hasAttribute('crossorigin')]).toEqual([
        false,
        false,
      ]);
    },
  );

  it('a stylesheet - is adopted, and loads', async () => {
    const { styles, fired } = await add(style('https://clubs.test/b.css'), 'b {}');
    expect(styles.at(-1)!.text).toBe('b {}');
    expect(fired).toEqual(['load']);
  });

  it.each([
    ['script', () => script('chunk.js')],
    ['stylesheet', () => style('b.css')],
  ])('a %s that the shell does not hand over - fires an error', async (_what, build) => {
    const { fired } = await add(build(), null);
    expect(fired).toEqual(['error']);
  });

  it.each([
    ['a script of no file', () => script('https://clubs.test/other.js')],
    ['a link that is no stylesheet', () => style('b.css', 'icon')],
    ['another element', () => document.createElement('div')],
  ])('%s - is added as ever', async (_what, build) => {
    const { asked, wasIn } = await add(build(), null);
    expect([asked, wasIn]).toEqual([[], true]);
  });
});
