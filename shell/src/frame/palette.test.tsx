import { NO_ABILITIES } from '@flint/contracts';
import * as data from '@flint/remote-kit/data';
import { PlatformProvider } from '@flint/remote-kit';
import { fakeApi, fakePlatform, type FakeRoutes } from '@flint/remote-kit/testing';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { addTexts, type Language } from '@flint/texts';
import userEvent from '@testing-library/user-event';
import { setNextDate } from '../platform/news';
import { openedData, setOpenedData } from '../platform/opened-data';
import { fr } from '../texts/fr';
import { CommandPalette } from './CommandPalette';

const page = globalThis as unknown as { readonly flintTexts: { language: Language } };
const ANN = '7db2fc24-49d4-4113-a48e-ca9a619864fc';
const ZOE = '11111111-2222-4333-8444-555555555555';
const ROUTES: FakeRoutes = {
  'GET /matches': {
    body: {
      items: [
        { userId: ZOE, name: 'Zoé', age: 22, photoUrl: '/zoe.webp' },
        { userId: 'z2', name: 'Zora', age: 20 },
        { userId: 'h1', name: '한별 Mia', age: 21 },
      ],
      nextCursor: null,
      missing: [],
    },
  },
  'GET /offers': {
    body: {
      items: [
        {
          id: 'o1',
          fromUserId: ANN,
          toUserId: ZOE,
          fromUser: { id: ANN, name: 'Ann', age: 21, photo: '/ann.webp' },
          toUser: { id: ZOE, name: 'Noah', age: 22, photo: '/noah.webp' },
          proposedDate: '2040-03-05T23:00:00.000Z',
          activity: 'Board games',
          can: NO_ABILITIES,
        },
        {
          id: 'o2',
          fromUserId: ZOE,
          toUserId: ANN,
          fromUser: { id: ZOE, name: 'Amara', age: 22 },
          toUser: { id: ANN, name: 'Ann', age: 21 },
          proposedDate: '2040-03-06T23:00:00.000Z',
          activity: 'Coffee',
          can: { ...NO_ABILITIES, decline: true },
        },
        {
          id: 'o3',
          fromUserId: null,
          toUserId: ANN,
          fromUser: { id: null, name: 'deleted student', age: null },
          toUser: { id: ANN, name: 'Ann', age: 21 },
          proposedDate: '2040-03-07T23:00:00.000Z',
          activity: 'Chess',
          can: NO_ABILITIES,
        },
      ],
      nextCursor: null,
    },
  },
};

afterEach(() => {
  page.flintTexts.language = 'en';
  setOpenedData(null);
  act(() => setNextDate(null));
});

function type(value: string) {
  const field = screen.getByRole('combobox');
  act(() => field.focus());
  fireEvent.change(field, { target: { value } });
}

/** The palette after the list of matches was loaded. */
async function show(typedAhead = '', routes = ROUTES) {
  const platform = fakePlatform();
  const api = fakeApi(routes);
  data.setCredentials({ accessToken: platform.auth.accessToken, onUnauthenticated: () => undefined });
  const store = data.createDataStore('ann');
  await store.dispatch(data.api.endpoints.listMatches.initiate(undefined));
  setOpenedData({ module: data, store });
  const onClose = jest.fn();
  render(
    <PlatformProvider value={platform}>
      <CommandPalette
        typedAhead={() => typedAhead}
        signOut={() => undefined}
        onShortcuts={() => undefined}
        onRemotes={() => undefined}
        onClose={onClose}
      />
    </PlatformProvider>,
  );
  return { platform, onClose, calls: api.calls };
}

describe('the palette', () => {
  it('a name typed without its accent - finds the person, and Enter opens it', async () => {
    const { platform } = await show();
    type('zoe');
    // jsdom knows no inline elements, and ends a word where a mark ends
    const zoe = await screen.findByRole('option', { name: /^Zoé ?, 22$/ });
    expect(zoe).toHaveAttribute('aria-selected', 'true');
    expect(zoe.querySelector('mark')).toHaveTextContent(/^Zoé$/);
    expect(zoe.querySelector('img')).toHaveAttribute('src', '/zoe.webp');
    // the caret stays where it is, also with one line only
    expect(fireEvent.keyDown(screen.getByRole('combobox'), { key: 'ArrowDown' })).toBe(false);
    await userEvent.keyboard('{Enter}');
    expect(platform.visited).toEqual([{ screen: 'matches', params: { person: ZOE } }]);
  });

  it('a name that is longer without its accents - is found, and not marked', async () => {
    await show();
    type('mia');
    const mia = await screen.findByRole('option', { name: '한별 Mia, 21' });
    expect(mia.querySelector('mark')).toBeNull();
  });

  it('a letter typed - is marked at the beginnings of words only', async () => {
    await show();
    type('e');
    const [out] = await screen.findAllByRole('option', { name: /^Sign out on e ?very device$/ });
    expect(out!.querySelectorAll('mark')).toHaveLength(1);
  });

  it('an activity typed - finds the offer', async () => {
    const { platform } = await show();
    type('board noah');
    const noah = await screen.findByRole('option', { name: /^Noah ?, Mar 5, [\d:]+ [AP]M$/ });
    expect(noah.querySelector('img')).toHaveAttribute('src', '/noah.webp');
    await userEvent.click(noah);
    expect(platform.visited).toEqual([{ screen: 'offers', params: { tab: 'sent', offer: 'o1' } }]);
  });

  it('an offer of a deleted student, in French - is found by French words', async () => {
    addTexts(fr);
    page.flintTexts.language = 'fr';
    await show();
    type('chess compte');
    expect(await screen.findByRole('option', { name: /^compte supprimé, / })).toBeInTheDocument();
  });

  it.each([
    ['a name', 'zo\n', { screen: 'matches', params: { person: ZOE } }],
    ['a screen', 'availability\n', { screen: 'availability', params: {} }],
  ])(
    '%s and Enter - typed before the palette is loaded - open it once it is found',
    async (_, typed, opened) => {
      const { platform, onClose } = await show(typed);
      await waitFor(() => expect(platform.visited).toEqual([opened]));
      expect(onClose).toHaveBeenCalledTimes(1);
    },
  );

  it('a list that the student has not opened - is not loaded by the palette', async () => {
    const { calls } = await show('', { ...ROUTES, 'GET /matches': { status: 404, body: {} } });
    type('board noah');
    await screen.findByRole('option', { name: /^Noah ?, Mar 5, [\d:]+ [AP]M$/ });
    expect(calls.map(({ path }) => path)).toEqual(['/matches', '/offers']);
  });

  it('before a word is typed - groups what waits, the next date, people and actions; arrows go through them in this order', async () => {
    setNextDate({ offerId: 'o9', name: 'Noah', photoUrl: null, time: '2040-03-07T23:00:00.000Z' });
    const { platform } = await show();
    await screen.findByRole('group', { name: 'Waiting for you' });
    expect(screen.getAllByRole('option')[0]).toHaveAttribute('aria-selected', 'true');
    const groups = screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'));
    expect(groups).toEqual(['Waiting for you', 'Next date', 'People', 'Actions']);
    // short in the row, long when asked for
    const next = screen.getByRole('option', { name: /^Noah, Mar 7, [\d:]+ [AP]M$/ });
    expect(next).toHaveAttribute(
      'title',
      expect.stringMatching(/^Noah, Wednesday, March 7, 2040, [\d:]+ [AP]M$/),
    );
    await userEvent.type(screen.getByRole('combobox'), '{Enter}{ArrowUp}{ArrowDown}{ArrowDown}{Enter}');
    expect(platform.visited).toEqual([
      { screen: 'offers', params: { tab: 'received', offer: 'o2' } },
      { screen: 'offers', params: { date: 'o9' } },
    ]);
  });

  it('a date of today, on a device whose clock is behind - is called today (decision 065)', async () => {
    await show();
    const time = '2040-03-07T23:00:00.000Z';
    setOpenedData({ ...openedData()!, module: { ...data, serverNow: () => Date.parse(time) } });
    act(() => setNextDate({ offerId: 'o9', name: 'Noah', photoUrl: null, time }));
    expect(await screen.findByRole('option', { name: /^Noah, today [\d:]+ [AP]M$/ })).toBeVisible();
  });

  it('the lit row, once all was found - stays lit when a date arrives above it', async () => {
    const items: object[] = [];
    await show('', { ...ROUTES, 'GET /offers': { body: { items, nextCursor: null } } });
    const zoe = await screen.findByRole('option', { name: 'Zoé, 22' });
    expect(zoe).toHaveAttribute('aria-selected', 'true');
    act(() => setNextDate({ offerId: 'o9', name: 'Noah', photoUrl: null, time: '2040-03-07T23:00:00.000Z' }));
    expect(screen.getAllByRole('option')[0]).toHaveTextContent(/^N?Noah/);
    expect(zoe).toHaveAttribute('aria-selected', 'true');
  });

  it('a word that nothing has - is said to have no results, and arrows go nowhere', async () => {
    await show();
    expect(screen.queryByText(/^No results/)).toBeNull();
    type('zzz');
    expect(await screen.findByText(/^No results for/)).toHaveTextContent('No results for “zzz”');
    expect(fireEvent.keyDown(screen.getByRole('combobox'), { key: 'ArrowDown' })).toBe(true);
  });

  it('lists that cannot be loaded - do not remove the commands', async () => {
    await show('', { 'GET /matches': { status: 503, body: {} }, 'GET /offers': { status: 503, body: {} } });
    type('theme');
    const themes = await screen.findAllByRole('option', { name: /^Theme ?: / });
    expect(themes.map((theme) => theme.ariaSelected)).toEqual(['true', 'false', 'false']);
  });
});
