import { Temporal } from 'temporal-polyfill';
import { nextReminderAt, reminderAt } from './reminder-times';
import { applyStep, openThread, type Thread } from './thread';

const ZONE = 'America/Toronto';
const HOUR_MS = 3_600_000;
const local = (time: string) =>
  new Date(Temporal.PlainDateTime.from(time).toZonedDateTime(ZONE).epochMilliseconds);
const before = (at: Date, hours: number) => new Date(at.getTime() - hours * HOUR_MS);

function offered(proposedDate: Date, sentAt: Date): Thread {
  const people = { initiatorId: 'ann', inviteeId: 'ben' };
  const plan = { proposedDate, location: 'Library café', activity: 'Coffee', message: null };
  return openThread({ id: 'r1', ...people, ...plan }, sentAt);
}
const agreed = (proposedDate: Date): Thread =>
  applyStep(
    offered(proposedDate, before(proposedDate, 50)),
    'r1',
    { kind: 'accept', reply: null },
    { by: 'invitee', now: before(proposedDate, 49) },
  )!;

/** Every reminder of a thread with its instant, as it is taken when due. */
function remindersOf(thread: Thread) {
  const all = [];
  for (let at = nextReminderAt(thread, new Date(0), ZONE); at; at = nextReminderAt(thread, at, ZONE))
    all.push([reminderAt(thread, at, ZONE), at]);
  return all;
}

describe('the reminders of an agreed date', () => {
  it.each([
    ['after a day of 24 hours', '2026-10-26T23:30', '2026-10-25T23:30'],
    ['late on the day that has 25', '2026-11-01T23:30', '2026-10-31T23:30'],
    ['on the day after the one that has 25', '2026-11-02T00:30', '2026-11-01T00:30'],
    ['early on the day after the one that has 23', '2027-03-15T00:30', '2027-03-14T00:30'],
  ])(
    '%s - are at the same hour of the calendar day before, and two hours before',
    (_when, date, dayBefore) => {
      const at = local(date);
      expect(remindersOf(agreed(at))).toEqual([
        ['tomorrow', local(dayBefore)],
        ['soon', before(at, 2)],
      ]);
    },
  );

  it('due 24 hours before in an older version - is none then, if the day before has 23', () => {
    const at = local('2027-03-15T00:30');
    expect(reminderAt(agreed(at), before(at, 24), ZONE)).toBeNull();
    expect(nextReminderAt(agreed(at), before(at, 24), ZONE)).toEqual(before(at, 23));
  });
});

describe('the reminder of an unanswered offer', () => {
  const sentAt = new Date('2027-03-02T12:00:00Z');
  it.each([
    ['12 hours', 12, [['waits', 6]]],
    ['16 hours', 16, [['waits', 8]]],
    ['seven days, although its date is later', 500, [['waits', 84]]],
    ['an odd number of milliseconds', 16 + 3 / HOUR_MS, [['waits', 8 + 1 / HOUR_MS]]],
    ['less than 12 hours', 11.999, []],
  ] as const)('that waits %s - is at half of that, or none below 12 hours', (_life, hours, expected) => {
    const offer = offered(before(sentAt, -hours), sentAt);
    expect(remindersOf(offer)).toEqual(expected.map(([what, after]) => [what, before(sentAt, -after)]));
  });

  it.each([
    ['3 AM', '2027-03-02T07:00', 40, ['2027-03-03T08:00']],
    ['11 PM', '2027-03-02T10:30', 25, ['2027-03-03T08:00']],
    ['11 PM with less than three hours from 8 AM', '2027-03-02T11:50', 23, ['2027-03-02T22:00']],
    ['3 AM with less than three hours from 8 AM', '2027-03-02T21:00', 13, ['2027-03-02T22:00']],
    ['5 AM, and sent after 10 PM', '2027-03-02T22:30', 12, []],
    ['10 PM', '2027-03-02T07:00', 30, ['2027-03-03T08:00']],
    ['9:59 PM', '2027-03-02T06:59', 30, ['2027-03-02T21:59']],
    ['8 AM', '2027-03-02T20:00', 24, ['2027-03-03T08:00']],
    ['4 AM of the night with 23 hours', '2027-03-13T07:00', 40, ['2027-03-14T08:00']],
    ['2 AM of the night with 25 hours', '2027-11-06T07:00', 40, ['2027-11-07T08:00']],
  ])('at half of its life at %s - is not sent by night', (_half, sent, hours, expected) => {
    const offer = offered(before(local(sent), -hours), local(sent));
    expect(remindersOf(offer)).toEqual(expected.map((at) => ['waits', local(at)]));
  });

  it('that is answered - is none', () => {
    const offer = offered(before(sentAt, -40), sentAt);
    const declined = applyStep(
      offer,
      'r1',
      { kind: 'decline', reply: null },
      { by: 'invitee', now: sentAt },
    )!;
    expect(remindersOf(declined)).toEqual([]);
  });
});
