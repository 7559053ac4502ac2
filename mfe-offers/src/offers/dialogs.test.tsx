import { renderScreen, type FakeRoutes } from '@flint/remote-kit/testing';
import type { Offer } from '@flint/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toField } from '../shared/dates';
import { daysLater } from '../shared/days-later';
import { buildOffer } from '../testing/build';
import { OffersScreen } from './OffersScreen';

beforeEach(() => localStorage.clear());

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
  const at = new Date(Date.now() + days * 86_400_000);
  at.setHours(12, 0, 0, 0);
  return at;
};

describe('the Reschedule dialog', () => {
  const offer = buildOffer({ proposedDate: inDays(3).toISOString() });
  const choose = (dialog: HTMLElement, at: Date) =>
    fireEvent.change(within(dialog).getByLabelText('Your time'), { target: { value: toField(at) } });

  it('before a time is chosen - shows neither the location nor a button to send', async () => {
    const { dialog } = await open(offer, 'Reschedule');
    expect(within(dialog).queryByLabelText(/Location/)).toBeNull();
    expect(within(dialog).queryByRole('button', { name: 'Reschedule' })).toBeNull();
  });

  it('with the proposed time chosen - shows the location, but no button to send', async () => {
    const { dialog } = await open(offer, 'Reschedule');
    choose(dialog, new Date(offer.proposedDate));
    expect(within(dialog).getByLabelText(/Location/)).toBeInTheDocument();
    expect(within(dialog).queryByRole('button', { name: 'Reschedule' })).toBeNull();
    expect(within(dialog).getByRole('status')).toHaveTextContent('differs from the proposed one');
  });

  it('with a different time chosen - sends it with the old place unless changed, and confirms word for word', async () => {
    const answered = { ...offer, status: 'rescheduled', counterOffer: 'f'.repeat(24) };
    const { dialog, user, posts, platform } = await open(offer, 'Reschedule', {
      [`POST /offers/${offer.id}/respond`]: { body: answered },
    });
    const at = inDays(5);
    choose(dialog, at);
    await user.type(within(dialog).getByLabelText(/Message/), 'Friday?');
    await user.click(within(dialog).getByRole('button', { name: 'Reschedule' }));
    await waitFor(() =>
      expect(platform.notices).toEqual([{ text: 'Offer rescheduled successfully!', tone: 'success' }]),
    );
    expect(posts()[0]?.body).toEqual({
      offerId: offer.id,
      action: 'reschedule',
      message: 'Friday?',
      rescheduleData: { proposedDate: at.toISOString(), activity: 'Coffee' },
    });
  });

  it.each([
    ['that has passed', -1],
    ['61 days ahead', 61],
  ])('with a time %s - names the possible times and sends nothing', async (_, days) => {
    const { dialog } = await open(offer, 'Reschedule');
    choose(dialog, inDays(days));
    expect(within(dialog).getByRole('alert')).toHaveTextContent('within the next 60 days');
    expect(within(dialog).getByRole('button', { name: 'Reschedule' })).toBeDisabled();
  });

  it('closed unsent and opened again - still has the time, the place and the message', async () => {
    const first = await open(offer, 'Reschedule');
    choose(first.dialog, inDays(5));
    await first.user.type(within(first.dialog).getByLabelText(/Location/), 'Library');
    await first.user.keyboard('{Escape}');
    first.unmount();
    const { dialog } = await open(offer, 'Reschedule');
    expect(within(dialog).getByLabelText('Your time')).toHaveValue(toField(inDays(5)));
    expect(within(dialog).getByLabelText(/Location/)).toHaveValue('Library');
  });

  it('at 8:47 PM - any quarter of an hour is a valid time', async () => {
    jest.useFakeTimers({ now: new Date('2026-11-22T20:47:10'), doNotFake: ['queueMicrotask', 'setTimeout'] });
    const { dialog } = await open(offer, 'Reschedule');
    jest.useRealTimers();
    const when = within(dialog).getByLabelText<HTMLInputElement>('Your time');
    expect(when).toHaveAttribute('min', '2026-11-22T21:00');
    for (const time of ['2026-11-24T17:00', '2026-11-24T17:15']) {
      fireEvent.change(when, { target: { value: time } });
      expect(when.validity.stepMismatch).toBe(false);
    }
  });

  it('a suggestion - fills the time in', async () => {
    const { dialog, user } = await open(offer, 'Reschedule');
    await user.click(within(dialog).getByRole('button', { name: 'A day later' }));
    const dayLater = daysLater(new Date(offer.proposedDate), 1);
    expect(within(dialog).getByLabelText('Your time')).toHaveValue(toField(dayLater));
  });
});

describe('the Report Issue dialog', () => {
  const offer = buildOffer({ status: 'completed' });

  it('when opened - has No Show chosen, the four types in order, and Submit disabled', async () => {
    const { dialog } = await open(offer, 'Report Issue');
    expect(within(dialog).getByRole('heading', { name: 'Report Issue' })).toBeInTheDocument();
    const types = within(dialog).getByLabelText<HTMLSelectElement>('Type');
    expect(types).toHaveDisplayValue('No Show');
    expect([...types.options].map(({ text }) => text)).toEqual([
      'No Show',
      'Inappropriate Behavior',
      'Safety Concern',
      'Fake Profile',
    ]);
    expect(within(dialog).getByRole('button', { name: 'Submit' })).toBeDisabled();
  });

  it('with spaces only - asks for details word for word and sends nothing', async () => {
    const { dialog, user, platform, posts } = await open(offer, 'Report Issue');
    await user.type(within(dialog).getByLabelText('Details'), '   ');
    await user.click(within(dialog).getByRole('button', { name: 'Submit' }));
    expect(platform.notices).toEqual([
      { text: 'Please provide details about the incident', tone: 'failure' },
    ]);
    expect(posts()).toEqual([]);
  });

  it('with details - sends the payload of the spec, trimmed, and confirms word for word', async () => {
    const { dialog, user, platform, posts } = await open(offer, 'Report Issue', {
      'POST /safety/report': { status: 201, body: {} },
    });
    await user.selectOptions(within(dialog).getByLabelText('Type'), 'Fake Profile');
    await user.type(within(dialog).getByLabelText('Details'), ' Someone else came ');
    await user.click(within(dialog).getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(platform.notices).toEqual([
      { text: 'Report submitted successfully. Our safety team will review it.', tone: 'success' },
    ]);
    expect(posts()[0]?.body).toEqual({
      offerId: offer.id,
      reportType: 'fake_profile',
      description: 'Someone else came',
      createdAt: expect.stringMatching(/Z$/),
    });
  });

  it('when the server refuses - shows the message word for word and keeps the text', async () => {
    const { dialog, user, platform } = await open(offer, 'Report Issue', {
      'POST /safety/report': { status: 500, body: { code: 'internal', detail: 'x' } },
    });
    await user.type(within(dialog).getByLabelText('Details'), 'Nobody came');
    await user.click(within(dialog).getByRole('button', { name: 'Submit' }));
    await waitFor(() =>
      expect(platform.notices).toEqual([
        { text: 'Failed to submit report. Please try again.', tone: 'failure' },
      ]),
    );
    expect(within(dialog).getByLabelText('Details')).toHaveValue('Nobody came');
  });
});

describe('an unsent report', () => {
  it('closed and opened again - still has its text; once sent, nothing stays on the device', async () => {
    const offer = buildOffer({ status: 'completed' });
    const first = await open(offer, 'Report Issue');
    await first.user.type(within(first.dialog).getByLabelText('Details'), 'Nobody came');
    first.unmount();
    const { dialog, user } = await open(offer, 'Report Issue', {
      'POST /safety/report': { status: 201, body: {} },
    });
    expect(within(dialog).getByLabelText('Details')).toHaveValue('Nobody came');
    await user.click(within(dialog).getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(Object.keys(localStorage)).toEqual([]);
  });
});

describe('the calendar dialog', () => {
  it('of an agreed date - saves the file under the offer’s id and links to web calendars', async () => {
    const offer = buildOffer({ status: 'accepted' });
    const { dialog, user } = await open(offer, 'Add to Calendar', {
      [`GET /offers/${offer.id}/calendar`]: {
        body: {
          fileName: `${offer.id}.ics`,
          ics: 'BEGIN:VCALENDAR',
          googleUrl: 'https://g/',
          outlookUrl: 'https://o/',
        },
      },
    });
    const saved: string[] = [];
    URL.createObjectURL = () => 'blob:x';
    URL.revokeObjectURL = () => undefined;
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    await user.click(await within(dialog).findByRole('button', { name: 'Download calendar file' }));
    expect(saved).toEqual([`${offer.id}.ics`]);
    expect(within(dialog).getByRole('link', { name: 'Google Calendar' })).toHaveAttribute(
      'href',
      'https://g/',
    );
    expect(within(dialog).getByRole('link', { name: 'Outlook' })).toHaveAttribute('rel', 'noreferrer');
    jest.restoreAllMocks();
  });
});
