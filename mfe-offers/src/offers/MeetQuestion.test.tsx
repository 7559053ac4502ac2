import type { Offer } from '@flint/contracts';
import { answerMedia, renderScreen, type FakeRoutes } from '@flint/remote-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildOffer, buildSent } from '../testing/build';
import { OffersScreen } from './OffersScreen';

const over = (more: Partial<Offer> = {}) =>
  buildOffer({
    status: 'completed',
    proposedDate: new Date(Date.now() - 3 * 3_600_000).toISOString(),
    ...more,
  });
const list = (...items: Offer[]) => ({ body: { items, nextCursor: null } });
function show(offer: Offer, more: FakeRoutes = {}) {
  const routes: FakeRoutes = { 'GET /offers': list(offer), ...more };
  const view = renderScreen(<OffersScreen />, { api: routes });
  return { ...view, routes, user: userEvent.setup() };
}
const button = (name: string) => screen.findByRole('button', { name });
const at = (offer: Offer) => `PUT /offers/${offer.id}/meeting`;

describe('did you meet', () => {
  it.each([
    ['Yes, we met', 'Yes, again', { met: true, again: true }, 'You met, and would meet again.'],
    ['Yes, we met', 'Once was enough', { met: true, again: false }, 'You met, once was enough.'],
    ['No', 'Ben did not come', { met: false, reason: 'they_missed' }, 'You did not meet: Ben did not come.'],
    [
      'No',
      'I could not make it',
      { met: false, reason: 'i_missed' },
      'You did not meet: you could not make it.',
    ],
    [
      'No',
      'We both decided not to',
      { met: false, reason: 'agreed' },
      'You did not meet: you both decided not to.',
    ],
  ] as const)(
    '%s, %s - in two taps - sends %j and says so to oneself only',
    async (first, second, body, text) => {
      const offer = over();
      const answered = { ...offer, meeting: body as Offer['meeting'] };
      const { user, api, routes } = show(offer, { [at(offer)]: { body: answered } });
      expect(await screen.findByRole('heading', { name: 'How did it go?' })).toBeInTheDocument();
      await user.click(await button(first));
      routes['GET /offers'] = list(answered);
      await user.click(await button(second));
      expect(await screen.findByText(`${text} Only you see this.`)).toBeInTheDocument();
      expect(api.calls.find(({ method }) => method === 'PUT')?.body).toEqual(body);
      expect(screen.getByRole('heading', { name: 'Earlier' })).toBeInTheDocument();
    },
  );

  it('by keyboard - moves the focus to the next question', async () => {
    const offer = over();
    const { user } = show(offer);
    (await button('No')).focus();
    await user.keyboard('{Enter}');
    expect(screen.getByText('What happened?')).toHaveFocus();
    await user.tab();
    expect(await button('Ben did not come')).toHaveFocus();
  });

  it('an answer - can be changed', async () => {
    const offer = over({ meeting: { met: true, again: false } });
    const changed: Offer = { ...offer, meeting: { met: false, reason: 'agreed' } };
    const { user, routes } = show(offer, { [at(offer)]: { body: changed } });
    await user.click(await button('Change'));
    expect(screen.getByText('Did you meet Ben?')).toHaveFocus();
    routes['GET /offers'] = list(changed);
    for (const name of ['No', 'We both decided not to']) await user.click(await button(name));
    expect(await screen.findByText(/^You did not meet: you both decided not to\./)).toBeVisible();
    expect(screen.queryByText('What happened?')).toBeNull();
  });

  it('that the server refuses - shows the reason and keeps the question', async () => {
    const offer = over();
    const { user, platform } = show(offer, {
      [at(offer)]: { status: 500, body: { code: 'internal', detail: 'x' } },
    });
    await user.click(await button('Yes, we met'));
    await user.click(await button('Yes, again'));
    await waitFor(() =>
      expect(platform.notices).toEqual([{ text: 'Server error. Please try again later.', tone: 'failure' }]),
    );
    expect(screen.getByText('Would you like to meet again?')).toBeInTheDocument();
  });

  it('beside the list - is in the card, without the words and the hour of the offer, which its page has; only its own tab counts it', async () => {
    const narrow = answerMedia(() => true);
    const { user, platform } = show(over({ message: 'See you!' }));
    const card = within(await screen.findByRole('article', { name: /Ben/ }));
    const question = await card.findByRole('group', { name: 'Did you meet Ben?' });
    expect(within(question).getAllByRole('button')).toHaveLength(2);
    expect(card.queryByText('See you!')).toBeNull();
    expect(document.querySelector('.f-ticket__time')).toBeNull();
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Received1', 'Sent0']);
    await user.click(screen.getByRole('tab', { name: /^Sent/ }));
    expect(await screen.findByText('No sent offers yet')).toBeVisible();
    await user.click(screen.getByRole('tab', { name: /^Received/ }));
    await user.click(await screen.findByRole('link', { name: 'Details' }));
    expect(platform.visited.at(-1)).toMatchObject({ params: { date: expect.any(String) } });
    narrow();
  });

  it('of a sent offer - is also put to the sender', async () => {
    const sent = buildSent({ status: 'completed', can: { sayMet: true } as Offer['can'] });
    const { user } = show(sent);
    await user.click(await screen.findByRole('tab', { name: /Sent/ }));
    expect(screen.getByText('Did you meet Ben?')).toBeInTheDocument();
  });

  it('of a date three weeks ago - is listed with the earlier offers', async () => {
    show(over({ proposedDate: new Date(Date.now() - 21 * 86_400_000).toISOString() }));
    expect(await screen.findByText('Did you meet Ben?')).toBeInTheDocument();
    expect(screen.queryByRole('heading', { name: 'How did it go?' })).toBeNull();
  });
});
