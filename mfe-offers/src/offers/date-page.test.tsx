// Longer than 300 lines: every part of the page of a date, by one way to show it.
import { ROUTES, type Offer, type YourDate } from '@flint/contracts';
import type { Platform } from '@flint/remote-kit';
import { fakeApi, fakePlatform, renderScreen, type FakeRoutes } from '@flint/remote-kit/testing';
import { send, sendHeld, undoHeld } from '@flint/remote-kit/data';
import { zoneName } from '@flint/ui';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { dayAndTime, longDateAndTime, timeAlone, timeRange } from '../shared/dates';
import { BEN, buildOffer, buildPlace, buildSent, placeList } from '../testing/build';
import { platformAt } from '../testing/platform-at';
import { OffersScreen } from './OffersScreen';

afterEach(() => void jest.useRealTimers());
beforeAll(() => {
  window.scrollTo = () => undefined;
});

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

function buildDate(hours: number, more: Partial<YourDate> = {}): YourDate {
  return {
    own: { line: null, signals: [] },
    partner: { line: null, signals: [] },
    signalsFrom: inHours(hours - 3),
    signalsUntil: inHours(hours + 2),
    ...more,
  };
}

function show(offer: Offer, date: YourDate, routes: FakeRoutes = {}, overrides: Partial<Platform> = {}) {
  const platform = platformAt('offers', { date: offer.id }, overrides);
  const view = renderScreen(<OffersScreen />, {
    api: {
      'GET /offers': { body: { items: [offer], nextCursor: null } },
      [`GET /offers/${offer.id}/date`]: { body: date },
      ...routes,
    },
    platform,
  });
  return { ...view, notices: platform.notices, user: userEvent.setup() };
}
const DAY_MS = 86_400_000;
/** Moves the clock to 16:00 UTC tomorrow, about noon on the campus: a date at night would cause a warning. */
const HOURS_TO_NOON = (2 * DAY_MS - ((Date.now() + DAY_MS / 3) % DAY_MS)) / 3_600_000;
const off = (hours: number) =>
  ({ status: 'accepted', cancelledAt: inHours(hours), cancelledBy: 'sender' }) as const;
const agreed = (hours: number) =>
  buildOffer({ status: 'accepted', proposedDate: inHours(hours), location: 'Café & Co' });

describe('the page of a date', () => {
  it('an hour before - shows the directions and the menu to report or block, and each signal takes one tap', async () => {
    const offer = agreed(1);
    const told = buildDate(1, { own: { line: null, signals: [{ kind: 'on_my_way', at: inHours(0) }] } });
    const view = show(offer, buildDate(1), { [`POST /offers/${offer.id}/date/signals`]: { body: told } });
    expect(await screen.findByRole('heading', { level: 1, name: 'Your date with Ben' })).toHaveFocus();
    const { textContent } = screen.getByRole('region', { name: 'When and where' });
    expect(textContent).toContain(`${timeRange(offer.proposedDate)}, ${zoneName()}`);
    expect(screen.getByRole('button', { name: 'Report or block Ben' })).toBeEnabled();
    expect(screen.getByRole('link', { name: /Directions/ })).toHaveAttribute(
      'href',
      'https://www.openstreetmap.org/search?query=Caf%C3%A9%20%26%20Co',
    );
    await view.user.click(await screen.findByRole('button', { name: 'I am on my way' }));
    await waitFor(() =>
      expect(view.api.calls.find(({ method }) => method === 'POST')?.body).toEqual({ kind: 'on_my_way' }),
    );
  });

  it('a signal that is refused - is under way alone until then, says why, and can be sent again', async () => {
    const offer = agreed(1);
    let refuse!: () => void;
    const isAnswered = new Promise<void>((resolve) => (refuse = resolve));
    const view = show(offer, buildDate(1), {
      [`POST /offers/${offer.id}/date/signals`]: async () => {
        await isAnswered;
        return { status: 409, body: { code: 'conflict', detail: 'This date was called off.' } };
      },
    });
    await view.user.click(await screen.findByRole('button', { name: 'I am here' }));
    const busy = () => screen.getAllByRole('button').filter((each) => each.ariaBusy === 'true');
    await waitFor(() => expect(busy()).toEqual([screen.getByRole('button', { name: 'I am here' })]));
    refuse();
    await waitFor(() =>
      expect(view.notices).toEqual([{ text: 'This date was called off.', tone: 'failure' }]),
    );
    expect(screen.getByRole('button', { name: 'I am here' })).toBeEnabled();
  });

  it('its menu - reports the person with the offer', async () => {
    const offer = agreed(1);
    const view = show(offer, buildDate(1), { 'POST /safety/reports': { status: 201, body: {} } });
    await view.user.click(await screen.findByRole('button', { name: 'Report or block Ben' }));
    await view.user.click(await screen.findByRole('button', { name: 'Report Ben' }));
    await view.user.type(screen.getByLabelText('Details'), 'He never stops');
    await view.user.click(screen.getByRole('button', { name: 'Submit' }));
    await waitFor(() =>
      expect(view.api.calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
        userId: BEN,
        offerId: offer.id,
      }),
    );
  });

  it.each([-24, -4, 4, 24])('on a device whose clock is %d hours off - has the signals, too', async (off) => {
    const [offer, headers] = [agreed(0.5 - off), { date: new Date(inHours(-off)).toUTCString() }];
    show(offer, buildDate(0.5 - off), {
      'GET /offers': { body: { items: [offer], nextCursor: null }, headers },
    });
    expect(await screen.findByRole('button', { name: 'I am on my way' })).toBeEnabled();
    // the next test's clock is right
    fakeApi({ 'GET /offers': { headers: { date: new Date().toUTCString() } } });
    await act(() => send({ route: ROUTES.listOffers, action: 'x' }));
  });

  it('at a place of the university’s list - links to its coordinates', async () => {
    const mapUrl = 'https://www.openstreetmap.org/?mlat=44.2&mlon=-76.5';
    show({ ...agreed(1), placeId: 'common-ground' }, buildDate(1), {
      'GET /places': { body: { items: [{ id: 'common-ground', mapUrl, walkMinutes: 8 }], nextCursor: null } },
    });
    await waitFor(() =>
      expect(screen.getByRole('link', { name: /^8 min walk Directions/ })).toHaveAttribute('href', mapUrl),
    );
  });

  it.each([
    ['removed', 'This place is no longer on the university’s list'],
    ['closed', 'This place is closed at that time'],
  ] as const)(
    'at a place that was %s since - says so, and which others are open then',
    async (placeTrouble, title) => {
      const offer = { ...agreed(HOURS_TO_NOON), placeId: 'gone', placeTrouble };
      const always = { week: Array.from({ length: 7 }, () => [{ from: 0, to: 1440 }]), exceptions: [] };
      show(offer, buildDate(HOURS_TO_NOON), {
        'GET /places': placeList(
          ...['Lakeside', 'Gym', 'Common Ground'].map((name) =>
            buildPlace({ id: name, name, kind: 'campus_walk', hours: always }),
          ),
        ),
      });
      expect(await screen.findByText(title)).toBeVisible();
      for (const name of ['Lakeside', 'Gym', 'Common Ground'])
        expect(await screen.findByRole('link', { name: `${name} on OpenStreetMap` })).toBeVisible();
    },
  );

  it('at an unchanged place - shows no warning', async () => {
    show({ ...agreed(1), placeId: 'cafe' }, buildDate(1), { 'GET /places': placeList(buildPlace()) });
    expect(await screen.findByRole('button', { name: 'I am here' })).toBeVisible();
    expect(screen.queryByText(/^This place is/)).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('that cannot be read - says why', async () => {
    const offer = agreed(1);
    const refused = { status: 403, body: { code: 'forbidden', detail: 'x' } };
    show(offer, buildDate(1), { [`GET /offers/${offer.id}/date`]: refused });
    expect(await screen.findByRole('alert')).toHaveTextContent("You don't have permission");
    expect(screen.queryByRole('button', { name: 'I am here' })).toBeNull();
  });

  it('a signal from the other person - is shown with its time, and a sent signal cannot be sent again', async () => {
    const at = inHours(0);
    show(
      agreed(1),
      buildDate(1, {
        own: { line: null, signals: [{ kind: 'here', at }] },
        partner: { line: 'Rust scarf', signals: [{ kind: 'ten_minutes_late', at }] },
      }),
    );
    const said = await screen.findByText(/Ben is ten minutes late\./);
    expect(said.closest('li')!.querySelector('time')).toHaveTextContent(timeAlone(at));
    expect(screen.getByText('Rust scarf')).toBeVisible();
    expect(screen.getByRole('button', { name: /^I am here: sent/ })).toBeDisabled();
  });

  it('a signal from the other person, of which no event comes - is shown within a minute', async () => {
    const [offer, signals] = [agreed(1), [{ kind: 'ten_minutes_late' as const, at: inHours(0) }]];
    jest.useFakeTimers({ doNotFake: ['performance', 'queueMicrotask'] });
    const { api } = show(offer, buildDate(1));
    expect(await screen.findByRole('button', { name: 'I am here' })).toBeVisible();
    const told = buildDate(1, { partner: { line: 'Rust scarf', signals } });
    api.routes[`GET /offers/${offer.id}/date`] = { body: told };
    await act(() => jest.advanceTimersByTimeAsync(61_000));
    for (const news of ['Ben is ten minutes late.', 'Rust scarf'])
      expect(screen.getByText(news)).toBeVisible();
  });

  it('days before - has no signals, and shows when they start', async () => {
    const date = buildDate(72);
    show(agreed(72), date);
    const from = dayAndTime(date.signalsFrom, Date.now());
    expect(await screen.findByText(new RegExp(`^From ${from}, one tap lets Ben know`))).toBeVisible();
    expect(screen.queryByRole('button', { name: 'I am here' })).toBeNull();
  });

  it('the own line - is saved, and a refusal is shown beside it', async () => {
    const offer = agreed(1);
    const path = `PUT /offers/${offer.id}/date/line`;
    const refusal = { status: 422, body: { code: 'text_unfit', detail: 'Please remove links.' } };
    const view = show(offer, buildDate(1), { [path]: refusal });
    await view.user.type(await screen.findByLabelText('How Ben recognizes you'), ' Green sweater ');
    await view.user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/remove links/)).toBeVisible();
    const lines = screen.getByRole('region', { name: 'Spot each other' });
    const people = within(lines).getAllByRole('img');
    expect(people.map((each) => each.getAttribute('aria-label'))).toEqual(['Ben', 'Ann']);
    const sent = view.api.calls.find(({ method }) => method === 'PUT');
    expect(sent?.body).toEqual({ line: 'Green sweater' });
    await view.user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByText(/remove links/)).toBeNull();
  });

  it('the own line, not saved when the student leaves the page - is still in the field', async () => {
    const offer = agreed(1);
    const first = show(offer, buildDate(1));
    await first.user.type(await screen.findByLabelText('How Ben recognizes you'), 'Green');
    first.unmount();
    const saved = buildDate(1, { own: { line: 'Green', signals: [] } });
    const { user } = show(offer, saved, { [`PUT /offers/${offer.id}/date/line`]: { body: saved } });
    expect(await screen.findByLabelText('How Ben recognizes you')).toHaveValue('Green');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const edit = await screen.findByRole('button', { name: 'Edit' });
    expect(localStorage).toHaveLength(0);
    await user.click(edit);
    expect(screen.getByLabelText('How Ben recognizes you')).toHaveValue('Green');
  });

  it.each([
    ['with no line of either', null, []],
    ['with the line of one', 'Rust scarf', ['Spot each other']],
  ])(
    'that is over, %s - asks whether they met, has no signals, and cannot be called off',
    async (_, line, lines) => {
      const signals = [{ kind: 'here' as const, at: inHours(-3) }];
      const offer = buildOffer({ status: 'completed', proposedDate: inHours(-3) });
      const { api } = show(offer, buildDate(-3, { partner: { line, signals } }));
      expect(await screen.findByText(/Did you meet/)).toBeVisible();
      expect(screen.getByRole('heading', { name: 'Your date with Ben' })).toBeVisible();
      await waitFor(() => expect(api.calls.some(({ path }) => path.endsWith('/date'))).toBe(true));
      const spots = () => screen.queryAllByRole('region', { name: 'Spot each other' });
      await act(async () => undefined);
      await waitFor(() => expect(spots()).toHaveLength(lines.length));
      const regions = screen.getAllByRole('region').map((each) => each.getAttribute('aria-label') ?? each.id);
      expect(regions.filter((name) => name === 'Signals')).toEqual([]);
      for (const name of ['I am here', 'Edit', 'Call off'])
        expect(screen.queryByRole('button', { name })).toBeNull();
    },
  );

  it('whose last hour for signals is over - has none', async () => {
    show(agreed(-2), buildDate(-2, { signalsUntil: inHours(0) }));
    expect(await screen.findByRole('region', { name: 'Signals' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'I am here' })).toBeNull();
  });

  it.each([
    ['received', buildOffer, ['Ben wrote', 'You wrote']],
    ['sent', buildSent, ['You wrote', 'Ben wrote']],
  ] as const)(
    'the same message from both, of a %s offer - names the author of each',
    async (_, build, authors) => {
      show(build({ status: 'accepted', message: 'See you!', reply: 'See you!' }), buildDate(1));
      const words = await screen.findAllByText('See you!');
      expect(words.map((each) => each.previousElementSibling?.textContent)).toEqual(authors);
    },
  );

  it('Call off, undone - is shown as under way until then, keeps the focus and sends nothing', async () => {
    const { user, api } = show(agreed(72), buildDate(72));
    await user.click(await screen.findByRole('button', { name: 'Call off' }));
    const button = screen.getByRole('button', { name: 'Call off' });
    expect(button).toHaveAttribute('aria-busy', 'true');
    expect(button).toHaveFocus();
    act(() => undoHeld());
    expect(button).not.toHaveAttribute('aria-busy');
    act(() => void sendHeld());
    expect(api.calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('Call off - is the last of the page, and sent after the time for Undo', async () => {
    const offer = agreed(72);
    const off = { ...offer, cancelledAt: inHours(0), cancelledBy: 'recipient' as const };
    const view = show(offer, buildDate(72), { [`POST /offers/${offer.id}/cancel`]: { body: off } });
    const button = await screen.findByRole('button', { name: 'Call off' });
    expect(screen.getAllByRole('button').at(-1)).toBe(button);
    await view.user.click(button);
    await act(async () => void sendHeld());
    await waitFor(() =>
      expect(view.notices).toEqual([
        { text: 'Date called off. The other side sees it at once.', tone: 'success' },
      ]),
    );
  });

  it.each([
    [
      'that the university has named',
      [{ name: 'Campus security', label: '613 555 0100', url: 'tel:6135550100' }],
    ],
    ['without a list of the university', []],
  ])('whom to call, %s - is on the page', async (_, safetyContacts) => {
    const { config } = fakePlatform();
    show(agreed(72), buildDate(72), {}, { config: { ...config, safetyContacts } });
    expect(await screen.findByText(/^Meet in a public place/)).toBeVisible();
    const call = screen.queryByRole('link', { name: /613 555 0100/ });
    if (safetyContacts.length > 0) expect(call).toHaveAttribute('href', 'tel:6135550100');
    else expect(screen.getByText(/In an emergency call your local emergency number/)).toBeVisible();
  });

  it('a link for a friend - can be made and ended', async () => {
    const offer = agreed(72);
    const view = show(offer, buildDate(72), {
      [`POST /offers/${offer.id}/share`]: {
        status: 201,
        body: { url: 'https://flint.test/x', expiresAt: '2027-03-04T00:00:00.000Z' },
      },
      [`DELETE /offers/${offer.id}/share`]: { status: 204 },
    });
    await view.user.click(await screen.findByRole('button', { name: /^Share with a friend/ }));
    await view.user.click(await screen.findByRole('button', { name: 'Make a link' }));
    const link = await screen.findByLabelText('Link');
    expect(link).toHaveValue('https://flint.test/x');
    expect(link).toHaveAccessibleDescription(`Until ${longDateAndTime('2027-03-04T00:00:00.000Z')}`);
    const copy = screen.getByRole('button', { name: 'Copy link' });
    await view.user.click(copy);
    expect(await navigator.clipboard.readText()).toBe('https://flint.test/x');
    jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('no permission'));
    await view.user.click(copy);
    await view.user.click(screen.getByRole('button', { name: 'End sharing' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(view.notices).toEqual([
      { text: 'The link was copied.', tone: 'success' },
      { text: 'Copy the link from the field.', tone: 'failure' },
      { text: 'Every link to this date has ended.', tone: 'success' },
    ]);
  });

  it.each([
    ['that is over', 'may be ended', -5, { status: 'completed' }, 1],
    ['that was over six hours ago', 'have ended', -8, { status: 'completed' }, 0],
    ['called off after its start', 'may be ended', -5, off(-4), 1],
    ['called off before its start', 'show no place', -5, off(-6), 0],
  ] as const)('links to a date %s - %s', async (_when, _expected, hours, state, rows) => {
    const offer = buildOffer({ proposedDate: inHours(hours), ...state });
    const view = show(offer, buildDate(hours), { [`DELETE /offers/${offer.id}/share`]: { status: 204 } });
    await screen.findByText(offer.status === 'completed' ? /Did you meet/ : 'Ben called this date off.');
    await act(async () => undefined);
    const named = { name: 'End sharing' };
    if (rows === 0) return expect(screen.queryAllByRole('button', named)).toEqual([]);
    const end = await screen.findByRole('button', named);
    const until = timeAlone(new Date(Date.parse(offer.proposedDate) + 6 * 3_600_000).toISOString());
    expect(screen.getByText(`Any shared link ends at ${until}.`)).toBeVisible();
    await view.user.click(end);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'End sharing' })).toBeNull());
    expect(view.api.calls.some(({ method }) => method === 'DELETE')).toBe(true);
    expect(view.notices).toEqual([{ text: 'Every link to this date has ended.', tone: 'success' }]);
  });

  it('offline - shows the rows that need a connection as unusable', async () => {
    show(agreed(72), buildDate(72), {}, { online: false });
    for (const name of [/^Share with a friend/, 'Call off'])
      // the button’s look follows this attribute
      expect(await screen.findByRole('button', { name })).toHaveAttribute('aria-disabled', 'true');
  });

  it('that was called off - shows the list of offers', async () => {
    show(buildOffer(off(-1)), buildDate(1));
    expect(await screen.findByRole('heading', { level: 1, name: 'Your Offers' })).toBeVisible();
  });
});
