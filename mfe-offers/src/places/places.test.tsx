// Longer than 300 lines: every way to choose a place, by one dialog.
import type { Match } from '@flint/contracts';
import { heldAct, sendHeld, undoHeld } from '@flint/remote-kit/data';
import { fakePlatform, renderScreen } from '@flint/remote-kit/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { InviteDialog } from '../matches/InviteDialog';
import { OfferCard } from '../offers/OfferCard';
import { RescheduleDialog } from '../offers/RescheduleDialog';
import { timeAlone } from '../shared/dates';
import { daysLater } from '../shared/days-later';
import { BEN, buildMatch, buildOffer, buildPlace, buildSent, placeList } from '../testing/build';

/** Monday at 6 PM in Toronto; a Wednesday at 1 PM. */
const MONDAY = '2040-03-05T23:00:00.000Z';
const ALWAYS = { week: Array.from({ length: 7 }, () => [{ from: 0, to: 1440 }]), exceptions: [] };
const CLOSED = { week: Array.from({ length: 7 }, () => []), exceptions: [] };
const PLACES = placeList(
  buildPlace(),
  buildPlace({ id: 'film', name: 'Campus Cinema', kind: 'cinema', address: 'Innis Hall', price: 0 }),
  buildPlace({ id: 'shut', name: 'Shut Café', hours: CLOSED }),
);
const match = buildMatch({
  suggestedActivities: [
    { activity: 'Coffee and a walk', location: null, kinds: ['campus_coffee'] },
    { activity: 'A film', location: null, kinds: ['cinema'] },
  ],
});

function invite(places: object = PLACES, more: Partial<Match> = {}) {
  const view = renderScreen(
    <InviteDialog
      match={{ ...match, ...more }}
      time={MONDAY}
      onClose={() => undefined}
      onReopen={() => true}
    />,
    {
      api: {
        'GET /places': places,
        'GET /offers': { body: { items: [], nextCursor: null } },
        'POST /offers': { status: 201, body: buildSent() },
      },
      platform: fakePlatform(),
    },
  );
  return { ...view, user: userEvent.setup() };
}
const card = (name: RegExp) => screen.findByRole('radio', { name });

describe('the cards of places in an invitation', () => {
  it('for the chosen activity - are the open places that both like, with facts; a closed place is not shown', async () => {
    invite();
    // 9 PM on the campus, told like the hour of the date: in the zone of the device
    const closes = timeAlone('2040-03-06T02:00:00.000Z').replace(/\s/g, '.');
    expect(await card(new RegExp(`^Common Ground 8 min walk · \\$ Open till ${closes}$`))).toBeVisible();
    expect(screen.queryByRole('radio', { name: /Cinema/ })).toBeNull();
    expect(screen.queryByRole('radio', { name: /Shut/ })).toBeNull();
  });

  it('for another activity - are its places; one tap shows every open place', async () => {
    const { user } = invite();
    await card(/^Common Ground/);
    await user.click(screen.getByRole('button', { name: 'A film' }));
    expect(await card(/^Campus Cinema.* Free/)).toBeInTheDocument();
    expect(screen.queryByRole('radio', { name: /Common/ })).toBeNull();
    const where = screen.getByRole('group', { name: /^Where/ });
    expect(where).toHaveAccessibleName(/, liked by both$/);
    const all = screen.getByRole('button', { name: 'Every open place', expanded: false });
    await user.click(all);
    expect(await card(/^Common Ground/)).toBeInTheDocument();
    expect(all).toHaveAttribute('aria-expanded', 'true');
    // those that both like come first
    expect([...where.querySelectorAll('strong')].map(({ textContent }) => textContent)).toEqual([
      'Campus Cinema',
      'Common Ground',
    ]);
    expect(where).not.toHaveAccessibleName(/liked by both/);
    expect(screen.queryByRole('radio', { name: /Shut/ })).toBeNull();
  });

  it('for an activity of several kinds - are in the order of these kinds', async () => {
    const kinds = ['cinema', 'campus_coffee'];
    invite(PLACES, { suggestedActivities: [{ activity: 'Coffee and a walk', location: null, kinds }] });
    await card(/^Campus Cinema/);
    const names = [...screen.getByRole('group', { name: /^Where/ }).querySelectorAll('strong')];
    expect(names.map(({ textContent }) => textContent)).toEqual(['Campus Cinema', 'Common Ground']);
  });

  it('when nothing that both like is open - show a notice and the open places', async () => {
    invite(placeList(buildPlace({ id: 'park', name: 'Lakeside Park', kind: 'park_outdoors' })));
    expect(await card(/^Lakeside Park/)).toBeInTheDocument();
    expect(screen.getByText('No place for that is open then. These are:')).toBeInTheDocument();
  });

  it('a chosen place - shows its address, fills in the location and is sent with the offer; nothing foreign is loaded', async () => {
    const { user, api } = invite();
    await user.click(await card(/^Common Ground/));
    const address = screen.getByText('Student Centre');
    // a browser that translates the page leaves it alone
    expect(address).toHaveAttribute('translate', 'no');
    expect(address.parentElement).toHaveTextContent('Student Centre · Quiet place · Step-free');
    expect(screen.queryByLabelText('Location')).toBeNull();
    expect(screen.getByRole('button', { name: /^Send: .*, Common Ground$/ })).toBeEnabled();
    expect(document.querySelector('iframe, img[src^="http"]')).toBeNull();
    await user.click(screen.getByRole('button', { name: /^Send: / }));
    await act(async () => void sendHeld());
    const sent = api.calls.find(({ method }) => method === 'POST')!;
    expect(sent.body).toMatchObject({
      toUserId: BEN,
      proposedDate: MONDAY,
      location: 'Common Ground, Student Centre',
      placeId: 'cafe',
    });
  });

  it('a chosen place, then another hour at which it is open, though early for its kind - stays chosen', async () => {
    const { user } = invite(placeList(buildPlace({ kind: 'music', hours: ALWAYS })));
    await user.click(await card(/^Common Ground .*Open all day$/));
    await user.click(screen.getByRole('radio', { name: /^Mar [78] / }));
    expect(await card(/^Common Ground/)).toBeChecked();
    expect(screen.queryByText(/is closed then/)).toBeNull();
  });

  it('for an activity of one’s own - are those that both like', async () => {
    const { user } = invite();
    await card(/^Common Ground/);
    await user.click(screen.getByRole('button', { name: 'Another activity' }));
    expect(screen.getByRole('group', { name: /^Where/ })).toHaveAccessibleName(/, liked by both$/);
    expect(screen.getByLabelText('Activity')).toHaveAttribute('maxlength', '80');
  });

  it('a location typed after that - is sent without a place', async () => {
    const { user, api } = invite();
    await user.click(await card(/^Common Ground/));
    await user.click(screen.getByRole('button', { name: 'A place of your own' }));
    await user.type(screen.getByLabelText('Location'), ', upstairs');
    await user.click(screen.getByRole('button', { name: /^Send: / }));
    await act(async () => void sendHeld());
    const sent = api.calls.find(({ method }) => method === 'POST')!;
    expect(sent.body).toMatchObject({ location: 'Common Ground, Student Centre, upstairs' });
    expect(sent.body).not.toHaveProperty('placeId');
  });

  it('with a ready plan at that hour - has its place chosen, and can be sent at once; another activity takes the place back', async () => {
    const plan = {
      id: 'p1',
      time: MONDAY,
      activity: 'Coffee and a walk',
      placeId: 'cafe',
      place: 'Common Ground',
      location: 'Common Ground, Student Centre',
    };
    const { user } = invite(PLACES, { plans: [plan] });
    expect(screen.getByRole('button', { name: /^Send: .*, Common Ground$/ })).toBeEnabled();
    expect(await card(/^Common Ground/)).toBeChecked();
    await user.click(screen.getByRole('button', { name: 'A film' }));
    expect(screen.getByRole('button', { name: 'Choose a place' })).toBeDisabled();
    expect(await card(/^Campus Cinema/)).not.toBeChecked();
  });

  it('a place with a long name - is left to its card, so that the button keeps one line', async () => {
    const { user } = invite(placeList(buildPlace({ name: 'Rec Centre and climbing wall, level 2' })));
    await user.click(await card(/^Rec Centre/));
    expect(screen.getByRole('button', { name: /^Send: / })).toHaveTextContent(/^Send: Mar \d, [\d:]+.[AP]M$/);
  });

  it.each([
    ['no list', placeList()],
    ['a list that does not come', { status: 500 }],
  ])('with %s - are not shown, and the text field works', async (_what, places) => {
    invite(places);
    expect(await screen.findByLabelText('Location')).toBeEnabled();
    expect(screen.queryByRole('radio', { name: /Common/ })).toBeNull();
  });
});

describe('the cards of places in Reschedule', () => {
  it.each([
    ['shut', /^Shut Café is closed then/],
    ['gone', 'This place is no longer on the university’s list'],
  ])('when the earlier place is %s - are the places open then, with a warning', async (placeId, warning) => {
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const proposedDate = `${tomorrow}T18:00:00.000Z`;
    const offer = buildOffer({ proposedDate, placeId, location: 'Shut Café, Student Centre' });
    const propose = jest.fn();
    renderScreen(
      <RescheduleDialog
        offer={offer}
        partner={offer.fromUser}
        onClose={() => undefined}
        onPropose={propose}
      />,
      { api: { 'GET /places': PLACES, 'GET /offers': { body: { items: [], nextCursor: null } } } },
    );
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'A day later' }));
    expect(await screen.findByText(warning)).toBeInTheDocument();
    await user.click(await card(/^Common Ground/));
    expect(screen.queryByText(warning)).toBeNull();
    await user.click(screen.getByRole('button', { name: /^Propose / }));
    expect(propose).toHaveBeenCalledWith(
      {
        rescheduleData: {
          proposedDate: daysLater(new Date(proposedDate), 1).toISOString(),
          activity: 'Coffee',
          location: 'Common Ground, Student Centre',
          placeId: 'cafe',
        },
      },
      expect.any(Function),
    );
  });

  it.each([
    ['', 'campus_coffee'],
    [', though early for its kind', 'music'],
  ] as const)(
    'at a time when the place is open%s - are not shown: the field has the place',
    async (_, kind) => {
      const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
      const offer = buildOffer({ proposedDate: `${tomorrow}T18:00:00.000Z`, placeId: 'open' });
      const { api } = renderScreen(
        <RescheduleDialog
          offer={offer}
          partner={offer.fromUser}
          onClose={() => undefined}
          onPropose={() => undefined}
        />,
        {
          api: {
            'GET /places': placeList(buildPlace({ id: 'open', kind, hours: ALWAYS }), buildPlace()),
            'GET /offers': { body: { items: [offer], nextCursor: null } },
          },
        },
      );
      await userEvent.setup().click(screen.getByRole('button', { name: 'A day later' }));
      await waitFor(() => expect(api.calls.some(({ path }) => path === '/places')).toBe(true));
      await act(async () => undefined);
      expect(screen.getByLabelText('Location')).toHaveValue(offer.location);
      expect(screen.queryByRole('radio', { name: /Common/ })).toBeNull();
    },
  );
});

describe('an offer whose place is gone or closed', () => {
  it.each([
    ['received', buildOffer, 'Propose another place, at the same time with one tap.'],
    ['sent', buildSent, 'The other side can propose another place, or you take the offer back.'],
  ] as const)('%s - says so, what to do, and which others are open then', async (direction, build, way) => {
    const offer = build({ placeId: 'shut', placeTrouble: 'closed', proposedDate: MONDAY });
    renderScreen(<OfferCard offer={offer} direction={direction} onShow={() => undefined} />, {
      api: { 'GET /places': PLACES },
    });
    const shown = within(await screen.findByRole('article'));
    expect(await shown.findByText('This place is closed at that time')).toBeInTheDocument();
    expect(shown.getByText(way)).toBeInTheDocument();
    expect(await shown.findByRole('link', { name: 'Common Ground on OpenStreetMap' })).toHaveAttribute(
      'href',
      'https://www.openstreetmap.org/?mlat=43.6&mlon=-79.4#map=18/43.6/-79.4',
    );
    for (const name of [/Shut/, /Cinema/]) expect(shown.queryByRole('link', { name })).toBeNull();
  });

  it('received - one tap proposes another place at the same time, unless undone', async () => {
    const offer = buildOffer({ placeId: 'shut', placeTrouble: 'removed', proposedDate: MONDAY });
    const view = renderScreen(<OfferCard offer={offer} direction="received" onShow={() => undefined} />, {
      api: {
        'GET /places': PLACES,
        [`POST /offers/${offer.id}/respond`]: { body: { ...offer, status: 'rescheduled' } },
      },
    });
    const user = userEvent.setup();
    const posts = () => view.api.calls.filter(({ method }) => method === 'POST');
    const tap = async () => user.click(await screen.findByRole('button', { name: 'Propose Common Ground' }));
    await tap();
    expect(heldAct.get()?.text).toBe('Proposing Common Ground to Ben');
    act(() => undoHeld());
    expect(posts()).toEqual([]);
    await tap();
    await act(async () => void sendHeld());
    await waitFor(() => expect(posts()).toHaveLength(1));
    expect(posts()[0]!.body).toMatchObject({
      action: 'reschedule',
      rescheduleData: {
        proposedDate: MONDAY,
        location: 'Common Ground, Student Centre',
        placeId: 'cafe',
      },
    });
  });

  it('sent - has no proposals: only the recipient can make them', async () => {
    const offer = buildSent({ placeId: 'shut', placeTrouble: 'removed', proposedDate: MONDAY });
    renderScreen(<OfferCard offer={offer} direction="sent" onShow={() => undefined} />, {
      api: { 'GET /places': PLACES },
    });
    expect(await screen.findByRole('link', { name: 'Common Ground on OpenStreetMap' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Propose/ })).toBeNull();
  });

  it('while no other place is open - announces none', async () => {
    const offer = buildOffer({ placeId: 'shut', placeTrouble: 'closed', proposedDate: MONDAY });
    renderScreen(<OfferCard offer={offer} direction="received" onShow={() => undefined} />, {
      api: { 'GET /places': { body: { ...PLACES.body, items: [] } } },
    });
    expect(await screen.findByText('This place is closed at that time')).toBeInTheDocument();
    expect(screen.queryByText('Open then:')).toBeNull();
  });
});
