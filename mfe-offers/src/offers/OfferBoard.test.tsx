import type { Offer } from '@flint/contracts';
import { fakePlatform, renderScreen, type FakeRoutes } from '@flint/remote-kit/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BEN, buildOffer, buildSent } from '../testing/build';
import { makeWide } from '../testing/wide';
import { OffersScreen } from './OffersScreen';

let restore = () => undefined as void;
let narrow = () => undefined as void;
beforeEach(() => {
  narrow = makeWide();
});
afterEach(() => {
  restore();
  narrow();
});

const from = (name: string, more: Partial<Offer> = {}) =>
  buildOffer({ fromUser: { id: BEN, name, age: 22 }, ...more });

function show(offers: readonly Offer[], params: Record<string, string> = {}, more: FakeRoutes = {}) {
  const plain = fakePlatform();
  const navigation = { ...plain.navigation, location: { screen: 'offers' as const, params } };
  const api: FakeRoutes = { 'GET /offers': { body: { items: offers, nextCursor: null } }, ...more };
  const view = renderScreen(<OffersScreen />, { api, platform: fakePlatform({ navigation }) });
  restore = view.api.restore;
  return { ...view, visited: plain.visited, api: view.api, routes: api, user: userEvent.setup() };
}
const rows = () => screen.findAllByRole('link', { name: /,/ });

describe('offers on a wide window', () => {
  it('with several - lists them in groups and shows the first that waits beside them', async () => {
    show([from('Cem', { status: 'accepted' }), from('Ben')]);
    const all = await rows();
    expect(all.map((row) => row.querySelector('strong')?.textContent)).toEqual(['Cem, 22', 'Ben, 22']);
    expect(all[0]).not.toHaveAttribute('aria-current');
    expect(all[1]).toHaveAttribute('aria-current', 'true');
    expect(screen.getAllByRole('article')).toHaveLength(1);
    expect(screen.getByRole('article', { name: /^Ben/ })).toBeInTheDocument();
    expect(screen.getByRole('separator', { name: 'Width of the list' })).toBeInTheDocument();
  });

  it('named in the address - shows that one, in its tab', async () => {
    const sent = buildSent();
    show([from('Cem'), sent, buildSent()], { tab: 'sent', offer: sent.id });
    expect(await screen.findByRole('tab', { name: 'Sent 2', selected: true })).toBeInTheDocument();
    expect(screen.getByRole('article')).toHaveAttribute('id', `offer-${sent.id}`);
  });

  it('an address that names nothing here - shows the first', async () => {
    show([from('Cem')], { offer: 'f'.repeat(24) });
    expect(await screen.findByRole('article', { name: /^Cem/ })).toBeInTheDocument();
  });

  it('a row - is a link to the offer; arrows go from row to row over the groups', async () => {
    const [ben, cem] = [from('Ben', { status: 'accepted' }), from('Cem')];
    const { user, visited } = show([ben, cem]);
    const [first, second] = await rows();
    first!.focus();
    await user.keyboard('{ArrowUp}{ArrowDown}{ArrowDown}');
    expect(second).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(visited).toEqual([{ screen: 'offers', params: { tab: 'received', offer: cem.id } }]);
  });

  it('an answered offer - stays on show though it moves within the list', async () => {
    const [ben, cem] = [from('Ben'), from('Cem')];
    const accepted = { ...ben, status: 'accepted' as const, can: buildOffer({ status: 'accepted' }).can };
    const { user, routes } = show([ben, cem], {}, { [`POST /offers/${ben.id}/respond`]: { body: accepted } });
    const card = await screen.findByRole('article', { name: /^Ben/ });
    routes['GET /offers'] = { body: { items: [accepted, cem], nextCursor: null } };
    await user.click(within(card).getByRole('button', { name: 'Accept' }));
    expect(await screen.findByRole('button', { name: 'Add to Calendar' })).toBeInTheDocument();
    expect(screen.getByRole('article', { name: /Ben/ })).toBeInTheDocument();
    expect((await rows())[0]).toHaveTextContent('Ben');
  });

  it('without offers - shows the empty state alone', async () => {
    show([]);
    expect(await screen.findByText('No received offers yet')).toBeInTheDocument();
    expect(screen.queryByRole('separator')).toBeNull();
  });

  it('the counter-offer of a rescheduled one - is gone to by its link', async () => {
    const counterOffer = 'a'.repeat(24);
    const { user, visited } = show([from('Ben', { status: 'rescheduled', counterOffer })]);
    await user.click(await screen.findByRole('button', { name: 'See the new proposal' }));
    expect(visited).toEqual([{ screen: 'offers', params: { tab: 'sent', offer: counterOffer } }]);
  });
});

describe('your dates', () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const agreed = { status: 'accepted' as const };

  it('agreed after a counter-proposal (a sent offer) - stand above both tabs, next first, whoever asked', async () => {
    const later = from('Cem', { ...agreed, proposedDate: inDays(5) });
    const sooner = buildSent({ ...agreed, proposedDate: inDays(2) });
    const { user } = show([later, from('Dan'), sooner]);
    const dates = () => within(screen.getByRole('region', { name: 'Your dates' })).getAllByRole('link');
    await screen.findByRole('region', { name: 'Your dates' });
    expect(dates().map((row) => row.querySelector('strong')?.textContent)).toEqual(['Ben, 22', 'Cem, 22']);
    expect(screen.getByRole('tab', { name: 'Received 2' })).toBeInTheDocument();
    expect(screen.getByRole('article', { name: /^Dan/ })).toBeInTheDocument();
    await user.click(screen.getByRole('tab', { name: 'Sent 1' }));
    expect(dates()).toHaveLength(2);
    expect(screen.getByText('Nothing else here: your dates stand above.')).toBeInTheDocument();
  });

  it('on a phone - are tickets with the time, what and with whom, and how soon', async () => {
    narrow();
    show([from('Cem', { ...agreed, proposedDate: inDays(1) })]);
    const ticket = await screen.findByRole('article', { name: 'Coffee with Cem' });
    expect(ticket).toHaveTextContent('Tomorrow');
    expect(ticket).toHaveTextContent('Accepted');
  });

  it('of last week - are asked about below what waits for an answer', async () => {
    show([from('Old', { status: 'completed', proposedDate: inDays(-3) }), from('New')]);
    const titles = (await screen.findAllByRole('heading', { level: 2 })).map((each) => each.textContent);
    expect(titles).toEqual(['Waiting for your answer', 'How did it go?']);
    expect(screen.getByRole('article', { name: /^New/ })).toBeInTheDocument();
  });
});

describe('an empty tab', () => {
  it('of a student whose profile is complete - leads to the matches, not to completing it', async () => {
    show([], {}, { 'GET /profile': { body: { completeness: 100 } } });
    expect(await screen.findByRole('button', { name: 'See your matches' })).toHaveClass('f-button--primary');
    expect(screen.getByText(/Your profile is complete/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Complete Profile' })).toHaveClass('f-button--quiet');
  });
});

describe('offers on a phone', () => {
  it('named in the address - has the focus among the cards', async () => {
    narrow();
    const cem = from('Cem');
    show([from('Ben'), cem], { offer: cem.id });
    expect(await screen.findByRole('article', { name: /^Cem/ })).toHaveFocus();
    expect(screen.getAllByRole('article')).toHaveLength(2);
  });
});
