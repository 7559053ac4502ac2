import type { Match, Plan } from '@flint/contracts';
import { undoHeld, UNDO_MS, heldAct } from '@flint/remote-kit/data';
import { fakePlatform, renderScreen } from '@flint/remote-kit/testing';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { OfferCard } from '../offers/OfferCard';
import { RescheduleDialog } from '../offers/RescheduleDialog';
import { BEN, buildMatch, buildOffer, buildSent } from '../testing/build';
import { dayAndTime, timeAlone } from '../shared/dates';
import { ReadyPlans } from './ReadyPlans';

const plan = (more: Partial<Plan> = {}): Plan => ({
  id: '1~ideal_first_date:coffee_chat~cafe',
  time: '2040-03-05T23:00:00.000Z',
  activity: 'Coffee and a conversation',
  placeId: 'cafe',
  place: 'Common Ground',
  location: 'Common Ground, Student Centre',
  ...more,
});
const film = plan({ id: '2~film~cinema', placeId: 'cinema', place: 'Campus Cinema', activity: 'A film' });

beforeEach(() => jest.useFakeTimers({ doNotFake: ['performance', 'queueMicrotask'] }));
afterEach(() => {
  act(() => undoHeld());
  jest.useRealTimers();
});

const offer = { fromUser: { id: BEN, name: 'Ben', age: 22 } };

function show(more: Partial<Match> = {}, answer: object = {}) {
  const platform = fakePlatform();
  const match = buildMatch({ plans: [plan(), film], ...more });
  const view = renderScreen(<ReadyPlans match={match} online />, {
    api: { 'POST /offers': { status: 201, body: buildSent(), ...answer } },
    platform,
  });
  return { ...view, platform, posts: () => view.api.calls.filter(({ method }) => method === 'POST') };
}
const send = (place: RegExp) => screen.getByRole('button', { name: place });
const wait = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

describe('ready plans', () => {
  it('sent with one tap - wait five seconds, then are sent unchanged', async () => {
    const { posts, platform } = show();
    fireEvent.click(send(/^Send Ben this plan: .*Common Ground$/));
    expect(heldAct.get()?.text).toMatch(/^Sending to Ben: .*, Common Ground$/);
    // one at a time: a second tap would send the first at once
    expect(send(/Campus Cinema/)).toBeDisabled();
    expect(send(/^Sending$/)).toHaveAttribute('aria-disabled', 'true');
    await wait(UNDO_MS - 1);
    expect(posts()).toEqual([]);
    await wait(50);
    expect(posts()).toHaveLength(1);
    expect(posts()[0]!.body).toEqual({
      toUserId: BEN,
      proposedDate: plan().time,
      activity: plan().activity,
      location: plan().location,
      placeId: 'cafe',
      planId: plan().id,
    });
    expect(platform.notices).toEqual([{ text: 'Your offer is on its way to Ben.', tone: 'success' }]);
  });

  it('under way - cannot be sent again', async () => {
    const { api } = show();
    let answer!: (answer: { status: number }) => void;
    api.routes['POST /offers'] = () => new Promise((resolve) => (answer = resolve));
    fireEvent.click(send(/Common Ground/));
    await wait(UNDO_MS + 50);
    expect(send(/^Sending$/)).toHaveAttribute('aria-disabled', 'true');
    expect(send(/Campus Cinema/)).toBeDisabled();
    answer({ status: 409 });
    await wait(50);
    expect(send(/Common Ground/)).toBeEnabled();
  });

  it('undone - are never sent, and can be sent again', async () => {
    const { posts } = show();
    fireEvent.click(send(/Common Ground/));
    act(() => undoHeld());
    await wait(3 * UNDO_MS);
    expect(posts()).toEqual([]);
    expect(send(/Common Ground/)).toBeEnabled();
  });

  it('pending when the page closes - are not sent', async () => {
    const { posts } = show();
    fireEvent.click(send(/Common Ground/));
    await act(async () => void dispatchEvent(new Event('pagehide')));
    await wait(10);
    expect(posts()).toEqual([]);
    act(() => void dispatchEvent(new Event('pageshow')));
  });

  it('for an hour that another student was asked for - say so before they are sent', async () => {
    const asked = buildSent({ proposedDate: plan().time, toUser: { id: 'c', name: 'Cem', age: 22 } });
    asked.toUser.name = 'Cem';
    renderScreen(<ReadyPlans match={buildMatch({ plans: [plan()] })} online />, {
      api: { 'GET /offers': { body: { items: [asked], nextCursor: null } } },
    });
    await wait(50);
    expect(screen.getByText(/^You have asked/)).toHaveTextContent(
      /^You have asked Cem for .*first has the date\.$/,
    );
  });

  it('refused because the plan has changed - show a notice', async () => {
    const detail = 'This plan is no longer possible. Choose another one.';
    const { platform } = show(
      {},
      {
        status: 409,
        body: { status: 409, code: 'plan_changed', title: 'Conflict', detail },
      },
    );
    fireEvent.click(send(/Common Ground/));
    await wait(UNDO_MS + 50);
    expect(platform.notices).toEqual([{ text: detail, tone: 'failure' }]);
  });

  it.each([[[]], [undefined]])('with %j - are not shown', (plans) => {
    const { container } = show({ plans } as Partial<Match>);
    expect(within(container).queryByText('Ready plans')).toBeNull();
  });
});

describe('an offer that was a plan', () => {
  beforeEach(() => void jest.useRealTimers());

  it('shows the recipient why it fits, but not the sender; other offers do not', async () => {
    renderScreen(
      <>
        <OfferCard offer={buildOffer({ isPlan: true })} direction="received" onShow={() => undefined} />
        <OfferCard offer={buildOffer()} direction="received" onShow={() => undefined} />
        <OfferCard offer={buildSent({ isPlan: true })} direction="sent" onShow={() => undefined} />
      </>,
    );
    expect(
      await screen.findAllByText('You are both free at this hour, and you both like this.'),
    ).toHaveLength(1);
  });

  it('Reschedule - proposes nothing until an hour is chosen; the location comes with it', async () => {
    const [soon, later] = [3, 4].map((days) => new Date(Date.now() + days * 86_400_000).toISOString());
    renderScreen(
      <RescheduleDialog
        offer={buildOffer({ sharedTimes: [soon!, later!] })}
        partner={offer.fromUser}
        onClose={() => undefined}
        onPropose={async () => true}
      />,
    );
    const hours = within(screen.getByRole('group', { name: /^When you are both free \S+/ }));
    expect(hours.getAllByRole('radio')).toHaveLength(3);
    const [from, to] = [0, 2].map((more) =>
      timeAlone(new Date(Date.parse(soon!) + more * 3_600_000).toISOString()).replace(/\s/g, ' '),
    );
    expect(hours.getAllByRole('radio')[0]!.parentElement).toHaveTextContent(`Both free ${from} to ${to}`);
    expect(hours.queryByRole('radio', { checked: true })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Propose/ })).toBeNull();
    expect(screen.queryByLabelText('Location')).toBeNull();
    expect(screen.queryByLabelText('Your time')).toBeNull();
    fireEvent.click(hours.getByRole('radio', { name: new RegExp(dayAndTime(later!, Date.now())) }));
    expect(screen.getByRole('button', { name: `Propose ${dayAndTime(later!, Date.now())}` })).toBeEnabled();
    expect(screen.getByLabelText('Location')).toBeVisible();
    fireEvent.click(hours.getByRole('radio', { name: 'Another time' }));
    expect(screen.getByLabelText('Your time')).toHaveValue('');
    expect(screen.queryByRole('button', { name: /^Propose/ })).toBeNull();
  });
});
