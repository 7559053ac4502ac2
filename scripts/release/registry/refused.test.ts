import { addRemote } from './commands';
import { useRegistry } from './testing/open-registry';
import { openTeam } from './testing/team-elsewhere';

const KEY = 'registry.json';

const registry = useRegistry();

describe('what is refused at registration, in one sentence', () => {
  const screens = (changes: object) => [{ ...registry.team.entry().screens[0]!, ...changes }];
  const screen = (changes: object) => () => ({ screens: screens(changes) });
  const theirs = (path: string) => `clubs asks for ${path}, which is Flint’s.`;
  const PATH = /screens.0.route is one or two parts/;
  const PRIVATE = 'in a private network';
  const ROWS: readonly (readonly [string, object | (() => object), RegExp | string])[] = [
    ['an id with a path in it', { id: '../auth' }, /^The entry is refused: id is 2 to 20 small letters/],
    ['an id with a slash', { id: 'a/b' }, /id is 2 to 20/],
    ['an id with a capital', { id: 'Clubs' }, /id is 2 to 20/],
    ['an id that every object has', { id: 'constructor' }, 'constructor is a reserved name.'],
    ['the id of the registry', { id: 'registry' }, 'registry is a reserved name.'],
    ['a taken id', { id: 'offers' }, 'offers is taken'],
    ['the specification’s path', screen({ route: '/offers' }), theirs('/offers')],
    ['a path below it', screen({ route: '/auth/callback' }), theirs('/auth/callback')],
    ['the first page', screen({ route: '/' }), theirs('/')],
    ['the API', screen({ route: '/api/v1' }), theirs('/api/v1')],
    ['a path with an extension', screen({ route: '/sw.js' }), PATH],
    ['a path that leads up', screen({ route: '/clubs/..' }), PATH],
    ['another site', screen({ route: '//evil.example' }), PATH],
    ['a taken screen', screen({ id: 'offers' }), 'clubs asks for /clubs (offers), which offers has.'],
    ['a screen that every object has', screen({ id: 'toString' }), 'has a screen with a reserved name'],
    ['a screen for visitors', screen({ seenBy: 'visitors' }), 'shows a screen to visitors'],
    [
      'a screen twice',
      () => ({ screens: [...screens({}), ...screens({})] }),
      'clubs names /clubs (clubs) twice.',
    ],
    ['an icon nobody drew', screen({ icon: 'skull' }), /screens.0.icon is one of alert/],
    [
      'a title that turns the line around',
      screen({ title: { en: 'a‮b', fr: 'x' } }),
      /screens.0.title.en has a character that cannot be shown/,
    ],
    ['no French', screen({ title: { en: 'Clubs' } }), /screens.0.title.fr/],
    ['a field nobody knows', { powers: 'all' }, 'it does not know powers'],
    [
      'a private key',
      () => ({
        keys: [{ ...registry.team.key.public, jwk: { ...registry.team.key.public.jwk, d: 'secret' } }],
      }),
      'keys.0.jwk does not know d',
    ],
    ['no owner', { owner: ' ' }, /owner must not be empty/],
    [
      'a contact that is a script',
      { contact: 'javascript:alert(1)' },
      /contact is a mailto: or https: address/,
    ],
    ['a trust nobody knows', { trust: 'much' }, /trust is own or foreign/],
    [
      'routes for a remote in the page',
      { routes: ['GET /profile'] },
      'names routes, which only a foreign remote needs',
    ],
    ['a route that is none', { trust: 'foreign', routes: ['GET /secrets'] }, 'asks for GET /secrets'],
    [
      'a route of the account',
      { trust: 'foreign', routes: ['GET /account/sessions'] },
      'no foreign remote gets',
    ],
    [
      'a route behind a code',
      { trust: 'foreign', routes: ['POST /calendar-feed'] },
      'no foreign remote gets',
    ],
    ['no origin', { origin: undefined }, 'clubs names no origin of its releases.'],
    ['an origin that is no address', { origin: 'clubs' }, 'clubs has an origin that is no address'],
    [
      'credentials in the origin',
      { origin: 'https://me:secret@clubs.example.edu' },
      'clubs has an origin with a user name or password in it.',
    ],
    ['a query in the origin', { origin: 'https://clubs.example.edu/?a=b' }, 'with a query or a fragment'],
    [
      'a policy in the origin',
      { origin: "https://clubs.example.edu/;script-src'unsafe-inline'" },
      'with characters other than',
    ],
    ['an origin of another scheme', { origin: 'file:///etc' }, 'clubs has an origin without https.'],
    [
      'an origin in a private network',
      { origin: 'https://192.168.1.4' },
      'clubs has an origin in a private network.',
    ],
    ['an origin in our own network', { origin: 'https://metadata.internal' }, PRIVATE],
    ['a wrapped private address', { origin: 'https://[::ffff:10.0.0.1]' }, PRIVATE],
    ['a number that is a private address', { origin: 'https://2130706433' }, PRIVATE],
  ];
  it.each(ROWS)('%s - is added - is refused and nothing changes', async (_what, changes, reason) => {
    await registry.team.release('00000001');
    const changed = typeof changes === 'function' ? changes() : changes;
    await expect(addRemote(registry.context(), { ...registry.team.entry(), ...changed })).rejects.toThrow(
      reason,
    );
    expect(await registry.store().read(KEY)).toBeNull();
  });

  it('http on this machine - where students reach Flint - is refused; so is an entry without a key', async () => {
    const reached = registry.context({ isReached: true });
    await expect(addRemote(reached, registry.team.entry())).rejects.toThrow(
      'clubs has an origin without https.',
    );
    await expect(addRemote(reached, registry.team.entry({ origin: 'https://127.0.0.1' }))).rejects.toThrow(
      'in a private network',
    );
    const without = registry.team.entry({ origin: 'https://clubs.example.edu', keys: [] });
    await expect(addRemote(reached, without)).rejects.toThrow(
      'clubs names no key that may sign its releases.',
    );
  });

  it('an origin that is down, empty, or answers nonsense - is reported', async () => {
    await expect(addRemote(registry.context(), registry.team.entry())).rejects.toThrow(
      `clubs has no release at ${registry.team.url}.`,
    );
    await registry.team.release('00000001');
    for (const [fault, reason] of [
      [{ status: 500, body: '' }, `clubs cannot be reached at ${registry.team.url} (it answered 500).`],
      [{ status: 302, body: '' }, 'it answered 302'],
      [{ status: 200, body: '<html>' }, `clubs has no list of releases at ${registry.team.url}.`],
      [{ status: 200, body: 'null' }, 'has no list of releases'],
      [{ status: 200, body: 'x'.repeat(2_000_000) }, 'too large'],
    ] as const) {
      registry.team.setFault(() => fault);
      await expect(addRemote(registry.context(), registry.team.entry())).rejects.toThrow(reason);
    }
    const gone = await openTeam('gone');
    await gone.close();
    await expect(addRemote(registry.context(), gone.entry())).rejects.toThrow(
      /^gone cannot be reached at .*\.$/,
    );
  });

  it('releases signed by a key the entry does not name - are refused', async () => {
    const stranger = await registry.team.makeKey('stranger');
    await registry.team.release('00000001', { signer: stranger.signer });
    await expect(addRemote(registry.context(), registry.team.entry())).rejects.toThrow(
      `clubs is signed by a key that is not trusted (${stranger.public.kid}).`,
    );
  });

  const react = (...sync: string[]) => ({
    manifest: { shared: [{ name: 'react', singleton: true, assets: { js: { sync, async: [] } } }] },
  });
  it.each<[string, object, 'own' | 'foreign', string]>([
    ['of another contract', { contract: 7 }, 'own', 'was built for contract 7; this shell takes 0 and 1'],
    ['with the page’s React', react(), 'own', ''],
    [
      'with the page’s React, in a frame',
      react(),
      'foreign',
      'takes react from the page, and a frame shares',
    ],
    ['with a React of its own, in a frame', react('react.js'), 'foreign', ''],
  ])('a release %s - is refused if it does not fit this shell', async (_what, given, trust, reason) => {
    await registry.team.release('00000001', given);
    const adding = addRemote(registry.context(), registry.team.entry({ trust }));
    if (reason) await expect(adding).rejects.toThrow(`clubs ${reason}`);
    else await adding;
    expect((await registry.store().read(KEY)) === null).toBe(reason !== '');
  });

  it('a forty-first remote - is refused', async () => {
    await registry.team.release('00000001');
    const many = Array.from({ length: 40 }, (_, n) => {
      const id = `clubs-${n}`;
      return {
        ...registry.team.entry(),
        id,
        screens: [{ ...registry.team.entry().screens[0]!, id: `clubs${n}`, route: `/${id}` }],
      };
    });
    const unsigned = registry.context({ signer: null, ring: null });
    await registry
      .store()
      .write(KEY, new TextEncoder().encode(JSON.stringify({ revision: 1, entries: many })));
    await expect(addRemote(unsigned, registry.team.entry())).rejects.toThrow(
      'The registry has room for 40 remotes.',
    );
  });
});
