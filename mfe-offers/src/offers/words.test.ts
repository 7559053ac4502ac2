import { NO_ABILITIES, type Offer } from '@flint/contracts';
import { buildOffer, buildSent } from '../testing/build';
import { groupsOf } from './groups';
import { badgeOf, groupOf, standing } from './words';

const AT = '2026-03-05T18:00:00.000Z';
const offBy = (status: Offer['status'], cancelledBy: Offer['cancelledBy']) => ({
  status,
  cancelledAt: AT,
  cancelledBy,
});

describe('what an offer says about its state', () => {
  it.each<[string, Partial<Offer>, string | null, string | null]>([
    // to the one who received it, and to the one who sent it
    ['Pending', { status: 'pending' }, null, null],
    ['Accepted', { status: 'accepted' }, null, null],
    ['Declined', { status: 'declined' }, 'You declined.', 'Ben cannot make it.'],
    ['Rescheduled', { status: 'rescheduled' }, 'You proposed another time.', 'Ben proposed another time.'],
    ['Completed', { status: 'completed' }, null, null],
    ['Withdrawn', offBy('pending', 'sender'), 'Ben took this offer back.', 'You took this offer back.'],
    ['Called off', offBy('accepted', 'sender'), 'Ben called this date off.', 'You called this date off.'],
    ['Called off', offBy('accepted', 'recipient'), 'You called this date off.', 'Ben called this date off.'],
    [
      'Ended',
      offBy('pending', null),
      'This offer ended without an answer.',
      'This offer ended without an answer.',
    ],
    [
      'You have a date then',
      { timeTaken: true },
      'You have a date then. Propose another time: Reschedule.',
      'You have a date then. This offer is taken back automatically within an hour.',
    ],
  ])('%s, %j - is said to either side', (badge, parts, received, sent) => {
    expect(badgeOf(buildOffer(parts)).text).toBe(badge);
    expect(standing(buildOffer(parts), 'received')).toBe(received);
    expect(standing(buildSent(parts), 'sent')).toBe(sent);
  });
});

const gone = { id: null, name: 'deleted student', age: null };

describe('what an offer of a deleted student says about its state', () => {
  it.each<[Partial<Offer>, string | null, string | null]>([
    [offBy('pending', 'sender'), 'This offer was taken back.', 'You took this offer back.'],
    [offBy('accepted', 'sender'), 'This date was called off.', 'You called this date off.'],
    [offBy('accepted', 'recipient'), 'You called this date off.', 'This date was called off.'],
    [{ status: 'declined' }, 'You declined.', null],
    [{ status: 'rescheduled' }, 'You proposed another time.', null],
  ])('%j - is said without a name', (parts, received, sent) => {
    expect(standing(buildOffer({ ...parts, fromUser: gone }), 'received')).toBe(received);
    expect(standing({ ...buildSent(parts), toUser: gone }, 'sent')).toBe(sent);
  });
});

describe('the group of an offer', () => {
  const after = (days: number) => Date.parse(AT) + days * 86_400_000;
  const met = { proposedDate: AT, status: 'completed' } as const;
  const lateOff = {
    ...offBy('accepted', 'sender'),
    proposedDate: AT,
    can: { ...NO_ABILITIES, sayMet: true },
  };
  it.each<[string, Partial<Offer>, number, ReturnType<typeof groupOf>]>([
    ['a date less than two weeks ago', met, after(14) - 1, 'asked'],
    ['a date two weeks ago', met, after(14), 'earlier'],
    ['a date they spoke about', { ...met, meeting: { met: true } as Offer['meeting'] }, after(1), 'earlier'],
    ['an offer that waits', {}, after(-1), 'open'],
    ['an agreed date', { status: 'accepted' }, after(-1), 'agreed'],
    ['one called off', offBy('accepted', 'sender'), after(-1), 'earlier'],
    ['one called off after its start', lateOff, after(1), 'asked'],
    ['a declined one', { status: 'declined' }, after(-1), 'earlier'],
  ])('%s - is known', (_, parts, now, group) => expect(groupOf(buildOffer(parts), now)).toBe(group));

  it('without an offer - is not listed', () => {
    const offers = { received: [buildOffer({ status: 'declined' })], sent: [] };
    const titles = groupsOf(offers, 'received', after(-1)).map(({ title }) => title);
    expect(titles).toEqual(['Earlier']);
  });
});
