import { sendHeld, undoHeld } from '@flint/remote-kit/data';
import { renderScreen, type FakeRoutes } from '@flint/remote-kit/testing';
import type { Offer } from '@flint/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { longDate, timeAlone, toField } from '../shared/dates';
import { daysLater } from '../shared/days-later';
import { buildOffer } from '../testing/build';
import { OffersScreen } from './OffersScreen';

const DAY_MS = 86_400_000;

async function open(offer: Offer, name: string, routes: FakeRoutes = {}) {
  const api = { 'GET /offers': { body: { items: [offer], nextCursor: null } }, ...routes };
  const view = renderScreen(<OffersScreen />, { api });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name }));
  const dialog = await screen.findByRole('dialog');
  return { ...view, user, dialog, posts: () => view.api.calls.filter(({ method }) => method === 'POST') };
}

/** Noon in so many days: a time at night would also cause a warning. */
const inDays = (days: number) => {
  const at = new Date(Date.now() + days * DAY_MS);
  at.setHours(12, 0, 0, 0);
  return at;
};

describe('the Reschedule dialog', () => {
  beforeAll(() => import('../places/PlacePicker'));
  const offer = buildOffer({ proposedDate: inDays(3).toISOString() });
  const choose = (dialog: HTMLElement, at: Date) =>
    fireEvent.change(within(dialog).getByLabelText('Your time'), { target: { value: toField(at) } });

  it.each([
    ['now', 0, false],
    ['in a minute', 60_000, true],
    ['in 60 days', 60 * DAY_MS, true],
    ['in 60 days and a minute', 60 * DAY_MS + 60_000, false],
  ])('a time %s - is one of the possible times, or they are named', async (_, ahead, isPossible) => {
    const now = inDays(0).getTime();
    jest.spyOn(Date, 'now').mockReturnValue(now);
    const { dialog } = await open(offer, 'Reschedule');
    // with the list of places, which is loaded then
    await act(async () => choose(dialog, new Date(now + ahead)));
    const last = toField(new Date(now + 60 * DAY_MS));
    expect(within(dialog).getByLabelText('Your time')).toHaveAttribute('max', last);
    const button = within(dialog).getByRole('button', { name: /^Propose / });
    expect(button.hasAttribute('disabled')).toBe(!isPossible);
    const alert = within(dialog).queryByText(/within the next 60 days/);
    expect(alert !== null).toBe(!isPossible);
  });

  it('a time of one’s own - opened at an odd minute - is every quarter of an hour', async () => {
    const now = inDays(0).getTime() + 2 * 60_000;
    jest.spyOn(Date, 'now').mockReturnValue(now);
    const { dialog } = await open(offer, 'Reschedule');
    const field = () => within(dialog).getByLabelText<HTMLInputElement>('Your time');
    const isValid = [];
    for (const minutes of [13, 28, 43, 58, 44]) {
      await act(async () => choose(dialog, new Date(now + DAY_MS + minutes * 60_000)));
      isValid.push(field().validity.valid);
    }
    expect(isValid).toEqual([true, true, true, true, false]);
  });

  const later = ['One hour later', 'A day later', 'A week later'];
  it.each([
    ['an hour ago', -3_600_000, later.slice(1)],
    ['in a minute', 60_000, later],
    // by the clock: a week in which clocks go back has an hour more
    ['a week ago', -7 * DAY_MS - 2 * 3_600_000, null],
  ])('of a time %s - suggests the later times that are still to come', async (_, ahead, names) => {
    const now = inDays(0).getTime();
    jest.spyOn(Date, 'now').mockReturnValue(now);
    const old = buildOffer({ proposedDate: new Date(now + ahead).toISOString() });
    const { dialog } = await open(old, 'Reschedule');
    const group = within(dialog).queryByRole('group', { name: 'Suggestions' });
    expect(
      group &&
        within(group)
          .getAllByRole('button')
          .map((each) => each.textContent),
    ).toEqual(names);
  });

  it('shared hours that a field writes alike, as when clocks go back - are each proposed as chosen', async () => {
    const sharedTimes = [0, 30_000].map((ms) => new Date(inDays(2).getTime() + ms).toISOString());
    const { dialog, user, posts } = await open({ ...offer, sharedTimes }, 'Reschedule');
    const second = within(dialog).getAllByRole('radio')[1]!;
    await user.click(second);
    expect(second).toBeChecked();
    await user.click(within(dialog).getByRole('button', { name: /^Propose / }));
    await act(async () => void sendHeld());
    await waitFor(() => expect(posts()).toHaveLength(1));
    expect(posts()[0]?.body).toMatchObject({ rescheduleData: { proposedDate: sharedTimes[1] } });
  });

  it('hours that both share - are those still to come, none of them chosen', async () => {
    const now = inDays(0).getTime();
    jest.spyOn(Date, 'now').mockReturnValue(now);
    const sharedTimes = [0, 1, 24].map((hours) => new Date(now + hours * 3_600_000).toISOString());
    const { dialog, user, posts } = await open({ ...offer, sharedTimes }, 'Reschedule');
    const hours = within(dialog).getAllByRole<HTMLInputElement>('radio');
    expect(hours.map(({ checked }) => checked)).toEqual([false, false, false]);
    await user.click(hours[1]!);
    await user.click(within(dialog).getByRole('button', { name: /^Propose / }));
    await act(async () => void sendHeld());
    await waitFor(() =>
      expect(posts()[0]?.body).toMatchObject({ rescheduleData: { proposedDate: sharedTimes[2] } }),
    );
  });

  it('closed unsent and opened again - still has the time, the place and the message', async () => {
    const first = await open(offer, 'Reschedule');
    choose(first.dialog, inDays(5));
    await first.user.type(within(first.dialog).getByLabelText('Location'), ', upstairs');
    await first.user.keyboard('{Escape}');
    first.unmount();
    const { dialog } = await open(offer, 'Reschedule');
    expect(within(dialog).getByLabelText('Your time')).toHaveValue(toField(inDays(5)));
    expect(within(dialog).getByLabelText('Location')).toHaveValue('Library café, upstairs');
  });

  it('opened again with a time of one’s own beside shared hours - keeps its field while a part of it is empty', async () => {
    const mixed = { ...offer, sharedTimes: [inDays(2).toISOString()] };
    const first = await open(mixed, 'Reschedule');
    await first.user.click(within(first.dialog).getByText(/Another time/));
    choose(first.dialog, inDays(5));
    await first.user.keyboard('{Escape}');
    first.unmount();
    const { dialog } = await open(mixed, 'Reschedule');
    fireEvent.change(within(dialog).getByLabelText('Your time'), { target: { value: '' } });
    expect(within(dialog).getByLabelText('Your time')).toHaveValue('');
  });

  it('sent and undone - opens again with the time and the message; nothing is sent', async () => {
    const { dialog, user, posts } = await open(offer, 'Reschedule');
    choose(dialog, inDays(5));
    await user.click(within(dialog).getByRole('button', { name: 'Add a line for Ben' }));
    await user.type(within(dialog).getByLabelText(/Message/), 'Later');
    await user.click(within(dialog).getByRole('button', { name: /^Propose / }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    act(() => undoHeld());
    const again = within(await screen.findByRole('dialog'));
    expect(again.getByLabelText('Your time')).toHaveValue(toField(inDays(5)));
    expect(again.getByLabelText(/Message/)).toHaveValue('Later');
    expect(posts()).toEqual([]);
  });

  it('sent in the end - has a trimmed message, and leaves nothing on the device', async () => {
    const { dialog, user, posts } = await open(offer, 'Reschedule', {
      [`POST /offers/${offer.id}/respond`]: { body: { ...offer, status: 'rescheduled' } },
    });
    choose(dialog, inDays(5));
    await user.click(within(dialog).getByRole('button', { name: 'Add a line for Ben' }));
    await user.type(within(dialog).getByLabelText(/Message/), ' Later ');
    await user.click(within(dialog).getByRole('button', { name: /^Propose / }));
    expect(Object.keys(localStorage)).not.toEqual([]);
    await act(async () => void sendHeld());
    await waitFor(() => expect(Object.keys(localStorage)).toEqual([]));
    expect(posts()[0]!.body).toMatchObject({ message: 'Later' });
  });

  it('a time at night - is pointed out, and can be proposed', async () => {
    const { dialog } = await open(offer, 'Reschedule');
    const night = inDays(5);
    night.setHours(3);
    choose(dialog, night);
    expect(within(dialog).getByText(/^This is at night: /)).toBeVisible();
    expect(within(dialog).getByRole('button', { name: /^Propose / })).toBeEnabled();
  });

  it('refused - opens again with the reason, which it no longer has once closed', async () => {
    const refusal = { status: 422, body: { code: 'text_unfit', detail: 'Please remove links.' } };
    const { dialog, user } = await open(offer, 'Reschedule', {
      [`POST /offers/${offer.id}/respond`]: refusal,
    });
    choose(dialog, inDays(5));
    await user.click(within(dialog).getByRole('button', { name: /^Propose / }));
    await act(async () => void sendHeld());
    expect(await within(await screen.findByRole('dialog')).findByText(/remove links/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(screen.getByRole('button', { name: 'Reschedule' }));
    expect(within(await screen.findByRole('dialog')).queryByText(/remove links/)).toBeNull();
  });

  it.each([
    ['left as it is', '', undefined],
    ['emptied', '{Control>}a{/Control}{Backspace}', undefined],
    ['changed', ', upstairs', 'Library café, upstairs'],
  ])('the place, which its field has, %s - is sent only if it changed', async (_, keys, location) => {
    const { dialog, user, posts } = await open(offer, 'Reschedule');
    choose(dialog, inDays(5));
    const field = within(dialog).getByLabelText('Location');
    expect(field).toHaveValue('Library café');
    if (keys) await user.type(field, keys);
    const stays = 'Place stays: Library café';
    expect(screen.queryByText(stays) !== null).toBe(keys.includes('Backspace'));
    await user.click(within(dialog).getByRole('button', { name: /^Propose / }));
    await act(async () => void sendHeld());
    await waitFor(() => expect(posts()).toHaveLength(1));
    expect((posts()[0]!.body as { rescheduleData: object }).rescheduleData).toEqual({
      proposedDate: inDays(5).toISOString(),
      activity: 'Coffee',
      ...(location && { location }),
    });
  });

  it('without a time yet - says what was proposed, and can be cancelled', async () => {
    const { dialog, user } = await open(offer, 'Reschedule');
    const text = `Instead of ${longDate(offer.proposedDate)}, ${timeAlone(offer.proposedDate)}`;
    expect(within(dialog).getByText(text)).toBeVisible();
    expect(within(dialog).queryByRole('button', { name: /^Propose / })).toBeNull();
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('a suggestion - fills the time in', async () => {
    const { dialog, user } = await open(offer, 'Reschedule');
    const proposed = new Date(offer.proposedDate);
    for (const [name, time] of [
      ['One hour later', new Date(proposed.getTime() + 3_600_000)],
      ['A day later', daysLater(proposed, 1)],
      ['A week later', daysLater(proposed, 7)],
    ] as const) {
      await user.click(within(dialog).getByRole('button', { name }));
      expect(within(dialog).getByLabelText('Your time')).toHaveValue(toField(time));
    }
  });
});

describe('a report', () => {
  it('of a date whose sender has left - names nobody, and says what it does', async () => {
    const gone = { id: null, name: 'deleted student', age: null };
    const { dialog } = await open(buildOffer({ status: 'completed', fromUser: gone }), 'Report Issue');
    expect(dialog).toHaveTextContent(
      'What went wrong with your date? Our safety team reads every report. If this student comes back, the two of you stay hidden from each other.',
    );
    expect(dialog).not.toHaveTextContent('deleted student');
  });

  it('unsent, closed and opened again - still has its text; once sent, nothing stays on the device', async () => {
    const offer = buildOffer({ status: 'completed' });
    const first = await open(offer, 'Report Issue');
    await first.user.type(within(first.dialog).getByLabelText('Details'), 'Nobody came');
    first.unmount();
    const { dialog, user } = await open(offer, 'Report Issue', {
      'POST /safety/report': { status: 201, body: {} },
    });
    const details = within(dialog).getByLabelText('Details');
    expect(details).toHaveValue('Nobody came');
    expect(details).toHaveAccessibleDescription('Required');
    await user.click(within(dialog).getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(Object.keys(localStorage)).toEqual([]);
  });
});

describe('the calendar dialog', () => {
  it('of an agreed date - links to web calendars', async () => {
    const offer = buildOffer({ status: 'accepted' });
    const { dialog } = await open(offer, 'Add to Calendar', {
      [`GET /offers/${offer.id}/calendar`]: {
        body: { fileName: 'x.ics', ics: 'x', googleUrl: 'https://g/', outlookUrl: 'https://o/' },
      },
    });
    const google = await within(dialog).findByRole('link', { name: 'Google Calendar' });
    expect(google).toHaveAttribute('href', 'https://g/');
    const outlook = within(dialog).getByRole('link', { name: 'Outlook' });
    expect(outlook).toHaveAttribute('href', 'https://o/');
    expect(outlook).toHaveAttribute('rel', 'noreferrer');
  });

  it('of a date called off - has the file only, and says what it is for', async () => {
    const off = { cancelledAt: '2026-03-02T12:00:00.000Z', cancelledBy: 'sender' } as const;
    const offer = buildOffer({ status: 'accepted', ...off });
    const { dialog } = await open(offer, 'Update Calendar', {
      [`GET /offers/${offer.id}/calendar`]: {
        body: { fileName: 'x.ics', ics: 'x', googleUrl: 'https://g/', outlookUrl: 'https://o/' },
      },
    });
    expect(await within(dialog).findByText(/Import the file again to remove the event/)).toBeVisible();
    expect(within(dialog).getByRole('button', { name: 'Download calendar file' })).toBeEnabled();
    expect(within(dialog).queryByRole('link')).toBeNull();
  });
});
