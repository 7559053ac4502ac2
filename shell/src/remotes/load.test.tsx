import type { RemoteModule } from '@flint/remote-kit';
import { loadRemote } from './registry';

const exposed = { module: null as unknown as RemoteModule };
jest.mock('./federation', () => ({ loadExposed: async () => ({ default: exposed.module }) }));
jest.mock('./warm', () => ({ warm: async () => ({}), filesOf: () => ({ allStyles: [] }) }));
jest.mock('./addresses', () => ({
  fetchAddresses: async () => ({ offers: { entry: 'https://offers.test/mf-manifest.json' } }),
}));

const offers = (prepare: RemoteModule['prepare']): RemoteModule => ({
  contract: 1,
  id: 'offers',
  Root: () => null,
  ...(prepare && { prepare }),
});

describe('a remote that has arrived', () => {
  it.each([
    ['/matches', ['matches']],
    ['/offers', ['offers']],
    ['/photos', []],
  ])('with %s as the current screen - gets its own screen at once: %j', async (path, told) => {
    history.replaceState(null, '', path);
    const prepare = jest.fn(async () => undefined);
    exposed.module = offers(prepare);
    await loadRemote('offers', true);
    expect(prepare.mock.calls.flat()).toEqual(told);
  });

  it.each([
    ['has nothing to prepare', undefined],
    ['cannot prepare', () => Promise.reject(new Error('offline'))],
    [
      'throws',
      () => {
        throw new Error('broken');
      },
    ],
  ])('that %s - is still shown', async (_what, prepare) => {
    history.replaceState(null, '', '/matches');
    exposed.module = offers(prepare);
    await expect(loadRemote('offers', true)).resolves.toMatchObject({ module: { id: 'offers' } });
  });

  it.each<[string, () => Promise<never>]>([
    ['never arrive', () => new Promise(() => undefined)],
    ['are refused', () => Promise.reject(new Error('offline'))],
    [
      'throw',
      () => {
        throw new Error('broken');
      },
    ],
  ])('whose French texts %s - is shown in English', async (_what, fr) => {
    const page = globalThis as unknown as { flintTexts: { language: string } };
    page.flintTexts.language = 'fr';
    jest.useFakeTimers();
    exposed.module = { ...offers(undefined), texts: { fr } };
    const shown = loadRemote('offers', true);
    await jest.advanceTimersByTimeAsync(10_000);
    jest.useRealTimers();
    page.flintTexts.language = 'en';
    await expect(shown).resolves.toMatchObject({ module: { id: 'offers' } });
  });
});
