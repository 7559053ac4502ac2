import type { RemoteModule } from '@flint/remote-kit';
import { addTexts, plural, t } from '@flint/texts';
import { loadRemote } from './registry';

const exposed = { module: null as unknown as RemoteModule };
jest.mock('./federation', () => ({ loadExposed: async () => ({ default: exposed.module }) }));
jest.mock('./warm', () => ({ warm: async () => ({}), filesOf: () => ({ allStyles: [] }) }));
jest.mock('./addresses', () => ({
  fetchAddresses: async () => ({
    offers: { entry: 'https://offers.test/mf-manifest.json' },
    clubs: { entry: 'https://clubs.test/mf-manifest.json' },
  }),
}));

const offers = (prepare: RemoteModule['prepare']): RemoteModule => ({
  contract: 1,
  id: 'offers',
  Root: () => null,
  ...(prepare && { prepare }),
});

const page = globalThis as unknown as { flintTexts: { language: string } };

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
    page.flintTexts.language = 'fr';
    jest.useFakeTimers();
    exposed.module = { ...offers(undefined), texts: { fr } };
    const shown = loadRemote('offers', true);
    await jest.advanceTimersByTimeAsync(10_000);
    jest.useRealTimers();
    page.flintTexts.language = 'en';
    await expect(shown).resolves.toMatchObject({ module: { id: 'offers' } });
  });

  it('that another team registered - adds French, and changes none of the shell or of a shipped remote, in any order', async () => {
    page.flintTexts.language = 'fr';
    addTexts({ Open: 'Ouvrir' });
    const load = (id: string, texts: Readonly<Record<string, string | readonly [string, string]>>) => {
      exposed.module = { ...offers(undefined), id, texts: { fr: async () => texts } };
      return loadRemote(id, true);
    };
    const clubs = { '{n} clubs': ['{n} cercle', '{n} cercles'], Open: 'Ouvert', Deal: 'Donne' } as const;
    await load('clubs', clubs);
    expect([t('Open'), t('Deal'), plural(2, '{n} club', '{n} clubs')]).toEqual([
      'Ouvrir',
      'Donne',
      '2 cercles',
    ]);
    await load('offers', { Deal: 'Entente' });
    await load('clubs', clubs);
    expect(t('Deal')).toBe('Entente');
    page.flintTexts.language = 'en';
  });
});
