import type { RemoteModule } from '@flint/remote-kit';

type Registry = typeof import('./registry');

const offers: RemoteModule = { contract: 1, id: 'offers', Root: () => null };
const at = (n: number) => ({
  offers: { entry: `https://offers.test/${n}/mf-manifest.json`, version: `${n}` },
});

const warm = jest.fn();
const loadExposed = jest.fn();
const fetchAddresses = jest.fn();
jest.mock('./warm', () => ({
  warm: (...args: unknown[]) => warm(...args),
  filesOf: (_manifest: unknown, entry: string) => ({ allStyles: [new URL('offers.css', entry).href] }),
}));
const reloadPage = jest.fn();
jest.mock('./federation', () => ({
  loadExposed: (...args: unknown[]) => loadExposed(...args),
  reloadPage: () => reloadPage(),
}));
jest.mock('./addresses', () => ({ fetchAddresses: () => fetchAddresses() }));

let page: Registry;
let now: number;
beforeEach(async () => {
  warm.mockReset().mockResolvedValue({});
  loadExposed.mockReset().mockResolvedValue({ default: offers });
  reloadPage.mockReset();
  fetchAddresses.mockReset().mockResolvedValue(at(1));
  now = 0;
  // checks are two seconds apart
  jest.spyOn(performance, 'now').mockImplementation(() => (now += 5_000));
  await jest.isolateModulesAsync(async () => {
    page = await import('./registry');
  });
});
afterEach(() => {
  delete window.flintBoot;
});

const look = () => page.pageNews.look([['offers', at(1).offers]]);
const hasNewer = () => page.pageNews.hasNewer('offers', at(1).offers);

describe('the releases of a page', () => {
  it('prefetch, preload and visit - at the same time - download once and run once', async () => {
    await Promise.all([page.prefetchRemote('offers'), page.loadAhead('offers')]);
    const [one, two] = await Promise.all([page.loadRemote('offers', false), page.loadAhead('offers')]);
    expect(two).toBe(one);
    expect([warm.mock.calls.length, loadExposed.mock.calls.length]).toEqual([1, 1]);
  });

  it('a newer release, then a roll-back - found by a check - is shown once downloaded, and online; the old release runs again without a load', async () => {
    const first = await page.loadRemote('offers', false);
    let arrive: (manifest: unknown) => void = () => undefined;
    warm.mockReturnValue(new Promise((resolve) => (arrive = resolve)));
    fetchAddresses.mockResolvedValue(at(2));
    const looking = look();
    await Promise.resolve();
    expect(hasNewer()).toBe(false);
    await new Promise((resolve) => setTimeout(resolve));
    arrive({});
    await looking;
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValueOnce(false);
    expect([hasNewer(), hasNewer()]).toEqual([false, true]);
    await expect(page.loadRemote('offers', false)).resolves.toMatchObject({ version: '2' });
    fetchAddresses.mockResolvedValue(at(1));
    await look();
    expect(hasNewer()).toBe(false);
    expect(page.pageNews.hasNewer('offers', at(2).offers)).toBe(true);
    await expect(page.loadRemote('offers', false)).resolves.toBe(first);
    expect([warm.mock.calls.length, loadExposed.mock.calls.length]).toEqual([2, 2]);
  });

  it('a newer release whose files do not arrive - is not used, and requested again at the next check', async () => {
    await page.loadRemote('offers', false);
    fetchAddresses.mockResolvedValue(at(2));
    warm.mockRejectedValueOnce(new Error('hangs'));
    await look();
    expect(hasNewer()).toBe(false);
    await look();
    expect(hasNewer()).toBe(true);
  });

  it('a newer release that does not run - once - is tried again by no visit, hover or check: only Try again runs it', async () => {
    await page.loadRemote('offers', false);
    fetchAddresses.mockResolvedValue(at(2));
    await look();
    loadExposed.mockRejectedValueOnce(new Error('broken'));
    await expect(page.loadRemote('offers', false)).rejects.toThrow('broken');
    await look();
    await page.prefetchRemote('offers');
    expect(hasNewer()).toBe(false);
    await expect(page.loadRemote('offers', true)).resolves.toMatchObject({ version: '2' });
  });

  it('a new address - when the old one fails - is tried at once', async () => {
    fetchAddresses.mockResolvedValueOnce(at(1)).mockResolvedValue(at(2));
    warm.mockRejectedValueOnce(new Error('gone'));
    await expect(page.loadRemote('offers', false)).resolves.toMatchObject({ version: '2' });
  });

  it('a slow attempt - that fails after Try again has worked - changes nothing', async () => {
    let fail: (error: Error) => void = () => undefined;
    loadExposed.mockReturnValueOnce(new Promise((_resolve, reject) => (fail = reject)));
    const slow = page.loadRemote('offers', false);
    await new Promise((resolve) => setTimeout(resolve));
    const again = await page.loadRemote('offers', true);
    fail(new Error('late'));
    await expect(slow).rejects.toThrow('late');
    await expect(page.loadRemote('offers', false)).resolves.toBe(again);
  });
});

describe('a remote of this page', () => {
  const boot = (given: object) => void Object.assign(window, { flintBoot: { warmed: {}, ...given } });
  const offersWith = (given: object) => ({ offers: { ...at(1).offers, ...given } });
  const visit = (fresh = false) =>
    page.loadRemote('offers', fresh).then(
      ({ version }) => version,
      ({ name, message, constructor }: Error) => `${constructor.name || name} ${message}`,
    );

  it.each([
    ['not named', {}, 'DownloadError offers is not in remotes.json'],
    [
      'of an origin that is down',
      offersWith({ refused: 'down' }),
      'DownloadError offers is not in remotes.json',
    ],
    ['that does not fit', offersWith({ refused: 'unfit' }), 'ContractMismatch offers'],
  ])('%s - is not loaded, ahead or by a visit', async (_what, addresses, error) => {
    fetchAddresses.mockResolvedValue(addresses);
    expect([await visit(), await visit(true)]).toEqual([error, error]);
    await page.prefetchRemote('offers');
    await expect(page.loadAhead('offers')).resolves.toBeNull();
    expect(warm).not.toHaveBeenCalled();
  });

  it('whose newer release is refused, or the same - fails with the first error', async () => {
    warm.mockRejectedValue(new Error('gone'));
    expect(await visit()).toBe('Error gone');
    fetchAddresses
      .mockResolvedValueOnce(at(1))
      .mockResolvedValueOnce({ offers: { ...at(2).offers, refused: 'down' } });
    expect(await visit(true)).toBe('Error gone');
    fetchAddresses.mockResolvedValueOnce({ offers: { ...at(2).offers, refused: 'down' } });
    expect(await visit()).toBe('Error gone');
    expect(warm.mock.calls.every(([{ entry }]) => entry === at(1).offers.entry)).toBe(true);
  });

  it('with the same address and another hash - is a newer release', async () => {
    await visit();
    fetchAddresses.mockResolvedValue(offersWith({ integrity: 'sha384-other' }));
    await look();
    expect(hasNewer()).toBe(true);
    expect(warm.mock.calls.at(-1)).toMatchObject([
      { entry: at(1).offers.entry, integrity: 'sha384-other' },
      'offers',
      { soon: false },
    ]);
  });

  it('started by the boot script - is not looked up or downloaded again, except by Try again', async () => {
    boot({ addresses: Promise.resolve(at(1)), warmed: { [at(1).offers.entry]: Promise.resolve('early') } });
    expect(await visit()).toBe('1');
    expect([fetchAddresses.mock.calls.length, warm.mock.calls.length]).toEqual([0, 0]);
    expect(loadExposed).toHaveBeenCalledWith('flint_offers', at(1).offers, 'early');
    expect(window.flintBoot).toEqual({ addresses: undefined, warmed: {} });
    expect(await visit(true)).toBe('1');
    expect([fetchAddresses.mock.calls.length, warm.mock.calls.length]).toEqual([1, 1]);
  });

  it('Try again - while the addresses in the page are unused - reads new ones from the server', async () => {
    boot({ addresses: Promise.resolve(at(1)) });
    fetchAddresses.mockResolvedValue(at(2));
    expect(await visit(true)).toBe('2');
  });

  it('whose addresses could not be read - reads them again at the next visit', async () => {
    fetchAddresses.mockRejectedValueOnce(new Error('offline'));
    expect(await visit()).toBe('Error offline');
    await expect(page.loadAhead('offers')).resolves.toMatchObject({ version: '1' });
    expect(page.versionOf('offers')).toBe('1');
    expect(page.versionOf('photos')).toBe('');
    expect(fetchAddresses).toHaveBeenCalledTimes(2);
    await visit();
    await page.prefetchRemote('offers');
    page.readScreens();
    expect(fetchAddresses).toHaveBeenCalledTimes(2);
  });

  it('whose address was read for the list of screens - is not loaded, and the visit does not read its address again', async () => {
    page.readScreens();
    expect([fetchAddresses.mock.calls.length, warm.mock.calls.length]).toEqual([1, 0]);
    expect(await visit()).toBe('1');
    expect(fetchAddresses).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['is refused', offersWith({ ...at(2).offers, refused: 'down' }), false],
    ['is not named any more', {}, false],
    ['was revoked, or rolled back to none', offersWith({ refused: 'gone' }), true],
  ])('whose newer release %s - stays as it is, or is gone', async (_what, addresses, isGone) => {
    await visit();
    fetchAddresses.mockResolvedValue(addresses);
    await look();
    expect([hasNewer(), page.pageNews.isGone('offers'), warm.mock.calls.length]).toEqual([false, isGone, 1]);
  });

  it('that cannot be loaded ahead - is loaded by the visit', async () => {
    fetchAddresses.mockRejectedValueOnce(new Error('offline'));
    await page.prefetchRemote('offers');
    warm.mockRejectedValueOnce(new Error('hangs'));
    await page.prefetchRemote('offers');
    loadExposed.mockRejectedValueOnce(new Error('broken'));
    await expect(page.loadAhead('offers')).resolves.toBeNull();
    expect(await visit()).toBe('1');
  });

  it('that moved to an origin the page may not use - needs a new page: a visit whose old release fails and Try again reload it, nothing is loaded ahead', async () => {
    const inPage = { offers: at(1).offers, photos: { entry: 'https://photos.test/1/mf-manifest.json' } };
    boot({ inPage });
    expect(page.needsNewPage('offers')).toBe(false);
    for (const entry of ['https://photos.test/2/x.json', `${location.origin}/2/x.json`]) {
      fetchAddresses.mockResolvedValue({ offers: { entry, version: '2' } });
      await look();
      expect(page.needsNewPage('offers')).toBe(false);
      expect(hasNewer()).toBe(true);
    }
    loadExposed.mockRejectedValueOnce(new Error('gone'));
    fetchAddresses.mockResolvedValue({ offers: { entry: 'https://elsewhere.test/3/x.json', version: '3' } });
    reloadPage.mockResolvedValue({ version: 'a new page' });
    expect(await visit()).toBe('a new page');
    expect([page.needsNewPage('offers'), hasNewer()]).toEqual([true, false]);
    await page.prefetchRemote('offers');
    await expect(page.loadAhead('offers')).resolves.toBeNull();
    expect(warm).toHaveBeenCalledTimes(2);
    expect(await visit(true)).toBe('a new page');
    delete window.flintBoot;
    expect(page.needsNewPage('offers')).toBe(false);
  });

  it('that never runs - is given up after twenty seconds, and broken', async () => {
    jest.useFakeTimers();
    loadExposed.mockReturnValue(new Promise(() => undefined));
    const visited = visit(true);
    let result = '';
    void visited.then((text) => (result = text));
    await jest.advanceTimersByTimeAsync(19_900);
    expect(result).toBe('');
    await jest.advanceTimersByTimeAsync(200);
    expect(result).toBe('DownloadError no answer in 20000 ms');
    jest.useRealTimers();
  });

  it('in a newer release - once it runs - shows its stylesheets, and not those of the older one or of other remotes', async () => {
    const links = ['offers.test/1', 'offers.test/2', 'photos.test'].map((name) => {
      const link = document.createElement('link');
      Object.defineProperty(link, 'disabled', { value: false, writable: true });
      Object.assign(link, { rel: 'stylesheet', href: `https://${name}/offers.css` });
      return document.head.appendChild(link);
    });
    const photos = { entry: 'https://photos.test/mf-manifest.json', version: '1' };
    fetchAddresses.mockResolvedValue({ ...at(1), photos });
    await visit();
    loadExposed.mockResolvedValueOnce({ default: { ...offers, id: 'photos' } });
    await page.loadRemote('photos', false);
    fetchAddresses.mockResolvedValue({ ...at(2), photos });
    await look();
    loadExposed.mockRejectedValueOnce(new Error('broken'));
    expect(await visit()).toBe('Error broken');
    expect(links.map(({ disabled }) => disabled)).toEqual([false, true, false]);
    expect(await visit(true)).toBe('2');
    expect(links.map(({ disabled }) => disabled)).toEqual([true, false, false]);
    document.head.innerHTML = '';
  });

  it('checked for a newer release - at most every two seconds, and not if the server cannot be reached', async () => {
    await visit();
    jest.mocked(performance.now).mockImplementation(() => now);
    fetchAddresses.mockResolvedValue(at(2));
    for (const [after, newer] of [
      [1_999, false],
      [1, true],
    ] as const) {
      now += after;
      await look();
      expect(hasNewer()).toBe(newer);
    }
    fetchAddresses.mockRejectedValue(new Error('offline'));
    now += 2_000;
    await look();
    expect([hasNewer(), page.versionOf('offers')]).toEqual([true, '2']);
    const reads = fetchAddresses.mock.calls.length;
    now += 1_999;
    await look();
    expect(fetchAddresses).toHaveBeenCalledTimes(reads);
  });
});
