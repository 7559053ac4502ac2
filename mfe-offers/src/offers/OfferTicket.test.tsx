import type { Offer } from '@flint/contracts';
import { renderScreen } from '@flint/remote-kit/testing';
import { act, screen, waitFor } from '@testing-library/react';
import { dayAndTime } from '../shared/dates';
import { buildOffer, buildSent } from '../testing/build';
import { DateTicket, OfferTicket } from './OfferTicket';

const AGREED = buildOffer({ status: 'accepted' });
const OVER = buildOffer({ status: 'completed' });
const OFF = buildOffer({ status: 'accepted', cancelledAt: 'x', cancelledBy: 'sender', can: {} as never });

describe('the ticket of a date', () => {
  it.each<[string, Offer, boolean, string, readonly string[]]>([
    ['an agreed date', AGREED, false, 'Accepted', ['countdown', 'heading', 'page', 'calendar']],
    ['one on its own page', AGREED, true, 'Accepted', ['countdown', 'way', 'calendar']],
    ['one that is over', OVER, true, 'Completed', []],
    ['one called off', OFF, true, 'Called off', []],
  ])('%s - has its badge, and no other parts than its own', (_, offer, isPage, badge, parts) => {
    renderScreen(<DateTicket offer={offer} direction="received" {...(!isPage && { titleId: 'x' })} />);
    const found = {
      countdown: screen.queryByText(/^In [\d,]+ days$/),
      heading: screen.queryByRole('heading', { level: 3, name: 'Coffee with Ben' }),
      page: screen.queryByRole('link', { name: 'Details' }),
      way: screen.queryByRole('link', { name: /Directions/ }),
      calendar: screen.queryByRole('button', { name: /calendar/i }),
    };
    expect(screen.getAllByText(badge)).toHaveLength(1);
    expect(screen.getByText('Coffee')).toBeVisible();
    expect(document.querySelector('.f-ticket__time time')).toHaveTextContent(
      new RegExp(dayAndTime(offer.proposedDate, Date.now()), 'i'),
    );
    expect(screen.getByText('Library café')).toBeVisible();
    const shown = Object.entries(found).filter(([, element]) => element !== null);
    expect(shown.map(([name]) => name)).toEqual(parts);
  });

  it.each([
    ['received', AGREED],
    ['sent', buildSent({ status: 'accepted' })],
  ] as const)('%s - shows the student first, then the other', (direction, offer) => {
    renderScreen(<DateTicket offer={offer} direction={direction} titleId="x" />);
    const both = screen.getAllByRole('img', { hidden: true, name: /^(Ann|Ben)$/ });
    expect(both.map((each) => each.getAttribute('aria-label'))).toEqual(['Ann', 'Ben']);
  });
});

describe('the ticket of an offer', () => {
  const before = buildSent({
    id: 'e'.repeat(24),
    status: 'rescheduled',
    proposedDate: '2040-03-06T22:00:00Z',
  });
  const api = { 'GET /offers': { body: { items: [buildOffer(), before], nextCursor: null } } };
  it.each([
    ['a counter-offer', buildOffer({ counterOf: before.id }), 'received', 'Ben proposes another time'],
    ['my counter-offer', buildSent({ counterOf: before.id }), 'sent', 'You propose another time'],
    ['a declined one', buildOffer({ counterOf: before.id, status: 'declined' }), 'received', null],
    ['a first offer', buildOffer(), 'received', null],
  ] as const)('%s - names itself as one while it waits, with the time before', async (...each) => {
    const [, offer, direction, title] = each;
    const view = renderScreen(<OfferTicket offer={offer} direction={direction} titleId="x" />, { api });
    await waitFor(() => expect(view.api.calls).toHaveLength(1));
    await act(async () => undefined);
    if (title) expect(await screen.findByText(title)).toBeVisible();
    expect(screen.queryByText(/proposes? another time$/) !== null).toBe(title !== null);
    const old = [...document.querySelectorAll('s')];
    const was = dayAndTime(before.proposedDate, Date.now());
    expect(old.map(({ textContent }) => textContent)).toEqual(title === null ? [] : [was]);
    const now = dayAndTime(offer.proposedDate, Date.now());
    if (title) expect(old[0]!.parentElement!.querySelector('time')).toHaveTextContent(now);
  });

  it.each([
    [22, 'Ben, 22'],
    [null, 'Ben'],
  ])('of somebody of the age %p - has the name %s', (age, name) => {
    const { fromUser } = buildOffer();
    const offer = buildOffer({ fromUser: { ...fromUser, age } });
    renderScreen(<OfferTicket offer={offer} direction="received" titleId="x" />, { api });
    expect(screen.getByRole('heading', { level: 3 })).toHaveTextContent(new RegExp(`^${name}$`));
  });
});
