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
  filesOf: () => ({ allStyles: [] }),
}));
jest.mock('./federation', () => ({ loadExposed: (...args: unknown[]) => loadExposed(...args) }));
jest.mock('./addresses', () => ({ fetchAddresses: () => fetchAddresses() }));

let page: Registry;
let now: number;
beforeEach(async () => {
  warm.mockReset().mockResolvedValue({});
  loadExposed.mockReset().mockResolvedValue({ default: offers });
  fetchAddresses.mockReset().mockResolvedValue(at(1));
  now = 0;
  // looks are two seconds apart
  jest.spyOn(performance, 'now').mockImplementation(() => (now += 5_000));
  await jest.isolateModulesAsync(async () => {
    page = await import('./registry');
  });
});
afterEach(() => jest.restoreAllMocks());

const look = () => page.pageNews.look([['offers', at(1).offers]]);
const hasNewer = () => page.pageNews.hasNewer('offers', at(1).offers);

describe('the releases of a page', () => {
  it('downloaded ahead, loaded ahead and visited - at the same time - is downloaded once and run once', async () => {
    await Promise.all([page.prefetchRemote('offers'), page.loadAhead('offers')]);
    const [one, two] = await Promise.all([page.loadRemote('offers', false), page.loadAhead('offers')]);
    expect(two).toBe(one);
    expect([warm.mock.calls.length, loadExposed.mock.calls.length]).toEqual([1, 1]);
  });

  it('named, coming, here, running - then a roll-back - is shown when it is here, and what ran runs again without loading', async () => {
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
    expect(hasNewer()).toBe(true);
    await expect(page.loadRemote('offers', false)).resolves.toMatchObject({ version: '2' });
    fetchAddresses.mockResolvedValue(at(1));
    await look();
    expect(hasNewer()).toBe(false);
    await expect(page.loadRemote('offers', false)).resolves.toBe(first);
    expect([warm.mock.calls.length, loadExposed.mock.calls.length]).toEqual([2, 2]);
  });

  it('a newer one whose files do not arrive - is not taken, and asked for again at the next look', async () => {
    await page.loadRemote('offers', false);
    fetchAddresses.mockResolvedValue(at(2));
    warm.mockRejectedValueOnce(new Error('hangs'));
    await look();
    expect(hasNewer()).toBe(false);
    await look();
    expect(hasNewer()).toBe(true);
  });

  it('a newer one that does not run - is broken: not taken again by itself, by a hover or by a look, but by Try again', async () => {
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

  it('an address that has moved on - when the old one fails - is tried at once', async () => {
    fetchAddresses.mockResolvedValueOnce(at(1)).mockResolvedValue(at(2));
    warm.mockRejectedValueOnce(new Error('gone'));
    await expect(page.loadRemote('offers', false)).resolves.toMatchObject({ version: '2' });
  });

  it('a slow attempt - that fails after Try again has worked - takes nothing away', async () => {
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
