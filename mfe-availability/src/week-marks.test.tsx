import { NO_ABILITIES, type Offer } from '@flint/contracts';
import { answerMedia, renderScreen, type FakeRoutes } from '@flint/remote-kit/testing';
import { screen, within } from '@testing-library/react';
import { AvailabilityScreen } from './AvailabilityScreen';

const ANN = '7db2fc24-49d4-4113-a48e-ca9a619864fc';
const BEN = '11111111-2222-4333-8444-555555555555';
const DAY_MS = 86_400_000;
/** Nine hours before UTC, all year. */
const timezone = 'Asia/Tokyo';
const week = {
  utcSlots: [{ dayOfWeek: 1, startHour: 9, endHour: 12 }],
  timezone,
  lastUpdated: '2026-03-01T12:00:00.000Z',
};

/** 2 AM, or half past, in Tokyo, some days from now: still yesterday on the device. */
const twoIn = (days: number, minutes = 0) => {
  const at = new Date(Date.now() + days * DAY_MS);
  at.setUTCHours(17, minutes, 0, 0);
  return at;
};

let last = 0;
function offer(at: Date, more: Partial<Offer> = {}): Offer {
  const ann = { id: ANN, name: 'Ann', age: 21 };
  const ben = { id: BEN, name: 'Ben', age: 22 };
  const isMine = more.fromUserId === ANN;
  return {
    id: (last += 1).toString(16).padStart(24, '0'),
    fromUserId: BEN,
    toUserId: isMine ? BEN : ANN,
    fromUser: isMine ? ann : ben,
    toUser: isMine ? ben : ann,
    proposedDate: at.toISOString(),
    location: 'Library café',
    activity: 'Coffee',
    status: 'pending',
    cancelledAt: null,
    cancelledBy: null,
    counterOf: null,
    counterOffer: null,
    meeting: null,
    createdAt: '2026-03-01T12:00:00.000Z',
    updatedAt: '2026-03-01T12:00:00.000Z',
    can: NO_ABILITIES,
    ...more,
  };
}

let stopAnswering = () => undefined as void;
/** Shows the week in a window with or without room for names. */
function show(isWide: boolean, offers: readonly Offer[], zone = timezone) {
  stopAnswering = answerMedia(() => isWide);
  const asked = jest.fn(() => ({ body: { items: offers, nextCursor: null } }));
  const api = {
    'GET /availability': { body: { ...week, timezone: zone } },
    'GET /offers': asked,
  } as FakeRoutes;
  return { asked, ...renderScreen(<AvailabilityScreen />, { api }) };
}
afterEach(() => stopAnswering());

describe('what stands in the hours of the week', () => {
  it('in a wide window - is a mark for each date and open offer of the next seven days, in the zone of the week', async () => {
    const [soon, later] = [twoIn(2), twoIn(3, 30)];
    show(true, [
      offer(later, { fromUserId: ANN }),
      offer(soon, { status: 'accepted' }),
      offer(twoIn(4)),
      offer(twoIn(2, 15)),
      offer(twoIn(2, 60)),
      offer(soon, { status: 'declined' }),
      offer(soon, { status: 'accepted', cancelledAt: '2026-03-02T12:00:00.000Z', cancelledBy: 'sender' }),
      offer(twoIn(9), { status: 'accepted' }),
    ]);
    const marks = within(await screen.findByRole('list', { name: 'In the next seven days' })).getAllByRole(
      'listitem',
    );
    const shown = marks.map((mark) => {
      const [name, when, standing] = mark.textContent!.split(' · ');
      const places = ['--day', '--hour', '--above'].map((part) => mark.style.getPropertyValue(part));
      const tab = /tab=(\w+)&offer=\w{24}$/.exec(mark.querySelector('a')!.href)?.[1];
      return [name!.trim(), when!.split(' at ')[1], standing, ...places, tab].join(' | ');
    });
    const dayOf = (at: Date) => (at.getUTCDay() + 1) % 7;
    expect(shown).toEqual([
      `Ben | 2 AM | Agreed | ${dayOf(soon)} | 2 | 0 | received`,
      `Ben 2:15 AM | 2:15 AM | Waiting for you | ${dayOf(soon)} | 2 | 1 | received`,
      `Ben | 3 AM | Waiting for you | ${dayOf(soon)} | 3 | 0 | received`,
      `Ben 2:30 AM | 2:30 AM | Waiting for them | ${dayOf(later)} | 2 | 0 | sent`,
      `Ben | 2 AM | Waiting for you | ${dayOf(twoIn(4))} | 2 | 0 | received`,
    ]);
    const legend = ['Agreed', 'Waiting for you', 'Waiting for them'].map((text) => screen.getByText(text));
    for (const text of legend) expect(text).toBeVisible();
  });

  it('a date that has begun - is marked to its end; an offer whose time has passed, or on this weekday of next week, is not', async () => {
    // a Wednesday noon in Tokyo
    const noon = Date.parse('2026-03-04T03:00:00.000Z');
    jest.spyOn(Date, 'now').mockReturnValue(noon);
    const hoursAgo = (hours: number) => new Date(noon - hours * 3_600_000);
    show(true, [
      offer(hoursAgo(1), { status: 'accepted' }),
      offer(hoursAgo(3), { status: 'accepted' }),
      offer(hoursAgo(1)),
      offer(hoursAgo(-11 - 6 * 24)),
      offer(hoursAgo(-12 - 6 * 24)),
    ]);
    const marks = await screen.findByRole('list', { name: 'In the next seven days' });
    const days = within(marks)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent!.split(' · ')[1]);
    expect(days).toEqual(['Wednesday, March 4 at 11 AM', 'Tuesday, March 10 at 11 PM']);
  });

  it('in a zone with another minute than the device - is a mark with the minute of the zone', async () => {
    show(true, [offer(twoIn(2))], 'Asia/Kathmandu');
    const marks = await screen.findByRole('list', { name: 'In the next seven days' });
    expect(marks).toHaveTextContent('Ben 10:45 PM');
  });

  it('in a narrow window - is not asked for', async () => {
    const { asked } = show(false, [offer(twoIn(2))]);
    await screen.findByLabelText(/^Monday 9 AM to 10 AM, /);
    expect(asked).not.toHaveBeenCalled();
  });
});
