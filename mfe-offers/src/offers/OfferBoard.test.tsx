// Longer than 300 lines: the list, its week and its dates share one wide window.
import { NO_ABILITIES, type Offer } from '@flint/contracts';
import { gridToSlots } from '@flint/contracts/week/index';
import { answerMedia, renderScreen, type FakeRoutes } from '@flint/remote-kit/testing';
import { sendHeld } from '@flint/remote-kit/data';
import { deviceZone } from '@flint/ui';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BEN, buildOffer, buildSent } from '../testing/build';
import { dayAndTime, dayAndTimeParts, longDate, timeOnTile } from '../shared/dates';
import { platformAt } from '../testing/platform-at';
import { OffersScreen } from './OffersScreen';

let narrow = () => undefined as void;
beforeEach(() => {
  narrow = answerMedia(() => true);
});
afterEach(() => narrow());

const from = (name: string, more: Partial<Offer> = {}) =>
  buildOffer({ fromUser: { id: BEN, name, age: 22 }, ...more });

function show(offers: readonly Offer[], params: Record<string, string> = {}, more: FakeRoutes = {}) {
  const platform = platformAt('offers', params);
  const api: FakeRoutes = { 'GET /offers': { body: { items: offers, nextCursor: null } }, ...more };
  const view = renderScreen(<OffersScreen />, { api, platform });
  return { ...view, visited: platform.visited, routes: api, user: userEvent.setup() };
}
const rows = () => screen.findAllByRole('link', { name: /,/ });

const hourOf = (time: string) => new RegExp(dayAndTimeParts(time, Date.now()).join(' '));

const noonIn = (days: number, hour = 12) => {
  const today = new Date();
  return new Date(today.getFullYear(), today.getMonth(), today.getDate() + days, hour).toISOString();
};
const strip = () => screen.findByRole('region', { name: 'Your next seven days' });

describe('offers on a wide window', () => {
  it('with several offers - lists them in groups and shows the first open one beside them', async () => {
    show([from('Cem', { status: 'accepted' }), from('Ben')]);
    const all = await rows();
    expect(all.map((row) => row.querySelector('strong')?.textContent)).toEqual(['Cem, 22', 'Ben, 22']);
    expect(all[0]).toHaveTextContent(/, 7:30.PM/);
    expect(all[0]).not.toHaveAttribute('aria-current');
    expect(all[1]).toHaveAttribute('aria-current', 'true');
    expect(screen.getAllByRole('article')).toHaveLength(1);
    expect(await screen.findByRole('article', { name: /^Ben/ })).toBeInTheDocument();
    expect(screen.getByRole('separator', { name: 'Width of the list' })).toBeInTheDocument();
  });

  it('open offers - are listed soonest first; earlier ones as the server sends them', async () => {
    const open = [2, 1].map((day) => from(`In ${day}`, { proposedDate: noonIn(day) }));
    const earlier = [-2, -1].map((day) =>
      from(`Ago ${day}`, { status: 'declined', can: NO_ABILITIES, proposedDate: noonIn(day) }),
    );
    show([...open, ...earlier]);
    const all = (await rows()).map((row) => row.querySelector('strong')?.textContent);
    expect(all).toEqual(['In 1, 22', 'In 2, 22', 'Ago -2, 22', 'Ago -1, 22']);
  });

  it('a tab with nothing but agreed dates - says that they are above; the other one is empty', async () => {
    const { user } = show([buildSent({ status: 'accepted' })]);
    expect(await screen.findByText('No received offers yet')).toBeVisible();
    await user.click(screen.getByRole('tab', { name: /Sent/ }));
    expect(screen.getByText('Nothing else here: your dates are above.')).toBeVisible();
  });

  it('a row - is a link to the offer; arrow keys move from row to row across the groups', async () => {
    const [ben, cem] = [from('Ben', { status: 'accepted' }), from('Cem')];
    const { user, visited } = show([ben, cem]);
    const [first, second] = await rows();
    first!.focus();
    await user.keyboard('{ArrowUp}{ArrowDown}{ArrowDown}');
    expect(second).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(visited).toEqual([{ screen: 'offers', params: { tab: 'received', offer: cem.id } }]);
  });

  it('an answered offer - is still shown after it moves within the list', async () => {
    const [ben, cem] = [from('Ben'), from('Cem')];
    const accepted = { ...ben, status: 'accepted' as const, can: buildOffer({ status: 'accepted' }).can };
    const { user, routes } = show([ben, cem], {}, { [`POST /offers/${ben.id}/respond`]: { body: accepted } });
    const card = await screen.findByRole('article', { name: /^Ben/ });
    routes['GET /offers'] = { body: { items: [accepted, cem], nextCursor: null } };
    await user.click(within(card).getByRole('button', { name: 'Accept' }));
    await act(async () => void sendHeld());
    expect(await screen.findByRole('button', { name: 'Add to Calendar' })).toBeInTheDocument();
    expect(screen.getByRole('article', { name: /Ben/ })).toBeInTheDocument();
    expect((await rows())[0]).toHaveTextContent('Ben');
  });

  it('a - accepts the shown offer, and its button names the key; not after g, which opens a screen', async () => {
    const ben = from('Ben');
    const accepted = { ...ben, status: 'accepted' as const, can: buildOffer({ status: 'accepted' }).can };
    const { user, api } = show([ben], {}, { [`POST /offers/${ben.id}/respond`]: { body: accepted } });
    expect(await screen.findByRole('button', { name: 'Accept' })).toHaveTextContent('Accepta');
    const keys = ['Reschedule', 'Decline'].map(
      (name) => screen.getByRole('button', { name }).ariaKeyShortcuts,
    );
    expect(keys).toEqual(['r', 'e']);
    const posts = () => api.calls.filter(({ method }) => method === 'POST').length;
    for (const key of ['g', 'a']) fireEvent.keyDown(document.body, { key });
    expect(screen.getByRole('button', { name: 'Accept' })).toBeEnabled();
    expect(posts()).toBe(0);
    await user.keyboard('a');
    await act(async () => void sendHeld());
    await waitFor(() => expect(posts()).toBe(1));
  });

  it('another shared hour - opens the dialog with that hour, instead of an earlier choice', async () => {
    const [tuesday, friday] = ['2040-03-06T22:00:00.000Z', '2040-03-09T19:00:00.000Z'];
    const { user } = show([from('Ben', { sharedTimes: [tuesday, friday] })]);
    for (const time of [tuesday, friday]) {
      await user.click(await screen.findByRole('button', { name: timeOnTile(time, Date.now()) }));
      const dialog = await screen.findByRole('dialog', { name: 'Reschedule' });
      expect(within(dialog).getByRole('radio', { name: hourOf(time) })).toBeChecked();
      await user.click(within(dialog).getByRole('radio', { name: hourOf(tuesday) }));
      await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    }
    await user.click(screen.getByRole('button', { name: 'Reschedule' }));
    expect(await screen.findByRole('radio', { name: hourOf(tuesday) })).toBeChecked();
  });

  it('no other shared hour - has no line that announces some', async () => {
    show([from('Ben', { sharedTimes: [] })]);
    expect(await screen.findByRole('article', { name: /^Ben/ })).toBeInTheDocument();
    expect(screen.queryByText(/Another hour/)).toBeNull();
  });

  it('an offer that ended, and a date - shows the date beside the list', async () => {
    show([
      from('Ben', { cancelledAt: '2026-03-01T10:00:00.000Z', cancelledBy: 'sender' }),
      from('Cem', { status: 'accepted' }),
    ]);
    expect(await screen.findByRole('article', { name: /Cem/ })).toBeInTheDocument();
  });

  it('without offers - shows the empty state and no panes', async () => {
    show([]);
    expect(await screen.findByText('No received offers yet')).toBeInTheDocument();
    expect(screen.queryByRole('separator')).toBeNull();
  });

  it('the counter-offer of a rescheduled offer - opens by its link', async () => {
    const counterOffer = 'a'.repeat(24);
    const { user, visited } = show([from('Ben', { status: 'rescheduled', counterOffer })]);
    await user.click(await screen.findByRole('button', { name: 'See the new proposal' }));
    expect(visited).toEqual([{ screen: 'offers', params: { tab: 'sent', offer: counterOffer } }]);
  });
});

describe('the next seven days above a wide list', () => {
  it('with a date, a received and a sent offer - links each on its day, the earlier one first', async () => {
    const agreed = from('Cem', { status: 'accepted', proposedDate: noonIn(1) });
    const sent = { ...buildSent({ proposedDate: noonIn(2) }), toUser: { id: BEN, name: 'Dan', age: 22 } };
    const evening = from('Ben', { proposedDate: noonIn(1, 18) });
    const { user, visited } = show([sent, evening, agreed, from('Eli')]);
    const days = within(await strip()).getAllByRole('listitem');
    expect(days).toHaveLength(7);
    const linksOf = (day: HTMLElement) =>
      within(day)
        .queryAllByRole('link')
        .map((link) => `${link.textContent} ${link.className.split('--')[1]}`);
    expect(days.slice(0, 3).map(linksOf)).toEqual([
      [],
      ['CCem 12 PM · Agreed agreed', 'BBen 6 PM · Waiting for you you'],
      ['DDan 12 PM · Waiting for them them'],
    ]);
    const chosen = days.flatMap((day) => [...day.querySelectorAll('[aria-current=true]')]);
    expect(chosen.map((link) => link.textContent)).toEqual([expect.stringContaining('Ben')]);
    await user.click(within(days[2]!).getByRole('link'));
    expect(visited).toEqual([{ screen: 'offers', params: { tab: 'sent', offer: sent.id } }]);
  });

  it('with three hours in a row that overlap - shows them side by side', async () => {
    show(
      [10, 11, 12, 15].map((hour) =>
        from('Ben', { id: `${hour}`.repeat(12), proposedDate: noonIn(1, hour) }),
      ),
    );
    const [, tomorrow] = within(await strip()).getAllByRole('listitem');
    const placed = within(tomorrow!)
      .getAllByRole('link')
      .map((link) => link.style.width);
    expect(placed.map((width) => parseInt(width.slice('calc('.length), 10))).toEqual([33, 33, 33, 100]);
  });

  it('with a date that has begun - has only what is to come', async () => {
    jest.spyOn(Date, 'now').mockReturnValue(Date.parse(noonIn(0)));
    show([
      from('Ben', { status: 'accepted', proposedDate: noonIn(0, 11) }),
      from('Cem', { proposedDate: noonIn(0, 15) }),
    ]);
    const links = within(await strip()).getAllByRole('link');
    expect(links.map((link) => link.textContent)).toEqual([expect.stringContaining('Cem')]);
  });

  it('with a saved week - shades its free hours, unless it was painted in another zone', async () => {
    const weekOf = (timezone: string) => {
      const utcSlots = gridToSlots(
        new Set([0, 1, 2, 3, 4, 5, 6].map((day) => day * 24 + 15)),
        timezone,
        new Date(),
      );
      return { 'GET /availability': { body: { utcSlots, timezone, lastUpdated: new Date().toISOString() } } };
    };
    for (const [timezone, shaded] of [
      [deviceZone(), 7],
      // another name of the same clock
      ['Canada/Newfoundland', 7],
      ['Pacific/Apia', 0],
    ] as const) {
      // without an offer the strip waits for the week
      const { unmount } = show([], {}, weekOf(timezone));
      expect((await strip()).querySelectorAll('.w-free')).toHaveLength(shaded);
      unmount();
    }
  });

  it('with a week that has one free afternoon - names its hours on its day', async () => {
    const slots = gridToSlots(new Set([63, 64]), deviceZone(), new Date());
    const week = { utcSlots: slots, timezone: deviceZone(), lastUpdated: new Date().toISOString() };
    show([], {}, { 'GET /availability': { body: week } });
    const days = within(await strip()).getAllByRole('listitem');
    const free = days.filter((day) => day.querySelector('.w-free'));
    expect(free.map((day) => day.textContent)).toEqual([
      expect.stringMatching(/^Tue.*Free from 3 PM to 5 PM/),
    ]);
    // 3 PM in a day from noon to 9 PM
    expect(free[0]!.querySelector<HTMLElement>('.w-free')!.style.top).toMatch(/^33\.3/);
  });

  it('with an offer of a later week - shows that week, and the one before on request, until another offer is opened; today is marked', async () => {
    const [ben, cem] = [from('Ben', { proposedDate: noonIn(15) }), from('Cem', { proposedDate: noonIn(16) })];
    const { user, again } = show([ben, cem]);
    const later = await screen.findByRole('region', { name: 'A later week' });
    expect(
      within(later)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual([expect.stringContaining('Ben'), expect.stringContaining('Cem')]);
    expect(later.querySelector('[aria-current=date]')).toBeNull();
    const span = () => within(later).getByRole('status').textContent;
    const shown = span();
    for (const name of ['A week later', 'A week earlier'])
      await user.click(screen.getByRole('button', { name }));
    expect(span()).toBe(shown);
    for (const _ of [1, 2]) await user.click(screen.getByRole('button', { name: 'A week earlier' }));
    expect((await strip()).querySelector('[aria-current=date]')).toHaveTextContent('Today');
    expect(span()).toMatch(new RegExp(`${new Date(noonIn(6)).getDate()}$`));
    expect(screen.getByText('Nothing is planned in these seven days.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'A week earlier' })).toBeDisabled();
    again(platformAt('offers', { offer: cem.id }));
    expect(await screen.findByRole('region', { name: 'A later week' })).toBeVisible();
  });

  it('without any offer - says that nothing is planned in a saved week, and is not shown without one', async () => {
    const none = show([], {}, { 'GET /availability': { status: 404, body: { code: 'not_found' } } });
    await waitFor(() => expect(none.api.calls.some(({ path }) => path === '/availability')).toBe(true));
    expect(screen.queryByRole('region', { name: 'Your next seven days' })).toBeNull();
    none.unmount();
    const week = { utcSlots: [], timezone: deviceZone(), lastUpdated: new Date().toISOString() };
    show([], {}, { 'GET /availability': { body: week } });
    expect(within(await strip()).getByText('Nothing is planned in these seven days.')).toBeVisible();
    expect(screen.getByText('No received offers yet')).toBeVisible();
  });

  it('of an offer with other shared hours - has them in place, and one press opens the dialog with that hour', async () => {
    const at = noonIn(2);
    const other = new Date(Date.parse(at) + 3_600_000).toISOString();
    const { user, again } = show([from('Ben', { proposedDate: at, sharedTimes: [other] })]);
    const hour = within(await strip()).getByRole('button', {
      name: `Propose ${dayAndTime(other, Date.now())}`,
    });
    // beside the offer whose hours it overlaps
    expect([hour.style.left, hour.style.width]).toEqual(['calc(50% + 3px)', 'calc(50% - 6px)']);
    for (const _ of [1, 2]) {
      await user.click(hour);
      const dialog = await screen.findByRole('dialog', { name: 'Reschedule' });
      expect(within(dialog).getByRole('radio', { name: hourOf(other) })).toBeChecked();
      await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    }
    // an answer that waits for Undo stands
    await user.click(screen.getByRole('button', { name: 'Decline' }));
    await user.click(hour);
    expect(screen.queryByRole('dialog')).toBeNull();
    again(platformAt('offers', {}, { online: false }));
    expect(hour).toBeDisabled();
  });
});

describe('your dates', () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const agreed = { status: 'accepted' as const };

  it('of a received and a sent offer - are above both tabs, the next first', async () => {
    narrow();
    const sent = buildSent({ ...agreed, proposedDate: inDays(2) });
    const received = from('Cem', { ...agreed, proposedDate: inDays(3) });
    const { user } = show([received, { ...sent, toUser: { id: BEN, name: 'Dan', age: 22 } }]);
    for (const name of [/^Received/, /^Sent/]) {
      await user.click(await screen.findByRole('tab', { name }));
      const dates = screen.getByRole('region', { name: 'Your dates' });
      const people = within(dates).getAllByRole('article');
      expect(people.map((each) => each.getAttribute('aria-label') ?? each.textContent)).toEqual([
        expect.stringContaining('Dan'),
        expect.stringContaining('Cem'),
      ]);
      const isAbove = dates.compareDocumentPosition(screen.getByRole('tablist'));
      expect(isAbove & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    }
  });

  it('on a phone - say when and where, and lead only to their page and the calendar', async () => {
    narrow();
    const date = from('Cem', { ...agreed, message: 'See you there', proposedDate: inDays(1) });
    show([date]);
    const ticket = await screen.findByRole('article', { name: 'Coffee with Cem' });
    expect(within(ticket).getByRole('link', { name: 'Details' })).toBeInTheDocument();
    expect(ticket).toHaveTextContent('Accepted');
    expect(ticket).toHaveTextContent('Tomorrow');
    expect(within(ticket).getByText(longDate(date.proposedDate))).toBeVisible();
    expect(ticket).not.toHaveTextContent('See you there');
    expect(ticket).toHaveTextContent('Library café');
    const [calendar, ...others] = within(ticket).getAllByRole('button');
    expect(others).toEqual([]);
    expect(calendar).toHaveAccessibleName('Add to Calendar');
  });

  it('on a phone, at a closed place - show a warning', async () => {
    narrow();
    show([from('Cem', { ...agreed, placeTrouble: 'closed' })]);
    const ticket = await screen.findByRole('article', { name: 'Coffee with Cem' });
    expect(await within(ticket).findByText('This place is closed at that time')).toBeVisible();
  });

  it('of last week - show their question in the tab of their offer', async () => {
    const can = { ...NO_ABILITIES, sayMet: true };
    const { user } = show([
      {
        ...buildSent({ status: 'completed', proposedDate: inDays(-3), can }),
        toUser: { id: BEN, name: 'Old', age: 22 },
      },
    ]);
    expect(await screen.findByText('No received offers yet')).toBeVisible();
    await user.click(screen.getByRole('tab', { name: /^Sent/ }));
    expect(await screen.findByRole('heading', { name: 'How did it go?' })).toBeVisible();
    expect(screen.getAllByRole('article', { name: /^Old/ })).toHaveLength(1);
  });

  it('of last week, with an open offer - show their question below it', async () => {
    show([from('Old', { status: 'completed', proposedDate: inDays(-3) }), from('New')]);
    const titles = (await screen.findAllByRole('heading', { level: 2 })).map((each) => each.textContent);
    expect(titles).toEqual(['Waiting for you', 'How did it go?']);
    expect(screen.getByRole('article', { name: /^New/ })).toBeInTheDocument();
  });
});

describe('an address with only an offer', () => {
  it('that the student sent - shows that offer, not one that they received', async () => {
    const sent = buildSent({ status: 'declined' });
    show([from('Cem'), sent], { offer: sent.id });
    expect(await screen.findByRole('article', { name: /^Ben/ })).toBeVisible();
    expect(screen.getByRole('tab', { selected: true })).toHaveTextContent(/^Sent/);
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
