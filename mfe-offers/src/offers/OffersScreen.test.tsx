import type { Offer } from '@flint/contracts';
import { fakePlatform, renderScreen, type FakeRoutes } from '@flint/remote-kit/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { undoHeld } from '@flint/remote-kit/data';
import userEvent from '@testing-library/user-event';
import { Root } from '../Root';
import { buildOffer, buildSent } from '../testing/build';
import { OffersScreen } from './OffersScreen';

const list = (...items: Offer[]) => ({ body: { items, nextCursor: null } });

function show(
  api: FakeRoutes,
  { reload, platform = fakePlatform() }: { reload?: () => void; platform?: any } = {},
) {
  const view = renderScreen(<OffersScreen {...(reload && { reload })} />, { api, platform });
  return { ...view, user: userEvent.setup() };
}
const card = (name = 'Ben') => screen.findByRole('article', { name: new RegExp(name) });
/** Dispatches the event of a page that is closed, which sends pending actions. */
const leave = () => {
  act(() => void dispatchEvent(new Event('pagehide')));
  dispatchEvent(new Event('pageshow'));
};
const button = (name: string | RegExp) => screen.findByRole('button', { name });

describe('the offers screen', () => {
  it('while loading - shows a spinner under its title', async () => {
    show({ 'GET /offers': () => new Promise<never>(() => undefined) });
    expect(screen.getByRole('heading', { level: 1, name: 'Your Offers' })).toBeInTheDocument();
    expect(screen.getByRole('status')).toHaveTextContent('Loading your offers');
  });

  it('on failure - shows Unable to Load Offers with the mapped text, and Try Again reloads the page', async () => {
    const reload = jest.fn();
    const { user } = show(
      { 'GET /offers': { status: 500, body: { code: 'internal', detail: 'x' } } },
      { reload },
    );
    expect(
      await screen.findByText('Unable to Load Offers', undefined, { timeout: 3000 }),
    ).toBeInTheDocument();
    expect(screen.getByText('Server error. Please try again later.')).toBeInTheDocument();
    await user.click(await button('Try Again'));
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('without offers - shows the texts and buttons of the spec in both tabs, with counts of 0', async () => {
    const { user, platform } = show({ 'GET /offers': list() });
    expect(await screen.findByText('No received offers yet')).toBeInTheDocument();
    expect(screen.getByRole('tab', { name: 'Received 0' })).toHaveAttribute('aria-selected', 'true');
    expect(screen.getByRole('button', { name: 'Continue Onboarding' })).toBeInTheDocument();
    await user.click(screen.getByRole('tab', { name: 'Sent 0' }));
    expect(screen.getByText('No sent offers yet')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Complete Profile' }));
    expect(platform.visited).toEqual([{ screen: 'profile', params: {} }]);
  });

  it('with offers - counts each tab and names the zone of the reader', async () => {
    show({ 'GET /offers': list(buildOffer(), buildOffer({ status: 'declined' }), buildSent()) });
    expect(await screen.findByRole('tab', { name: 'Received 2' })).toBeInTheDocument();
    expect(screen.getByRole('tab', { name: 'Sent 1' })).toBeInTheDocument();
    expect(screen.getByText(/^Times are in /)).toBeInTheDocument();
  });

  it('offline with cached offers - shows a notice and disables the answers', async () => {
    show({ 'GET /offers': list(buildOffer()) }, { platform: fakePlatform({ online: false }) });
    expect(await button('Accept')).toBeDisabled();
    expect(screen.getByText('You’re offline.')).toBeInTheDocument();
  });

  it('signed out - goes to sign-in', async () => {
    const platform = fakePlatform({ session: { status: 'signedOut' } });
    const view = renderScreen(<Root screen="offers" />, { platform, api: {} });
    await waitFor(() => expect(platform.visited).toEqual([{ screen: 'signIn', params: {} }]));
    expect(view.api.calls).toEqual([]);
  });
});

describe('an offer card', () => {
  it.each([
    ['pending', 'Pending', 'yellow'],
    ['accepted', 'Accepted', 'green'],
    ['declined', 'Declined', 'red'],
    ['rescheduled', 'Rescheduled', 'blue'],
    ['completed', 'Completed', 'purple'],
  ] as const)('%s - wears its badge and the date in long US format', async (status, text, tone) => {
    show({ 'GET /offers': list(buildOffer({ status, proposedDate: '2040-03-05T17:00:00.000Z' })) });
    const shown = await card();
    expect(within(shown).getByText(text)).toHaveClass(`f-badge--${tone}`);
    expect(within(shown).getByText('Monday, March 5, 2040')).toBeInTheDocument();
    expect(within(shown).getByText('Coffee')).toBeInTheDocument();
    expect(within(shown).getByText('Library café')).toBeInTheDocument();
  });

  it.each([
    ['pending received', buildOffer(), ['Accept', 'Reschedule', 'Decline']],
    ['accepted', buildOffer({ status: 'accepted' }), ['Share my date', 'Add to Calendar', 'Call off']],
    ['completed received', buildOffer({ status: 'completed' }), ['Yes, we met', 'No', 'Report Issue']],
    ['declined', buildOffer({ status: 'declined' }), []],
  ] as const)('%s - has exactly its buttons, a report and a block', async (_, offer, names) => {
    show({ 'GET /offers': list(offer) });
    const shown = await card();
    expect(
      within(shown)
        .getAllByRole('button')
        .map((each) => each.textContent || each.ariaLabel),
    ).toEqual(['Report Ben', 'Block Ben', ...names]);
  });

  it('of a deleted student - names no one and has no Block button', async () => {
    const fromUser = { id: null, name: 'deleted student', age: null };
    show({
      'GET /offers': list(buildOffer({ fromUserId: null, fromUser, status: 'completed', can: {} as never })),
    });
    const shown = await card('deleted student');
    expect(within(shown).queryByRole('button', { name: /Block/ })).toBeNull();
  });

  it('whose time has passed - has Decline and Reschedule, and explains why Accept is missing', async () => {
    const can = { accept: false } as Offer['can'];
    show({ 'GET /offers': list(buildOffer({ proposedDate: '2020-03-05T17:00:00.000Z', can })) });
    expect(await screen.findByText(/The proposed time has passed/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Decline' })).toBeEnabled();
  });
});

describe('an answer', () => {
  const problem = (offer: Offer) => ({
    status: 409,
    body: { code: 'offer_state_changed', detail: 'This offer was answered already.', status: 409, offer },
  });

  it.each([
    ['Accept', 'accepted', 'Offer accepted successfully!', 'Accepted'],
    ['Decline', 'declined', 'Offer declined successfully!', 'Declined'],
  ] as const)(
    '%s - is sent with progress on its button, shown when it is answered, and confirmed word for word',
    async (name, status, text, badge) => {
      const offer = buildOffer();
      let finish: (answer: unknown) => void = () => undefined;
      const answered = { ...offer, status, can: buildOffer({ status }).can };
      const respond = () => new Promise<any>((resolve) => void (finish = resolve));
      const routes: FakeRoutes = {
        'GET /offers': list(offer),
        [`POST /offers/${offer.id}/respond`]: respond,
      };
      const { user, platform, api } = show(routes);
      await user.click(await button(name));
      await waitFor(async () => expect(await button(name)).toHaveAttribute('aria-busy', 'true'));
      leave();
      await waitFor(() => expect(api.calls.some(({ method }) => method === 'POST')).toBe(true));
      expect(screen.queryByText(badge)).not.toBeInTheDocument();
      expect(platform.notices).toEqual([]);
      routes['GET /offers'] = list(answered);
      finish({ body: answered });
      await waitFor(() => expect(platform.notices).toEqual([{ text, tone: 'success' }]));
      expect(await screen.findByText(badge)).toBeInTheDocument();
      expect(api.calls.find(({ method }) => method === 'POST')?.body).toEqual({
        offerId: offer.id,
        action: name.toLowerCase(),
      });
    },
  );

  it('that fails - changes nothing and shows the error', async () => {
    const offer = buildOffer();
    const { user, platform } = show({
      'GET /offers': list(offer),
      [`POST /offers/${offer.id}/respond`]: { status: 500, body: { code: 'internal', detail: 'x' } },
    });
    await user.click(await button('Accept'));
    await waitFor(() =>
      expect(platform.notices).toEqual([{ text: 'Server error. Please try again later.', tone: 'failure' }]),
    );
    await waitFor(() => expect(screen.getByRole('button', { name: 'Accept' })).toBeEnabled());
    expect(screen.getByText('Pending')).toBeInTheDocument();
  });

  it('that comes too late - shows what happened instead', async () => {
    const offer = buildOffer();
    const truth = { ...offer, cancelledAt: '2026-03-02T00:00:00.000Z', cancelledBy: 'sender' as const };
    const now = { ...truth, can: buildOffer({ status: 'declined' }).can };
    const routes: FakeRoutes = {
      'GET /offers': list(offer),
      [`POST /offers/${offer.id}/respond`]: problem(now),
    };
    const { user, platform } = show(routes);
    await button('Accept');
    routes['GET /offers'] = list(now);
    await user.click(await button('Accept'));
    expect(await screen.findByText('Withdrawn')).toBeInTheDocument();
    expect(screen.getByText('Ben took this offer back.')).toBeInTheDocument();
    await waitFor(() =>
      expect(platform.notices).toEqual([{ text: 'This offer was taken back.', tone: 'failure' }]),
    );
  });
});

describe('withdrawing, calling off and blocking', () => {
  const posts = (api: ReturnType<typeof show>['api']) => api.calls.filter(({ method }) => method === 'POST');
  const off = { cancelledAt: 'x', cancelledBy: 'sender' } as const;

  it.each([
    ['Withdraw', 'withdraw', buildSent(), 'Offer withdrawn.'],
    [
      'Call off',
      'cancel',
      buildOffer({ status: 'accepted' }),
      'Date called off. The other side sees it at once.',
    ],
    ['Decline', 'respond', buildOffer(), 'Offer declined successfully!'],
  ] as const)('%s - waits for Undo, and is sent when the page goes', async (name, path, offer, text) => {
    const routes: FakeRoutes = {
      'GET /offers': list(offer),
      [`POST /offers/${offer.id}/${path}`]: { body: { ...offer, ...off } },
    };
    const { user, platform, api } = show(routes);
    if (name === 'Withdraw') await user.click(await screen.findByRole('tab', { name: /Sent/ }));
    await user.click(await button(name));
    expect(await button(name)).toHaveAttribute('aria-busy', 'true');
    expect(posts(api)).toEqual([]);
    leave();
    await waitFor(() => expect(platform.notices).toEqual([{ text, tone: 'success' }]));
    expect(posts(api)).toHaveLength(1);
  });

  it('Call off - undone - sends nothing and can be pressed again', async () => {
    const { user, api } = show({ 'GET /offers': list(buildOffer({ status: 'accepted' })) });
    await user.click(await button('Call off'));
    act(() => undoHeld());
    expect(await button('Call off')).toBeEnabled();
    leave();
    expect(posts(api)).toEqual([]);
  });

  it('Block - explains the effect, blocks, and loads the list again', async () => {
    const routes: FakeRoutes = {
      'GET /offers': list(buildOffer()),
      'POST /blocks': { status: 201, body: { userId: 'x', name: 'Ben', createdAt: 'x' } },
    };
    const { user, platform } = show(routes);
    await user.click(await button('Block Ben'));
    const dialog = await screen.findByRole('dialog', { name: 'Block Ben?' });
    routes['GET /offers'] = list();
    await user.click(within(dialog).getByRole('button', { name: 'Block' }));
    expect(await screen.findByText('No received offers yet')).toBeInTheDocument();
    expect(platform.notices).toEqual([{ text: 'You will not see Ben again.', tone: 'success' }]);
  });
});
