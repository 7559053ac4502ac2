import type { Offer } from '@flint/contracts';
import * as data from '@flint/remote-kit/data';
import { PlatformProvider } from '@flint/remote-kit';
import { fakeApi, fakePlatform, type FakePlatform, type FakeRoutes } from '@flint/remote-kit/testing';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import fc from 'fast-check';
import { Notices } from '../frame/Notices';
import { notices } from '../platform/notices';
import { useWaiting } from '../platform/news';
import { useTitle } from '../routing/page-effects';
import { Live } from './Live';

const ANN = '7db2fc24-49d4-4113-a48e-ca9a619864fc';
const BEN = '11111111-2222-4333-8444-555555555555';
const person = (id: string, name: string) => ({ id, name, age: 21 });

/** Ben's offer to Ann, who is signed in. */
const offer = (id: string, more: Partial<Offer> = {}) =>
  ({
    id,
    fromUserId: BEN,
    toUserId: ANN,
    fromUser: person(BEN, 'Ben'),
    toUser: person(ANN, 'Ann'),
    proposedDate: '2040-03-05T23:00:00.000Z',
    status: 'pending',
    cancelledAt: null,
    cancelledBy: null,
    counterOf: null,
    can: { decline: (more.status ?? 'pending') === 'pending' },
    ...more,
  }) as Offer;
/** The same offer from Ann to Ben. */
const sent = (id: string, more: Partial<Offer> = {}) =>
  offer(id, {
    fromUserId: ANN,
    toUserId: BEN,
    fromUser: person(ANN, 'Ann') as never,
    toUser: person(BEN, 'Ben') as never,
    ...more,
    can: { decline: false } as Offer['can'],
  });
const AGREED = { status: 'accepted' } as const;
const list = (...items: Offer[]) => ({ body: { items, nextCursor: null } });

beforeEach(() => act(() => notices.get().forEach(({ id }) => notices.dismiss(id))));

function Page({ store }: { readonly store: data.DataStore }) {
  useTitle('Matches', 'Flint', useWaiting());
  return (
    <>
      <Live module={data} store={store} />
      <Notices />
    </>
  );
}

function show(routes: FakeRoutes, platform = fakePlatform()) {
  const api = fakeApi(routes);
  data.undoHeld();
  data.setCredentials({ accessToken: platform.auth.accessToken, onUnauthenticated: () => undefined });
  const store = data.createDataStore('ann');
  const page = (at: FakePlatform) => (
    <PlatformProvider value={at}>
      <Page store={store} />
    </PlatformProvider>
  );
  const { rerender, unmount } = render(page(platform));
  return { api, platform, routes, store, unmount, again: (at: FakePlatform) => rerender(page(at)) };
}

/** Notifies the page as another tab would. */
async function hearFromTab(isHidden: boolean) {
  const look = jest.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden);
  await act(async () => void dispatchEvent(new StorageEvent('storage', { key: `flint:news:${ANN}` })));
  look.mockRestore();
}

/** Changes the list, and notifies the hidden page. */
async function change(routes: FakeRoutes, ...items: Offer[]) {
  routes['GET /offers'] = list(...items);
  await hearFromTab(true);
}

describe('news of offers, in any screen', () => {
  it('news and a failure - at sign-out - disappear', async () => {
    const { routes, unmount } = show({ 'GET /offers': list() });
    await waitFor(() => expect(localStorage.getItem(`flint:news:${ANN}`)).toBe('{}'));
    await change(routes, offer('a'));
    await screen.findByText(/^Ben invites you/);
    act(() => {
      notices.notify('Ben’s offer was withdrawn', 'failure');
      notices.notify('Signed out', 'success');
    });
    unmount();
    expect(notices.get().map(({ text }) => text)).toEqual(['Signed out']);
  });

  it.each([
    ['a yes', [sent('a')], [sent('a', AGREED)], /^Ben said yes: Monday, March 5, 2040 at 7:30 PM$/],
    [
      'called off',
      [sent('a', AGREED)],
      [sent('a', { status: 'accepted', cancelledAt: 'x', cancelledBy: 'recipient' })],
      /^Ben called your date off/,
    ],
    [
      'another time',
      [sent('a')],
      [sent('a', { status: 'rescheduled' }), offer('b', { counterOf: 'a' })],
      /^Ben proposes another time/,
    ],
  ] as const)('%s - shows a notice', async (_case, before, after, text) => {
    const { routes } = show({ 'GET /offers': list(...before) });
    await waitFor(() => expect(localStorage.getItem(`flint:news:${ANN}`)).not.toBeNull());
    await change(routes, ...after);
    expect(await screen.findByText(text)).toBeInTheDocument();
  });

  it.each([
    [['on_my_way'], 'Ben is on the way.'],
    [['on_my_way', 'ten_minutes_late'], 'Ben is ten minutes late.'],
    [['on_my_way', 'ten_minutes_late', 'here'], 'Ben is there.'],
  ] as const)('%j of the other one - shows one notice, which leads to the date', async (told, text) => {
    const before = offer('a', { ...AGREED, told: told.slice(0, -1) });
    const { routes, platform } = show({ 'GET /offers': list(before) });
    await waitFor(() => expect(localStorage.getItem(`flint:news:${ANN}`)).toContain('accepted'));
    act(() => notices.get().forEach(({ id }) => notices.dismiss(id)));
    await change(routes, offer('a', { ...AGREED, told: [...told] }));
    expect(await screen.findByText(text)).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Show' }));
    expect(platform.visited).toEqual([{ screen: 'offers', params: { date: 'a' } }]);
    await change(routes, offer('a', { ...AGREED, told: [...told], updatedAt: 'later' }));
    expect(screen.queryByText(text)).toBeNull();
  });

  it('a changed offer - reloads the offers and the list of matches, which no longer has that person', async () => {
    const { routes, store } = show({
      'GET /offers': list(),
      'GET /matches': { body: { items: ['before'] } },
    });
    const matches = data.api.endpoints.listMatches;
    store.dispatch(matches.initiate());
    const shown = () => matches.select()(store.getState() as never).data?.items;
    await waitFor(() => expect(shown()).toEqual(['before']));
    routes['GET /matches'] = { body: { items: ['after'] } };
    await change(routes, sent('a'));
    await waitFor(() => expect(shown()).toEqual(['after']));
  });

  it.each([
    [true, 1],
    [false, 0],
  ])(
    'a word of another tab - hidden: %j - causes %i requests, as a visible tab has the event itself',
    async (isHidden, more) => {
      const { api } = show({ 'GET /offers': list() });
      await waitFor(() => expect(localStorage.getItem(`flint:news:${ANN}`)).not.toBeNull());
      const asked = () => api.calls.filter(({ path }) => path === '/offers').length;
      const before = asked();
      await hearFromTab(isHidden);
      expect(asked() - before).toBe(more);
    },
  );

  it('a signal - on the page of its date - is shown by that page only', async () => {
    const plain = fakePlatform();
    const location = { screen: 'offers' as const, params: { date: 'a' } };
    const agreed = { status: 'accepted' as const };
    const { routes, again } = show({ 'GET /offers': list(offer('a', agreed), offer('b', agreed)) });
    again(fakePlatform({ navigation: { ...plain.navigation, location } }));
    await waitFor(() => expect(localStorage.getItem(`flint:news:${ANN}`)).toContain('accepted'));
    await change(routes, offer('a', { ...AGREED, told: ['here'] }), offer('b', agreed));
    await waitFor(() => expect(localStorage.getItem(`flint:news:${ANN}`)).toContain('here'));
    expect(screen.queryByText('Ben is there.')).toBeNull();
    await change(
      routes,
      offer('a', { ...AGREED, told: ['here'] }),
      offer('b', { ...agreed, told: ['here'] }),
    );
    expect(await screen.findByText('Ben is there.')).toBeInTheDocument();
  });

  it('signals - sent while no page was open - are shown at the next visit, the last one only', async () => {
    localStorage.setItem(`flint:news:${ANN}`, JSON.stringify({ a: 'accepted' }));
    show({
      'GET /offers': list(offer('a', { status: 'accepted', told: ['on_my_way', 'ten_minutes_late'] })),
    });
    expect(await screen.findByText('Ben is ten minutes late.')).toBeInTheDocument();
    expect(screen.queryByText('Ben is on the way.')).toBeNull();
  });

  it('dates called off between visits, one by a deleted student - are shown at the next visit; new offers are only counted', async () => {
    localStorage.setItem(`flint:news:${ANN}`, JSON.stringify({ a: 'accepted', c: 'accepted' }));
    const off = { status: 'accepted', cancelledAt: 'x', cancelledBy: 'sender' } as const;
    const gone = { ...off, fromUser: { ...person(BEN, 'deleted student'), id: null } };
    show({ 'GET /offers': list(offer('a', off), offer('c', gone), offer('b')) });
    expect(await screen.findByText(/^Ben called your date off/)).toBeInTheDocument();
    expect(screen.getByText(/^Your date was called off/)).toBeInTheDocument();
    expect(document.title).toBe('(1) Matches · Flint');
    expect(screen.queryByText(/invites you/)).toBeNull();
  });

  it('dates called off in any of two reads, whatever else is news - are all shown', async () => {
    const people = [...'abc'];
    const more = {
      accepted: {},
      told: { told: ['here'] as const },
      off: { cancelledAt: 'x', cancelledBy: 'sender' as const },
      withdrawn: { status: 'pending' as const, cancelledAt: 'x', cancelledBy: 'sender' as const },
    };
    type State = keyof typeof more;
    const state = fc.constantFrom(...(Object.keys(more) as State[]));
    const read = fc.tuple(state, state, state);
    const inRead = (states: readonly State[]) =>
      states.map((each, at) =>
        offer(people[at]!, {
          status: 'accepted',
          fromUser: person(BEN, people[at]!) as never,
          ...(more[each] as Partial<Offer>),
        }),
      );
    // one who said yes and called it off before the next read is among them
    const first = fc.constantFrom('accepted', 'pending');
    await fc.assert(
      fc.asyncProperty(fc.tuple(first, first, first), read, read, async (before, one, two) => {
        localStorage.setItem(
          `flint:news:${ANN}`,
          JSON.stringify(Object.fromEntries(people.map((id, at) => [id, before[at]]))),
        );
        const { routes, unmount } = show({ 'GET /offers': list(...inRead(one), sent('z')) });
        const all = one.map((each, at) => (each === 'off' || each === 'withdrawn' ? each : two[at]!));
        await waitFor(() => expect(localStorage.getItem(`flint:news:${ANN}`)).toContain('"z"'));
        await change(routes, ...inRead(all), offer('d'));
        await screen.findByText(/^Ben invites you/);
        const shown = notices.get().flatMap(({ text }) => /^(.) called your date off/.exec(text)?.[1] ?? []);
        expect(shown.toSorted()).toEqual(people.filter((_, at) => all[at] === 'off'));
        unmount();
      }),
      { numRuns: 15, endOnFailure: true },
    );
  });

  it('an action of the student - is not shown as news', async () => {
    const { routes } = show({
      'GET /offers': list(offer('a'), sent('b', { status: 'accepted' }), offer('c', { status: 'accepted' })),
    });
    await waitFor(() => expect(document.title).toBe('(1) Matches · Flint'));
    await change(
      routes,
      offer('a', { status: 'accepted' }),
      sent('b', { status: 'accepted', cancelledAt: 'x', cancelledBy: 'sender' }),
      offer('c', { status: 'accepted', cancelledAt: 'x', cancelledBy: 'recipient' }),
    );
    await waitFor(() => expect(document.title).toBe('Matches · Flint'));
    expect(screen.queryByRole('button', { name: 'Show' })).toBeNull();
  });
});

describe('an action that can be undone', () => {
  it.each(['button', 'key'])('Undo by its %s - cancels it; a z typed into a field does not', async (way) => {
    show({ 'GET /offers': list() });
    const undo = jest.fn();
    act(() => data.holdAct({ key: 'x', text: 'The week is cleared', undo }));
    fireEvent.keyDown(render(<input aria-label="Field" />).getByLabelText('Field'), { key: 'z' });
    expect(undo).not.toHaveBeenCalled();
    expect(screen.getByText('The week is cleared')).toBeVisible();
    if (way === 'key') fireEvent.keyDown(document.body, { key: 'z' });
    else await userEvent.click(screen.getByRole('button', { name: /^Undo/ }));
    expect(undo).toHaveBeenCalledTimes(1);
    expect(screen.queryByText('The week is cleared')).toBeNull();
  });

  it('when the session ends - is not sent without it, and the page says so without a name', () => {
    const { unmount } = show({ 'GET /offers': list() });
    const [send, undo] = [jest.fn(), jest.fn()];
    act(() => data.holdAct({ key: 'x', text: 'Declining Ben’s offer', send, undo }));
    unmount();
    expect([send.mock.calls, undo.mock.calls]).toEqual([[], [[]]]);
    expect(notices.get()).toMatchObject([
      { text: 'Your last action was not sent, because you were signed out.', tone: 'failure' },
    ]);
  });

  it('whose page slept for longer - is undone, and the page says so', () => {
    jest.useFakeTimers();
    show({ 'GET /offers': list() });
    const [send, undo] = [jest.fn(), jest.fn()];
    act(() => data.holdAct({ key: 'accept:o1', text: 'Accepting', send, undo }));
    jest.setSystemTime(Date.now() + 3_600_000);
    act(() => void jest.advanceTimersByTime(data.UNDO_MS));
    expect([send.mock.calls, undo.mock.calls]).toEqual([[], [[]]]);
    expect(notices.get()).toMatchObject([{ text: 'Not sent, because this page was asleep: Accepting' }]);
    jest.useRealTimers();
  });
});
