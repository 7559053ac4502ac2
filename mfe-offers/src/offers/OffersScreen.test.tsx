// Longer than 300 lines: every answer to an offer, by one way to show the screen.
import type { Offer } from '@flint/contracts';
import { fakePlatform, renderScreen, type FakeRoutes } from '@flint/remote-kit/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { AlertPort } from '@flint/remote-kit';
import { heldAct, sendHeld } from '@flint/remote-kit/data';
import userEvent from '@testing-library/user-event';
import { prepare, Root } from '../Root';
import { dayAndTime, longDateAndTime } from '../shared/dates';
import { buildOffer, buildSent } from '../testing/build';
import { fr } from '../texts/fr';
import { OffersScreen } from './OffersScreen';

const list = (...items: Offer[]) => ({ body: { items, nextCursor: null } });

function show(api: FakeRoutes, platform = fakePlatform()) {
  const view = renderScreen(<OffersScreen />, { api, platform });
  return { ...view, user: userEvent.setup() };
}
const card = (name = 'Ben') => screen.findByRole('article', { name: new RegExp(name) });
/** As when the five seconds are over. */
const leave = () => act(() => void sendHeld());
const button = (name: string | RegExp) => screen.findByRole('button', { name });

describe('the offers screen', () => {
  it('offline with cached offers - shows a notice and disables the answers', async () => {
    show({ 'GET /offers': list(buildOffer()) }, fakePlatform({ online: false }));
    expect(await button('Accept')).toBeDisabled();
    expect(screen.getByText('You’re offline.')).toBeInTheDocument();
  });

  it.each([
    [
      100,
      'received',
      /^Your profile is complete\./,
      ['matches primary', 'profile quiet', 'onboarding quiet'],
    ],
    [99, 'received', /can find you and invite you\.$/, ['profile primary', 'onboarding secondary']],
    [100, 'sent', /^Start browsing/, ['matches primary', 'profile quiet', 'onboarding quiet']],
    [99, 'sent', /^Start browsing/, ['profile primary', 'onboarding secondary']],
  ])('without offers, at %s %%, %s - leads first to what helps', async (completeness, tab, text, ways) => {
    const { user, platform } = show({
      'GET /offers': list(),
      'GET /profile': { body: { completeness } },
    });
    await user.click(await screen.findByRole('tab', { name: new RegExp(tab, 'i') }));
    expect(await screen.findByText(`No ${tab} offers yet`)).toBeVisible();
    expect(await screen.findByText(text)).toBeVisible();
    const buttons = screen.getAllByRole('button');
    for (const each of buttons) await user.click(each);
    const looks = buttons.map(({ className }) => /f-button--(\w+)/.exec(className)![1]);
    expect(platform.visited.slice(-ways.length).map((to, at) => `${to.screen} ${looks[at]}`)).toEqual(ways);
  });

  const sent = buildSent({ status: 'declined' });
  it.each([
    ['the other tab', { tab: 'sent' }],
    ['an offer of it, as alerts and mails do', { offer: sent.id }],
    ['a date of it that was called off', { date: sent.id }],
  ])('an address that names %s - opens that tab, now and at first', async (_what, params: object) => {
    const api = { 'GET /offers': list(buildOffer(), sent) };
    const { again, platform, unmount, user } = show(api);
    const selected = () => screen.getByRole('tab', { selected: true }).textContent;
    await card();
    expect(selected()).toMatch(/^Received/);
    const location = { screen: 'offers' as const, params: { ...params } };
    const there = { ...platform, navigation: { ...platform.navigation, location } };
    again(there);
    await waitFor(() => expect(selected()).toMatch(/^Sent/));
    if (!('tab' in params))
      await waitFor(() => expect(document.getElementById(`offer-${sent.id}`)).toHaveFocus());
    await user.click(screen.getByRole('tab', { name: /^Received/ }));
    expect(selected()).toMatch(/^Received/);
    unmount();
    show(api, there);
    await card();
    expect(selected()).toMatch(/^Sent/);
  });

  it('signed out - goes to sign-in', async () => {
    const platform = fakePlatform({ session: { status: 'signedOut' } });
    const view = renderScreen(<Root screen="offers" />, { platform, api: {} });
    await waitFor(() => expect(platform.visited).toEqual([{ screen: 'signIn', params: {} }]));
    expect(view.api.calls).toEqual([]);
  });

  it('the remote’s second screen, the matches - is loaded when prepared, or shown', async () => {
    const headings = () => {
      const api = { 'GET /offers': list() };
      const { unmount } = renderScreen(<Root screen="matches" />, { platform: fakePlatform(), api });
      const found = screen.queryAllByRole('heading', { level: 1 }).length;
      unmount();
      return found;
    };
    await prepare('offers');
    expect(headings()).toBe(0);
    await prepare('matches');
    expect(headings()).toBe(1);
  });
});

describe('an offer card', () => {
  const NONE = { accept: false, reschedule: false, decline: false };
  const ONLY = {
    decline: { ...NONE, decline: true } as Offer['can'],
    reschedule: { ...NONE, reschedule: true } as Offer['can'],
  };
  it.each([
    ['pending received', buildOffer(), ['Accept', 'Reschedule', 'Decline']],
    ['one that can only be declined', buildOffer({ can: ONLY.decline }), ['Decline']],
    ['one that can only be rescheduled', buildOffer({ can: ONLY.reschedule }), ['Reschedule']],
    ['completed received', buildOffer({ status: 'completed' }), ['Yes, we met', 'No', 'Report Issue']],
    ['declined', buildOffer({ status: 'declined' }), []],
  ] as const)('%s - has exactly its buttons, and a menu to report or block', async (_, offer, names) => {
    show({ 'GET /offers': list(offer) });
    const shown = await card();
    const labels = () =>
      within(shown)
        .getAllByRole('button')
        .map((each) => each.textContent || each.ariaLabel);
    // 'Did you meet' is loaded when the card needs it
    await waitFor(() => expect(labels()).toEqual(['Report or block Ben', ...names]));
    // no empty foot
    expect(shown.querySelectorAll('footer')).toHaveLength(names.length > 0 ? 1 : 0);
  });

  it('an agreed one - has only the calendar; its page has the rest, also the way out', async () => {
    show({ 'GET /offers': list(buildOffer({ status: 'accepted', message: 'See you!' })) });
    const shown = within(await card());
    expect(shown.getAllByRole('button').map((each) => each.textContent)).toEqual(['Add to Calendar']);
    expect(shown.getByRole('link', { name: 'Details' })).toBeVisible();
    expect(shown.queryByText('See you!')).toBeNull();
  });

  it.each([
    ['before its own time', -5, 1],
    ['at its own time', 0, 0],
  ])('an offer that ends %s - says so only if it is before', async (_, days, count) => {
    const createdAt = new Date(Date.now() + days * 86_400_000).toISOString();
    const proposedDate = new Date(Date.now() + 4 * 86_400_000).toISOString();
    const { user } = show({
      'GET /offers': list(buildSent({ createdAt, proposedDate }), buildOffer({ createdAt, proposedDate })),
    });
    await user.click(await screen.findByRole('tab', { name: /Sent/ }));
    await card();
    const end = new Date(Date.parse(createdAt) + 7 * 86_400_000).toISOString();
    expect(screen.queryAllByText(`Open till ${dayAndTime(end, Date.now())}`)).toHaveLength(count);
    expect(screen.queryAllByText(/^(Open till|Answer by) /)).toHaveLength(count);
    await user.click(screen.getByRole('tab', { name: /Received/ }));
    await card();
    expect(screen.queryAllByText(`Answer by ${dayAndTime(end, Date.now())}`)).toHaveLength(count);
  });

  it('dates called off by the other - are news until seen, also after the screen was left', async () => {
    const off = buildOffer({
      status: 'accepted',
      cancelledAt: new Date().toISOString(),
      cancelledBy: 'sender',
      can: {} as never,
    });
    const mine = buildOffer({ ...off, id: 'd'.repeat(24), cancelledBy: 'recipient' });
    const before = buildOffer({
      ...off,
      id: 'c'.repeat(24),
      fromUserId: null,
      fromUser: { id: null, name: 'deleted student', age: null },
      cancelledAt: new Date(Date.now() - 3_600_000).toISOString(),
    });
    const theirs = buildSent({
      status: 'accepted',
      cancelledAt: off.cancelledAt,
      cancelledBy: 'recipient',
      can: {} as never,
    });
    const all = { 'GET /offers': list(off, mine, before, theirs) };
    const first = show(all);
    const news = await screen.findAllByText(/called off/, { selector: '[role=status] p' });
    const when = longDateAndTime(off.proposedDate);
    expect(news.map((each) => each.textContent)).toEqual([
      `Ben called off ${when}.`,
      `Your date was called off: ${when}.`,
      `Ben called off ${longDateAndTime(theirs.proposedDate)}.`,
    ]);
    await first.user.click(await button('Seen'));
    expect(screen.queryByText(/^called off /)).toBeNull();
    expect(localStorage.getItem('flint:news-seen')).toBe(off.cancelledAt);
    first.unmount();
    show(all);
    await screen.findAllByRole('article', { name: /Ben/ });
    expect(screen.queryByText(/^called off /)).toBeNull();
  });

  it.each([
    [14 * 86_400_000 - 1, 1],
    [14 * 86_400_000, 0],
  ])('a date called off %i ms ago - is news %i times', async (ago, times) => {
    const now = Date.now();
    jest.spyOn(Date, 'now').mockReturnValue(now);
    const cancelledAt = new Date(now - ago).toISOString();
    show({ 'GET /offers': list(buildOffer({ status: 'accepted', cancelledAt, cancelledBy: 'sender' })) });
    await card();
    await act(async () => undefined);
    await waitFor(() => expect(screen.queryAllByText(/^called off /)).toHaveLength(times));
  });

  it('of a deleted student - names no one and has no menu to block', async () => {
    const fromUser = { id: null, name: 'deleted student', age: null };
    show({
      'GET /offers': list(buildOffer({ fromUserId: null, fromUser, status: 'completed', can: {} as never })),
    });
    const shown = await card('deleted student');
    expect(within(shown).queryByRole('button', { name: /block/ })).toBeNull();
    expect(within(shown).queryByRole('link')).toBeNull();
  });

  it('at the time of another date - is marked, cannot be accepted, and can be answered with another time', async () => {
    const can = { accept: false } as Offer['can'];
    show({ 'GET /offers': list(buildOffer({ timeTaken: true, can })) });
    expect(await screen.findByText('You have a date then')).toBeInTheDocument();
    expect(screen.getByText('You have a date then. Propose another time: Reschedule.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Reschedule' })).toBeEnabled();
  });
});

describe('an answer', () => {
  it('that fails - changes nothing and shows the error', async () => {
    const offer = buildOffer();
    const { user, platform } = show({
      'GET /offers': list(offer),
      [`POST /offers/${offer.id}/respond`]: { status: 500, body: { code: 'internal', detail: 'x' } },
    });
    await user.click(await button('Accept'));
    leave();
    await waitFor(() =>
      expect(platform.notices).toEqual([{ text: 'Server error. Please try again later.', tone: 'failure' }]),
    );
    await waitFor(() => expect(screen.getByRole('button', { name: 'Accept' })).toBeEnabled());
    expect(screen.getByText('Pending')).toBeInTheDocument();
  });

  it.each([
    ['accepted', 200, (offer: Offer) => offer, null, 'success', 'Accepted'],
    [
      'declined',
      409,
      (offer: Offer) => ({ code: 'offer_state_changed', detail: 'x', offer }),
      'This offer was declined already.',
      'failure',
      'Declined',
    ],
  ] as const)(
    'that finds the offer %s - shows it so at once, and says what happened (spec 4)',
    async (...each) => {
      const [status, code, bodyOf, text, tone, badge] = each;
      const offer = buildOffer();
      const now = { ...offer, status, can: buildOffer({ status }).can };
      let isAsked = false;
      const { user, platform, unmount } = show({
        // the list is not answered again
        'GET /offers': () => (isAsked ? new Promise(() => undefined) : ((isAsked = true), list(offer))),
        [`POST /offers/${offer.id}/respond`]: { status: code, body: bodyOf(now) },
      });
      await user.click(await button('Accept'));
      leave();
      expect(await screen.findByText(badge)).toBeVisible();
      // the ticket of a new date says it
      if (text) expect(platform.notices).toEqual([{ text, tone }]);
      else {
        expect(await screen.findByText('It’s a date.')).toBeVisible();
        expect(screen.getByRole('status')).toHaveTextContent('Offer accepted successfully!');
        expect(screen.getByRole('link', { name: 'Details' })).toHaveAttribute(
          'href',
          expect.stringContaining(offer.id),
        );
        expect(platform.notices).toEqual([]);
      }
      expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull();
      // where a card was answered, its button has gone with it
      const heading = screen.getByRole('heading', { level: 1 });
      if (code === 200) await waitFor(() => expect(heading).toHaveFocus());
      unmount();
      show({ 'GET /offers': list(now) });
      expect(await screen.findByText(badge)).toBeVisible();
      expect(screen.queryByText('Offer accepted successfully!')).toBeNull();
    },
  );
});

describe('accepting, declining and withdrawing', () => {
  const posts = (api: ReturnType<typeof show>['api']) => api.calls.filter(({ method }) => method === 'POST');
  const off = { cancelledAt: 'x', cancelledBy: 'sender' } as const;

  it.each([
    ['Withdraw', 'Taking back your offer to Ben', 'withdraw', buildSent(), ['Offer withdrawn.'], false],
    ['Decline', 'Declining Ben’s offer', 'respond', buildOffer(), ['Offer declined successfully!'], false],
    // its ticket says it, and now there is a reason for alerts
    ['Accept', 'Accepting Ben’s offer', 'respond', buildOffer(), [], true],
  ] as const)(
    '%s - waits for Undo, and is sent after it',
    async (name, held, path, offer, texts, isMoment) => {
      // a device asks once
      const routes: FakeRoutes = {
        'GET /offers': list(offer),
        [`POST /offers/${offer.id}/${path}`]: { body: { ...offer, ...off } },
      };
      const alerts = { state: async () => 'off' } as AlertPort;
      const { user, platform, api } = show(routes, fakePlatform({ alerts: async () => alerts }));
      if (name === 'Withdraw') await user.click(await screen.findByRole('tab', { name: /Sent/ }));
      await user.click(await button(name));
      expect(await button(name)).toHaveAttribute('aria-busy', 'true');
      expect(heldAct.get()?.text).toBe(held);
      expect(posts(api)).toEqual([]);
      leave();
      await waitFor(() => expect(posts(api)).toHaveLength(1));
      await waitFor(() => expect(platform.notices).toEqual(texts.map((text) => ({ text, tone: 'success' }))));
      await waitFor(() =>
        expect(screen.queryAllByRole('button', { name: 'Turn on' })).toHaveLength(isMoment ? 1 : 0),
      );
    },
  );

  it('one of two offers, answered - leaves the other as it was', async () => {
    const cem = buildOffer({ fromUser: { id: 'c'.repeat(36), name: 'Cem', age: 23 } });
    const { user } = show({ 'GET /offers': list(buildOffer(), cem) });
    await user.click(within(await card('Ben')).getByRole('button', { name: 'Decline' }));
    const names = ['Ben', 'Cem'];
    const decline = async (name: string) => within(await card(name)).getByRole('button', { name: 'Decline' });
    expect(await Promise.all(names.map(async (name) => (await decline(name)).ariaBusy))).toEqual([
      'true',
      null,
    ]);
  });

  it('Withdraw - before it is pressed - says in English and French who may then invite; nothing else does', async () => {
    const { user } = show({ 'GET /offers': list(buildSent(), buildOffer()) });
    const text = 'If you withdraw, only Ben can ask this month.';
    expect(await button('Accept')).toBeEnabled();
    expect(screen.queryByText(text)).toBeNull();
    await user.click(await screen.findByRole('tab', { name: /Sent/ }));
    expect(await button('Withdraw')).toHaveAccessibleDescription(text);
    expect(fr['If you withdraw, only {name} can ask this month.']).toMatch(
      /^Si vous la retirez, c’est à \{name\} de vous inviter/,
    );
  });
});
