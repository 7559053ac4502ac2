import { NO_ABILITIES, type Match, type Offer, type Place, type PlaceList } from '@flint/contracts';

export const ANN = '7db2fc24-49d4-4113-a48e-ca9a619864fc';
export const BEN = '11111111-2222-4333-8444-555555555555';

const CAN: Record<Offer['status'], Partial<Offer['can']>> = {
  pending: { accept: true, decline: true, reschedule: true },
  accepted: { cancel: true, addToCalendar: true },
  declined: {},
  rescheduled: {},
  completed: { report: true, sayMet: true },
};

let last = 0;

/** An offer that Ben sent to Ann (the signed-in student), with her permissions. */
export function buildOffer(more: Partial<Offer> = {}): Offer {
  last += 1;
  const status = more.status ?? 'pending';
  return {
    id: last.toString(16).padStart(24, '0'),
    fromUserId: BEN,
    toUserId: ANN,
    fromUser: { id: BEN, name: 'Ben', age: 22 },
    toUser: { id: ANN, name: 'Ann', age: 21 },
    proposedDate: '2040-03-05T23:00:00.000Z',
    location: 'Library café',
    activity: 'Coffee',
    status,
    cancelledAt: null,
    cancelledBy: null,
    counterOf: null,
    counterOffer: null,
    meeting: null,
    createdAt: '2026-03-01T12:00:00.000Z',
    updatedAt: '2026-03-01T12:00:00.000Z',
    ...more,
    can: { ...NO_ABILITIES, ...CAN[status], ...more.can },
  };
}

/** The same offer the other way round: Ann sent it. */
export const buildSent = (more: Partial<Offer> = {}): Offer => {
  const received = buildOffer(more);
  return {
    ...received,
    fromUserId: ANN,
    toUserId: BEN,
    fromUser: received.toUser,
    toUser: received.fromUser,
    can: { ...NO_ABILITIES, ...(received.status === 'pending' && { withdraw: true }), ...more.can },
  };
};

export const buildMatch = (more: Partial<Match> = {}): Match => ({
  userId: BEN,
  name: 'Ben',
  age: 22,
  pronouns: 'he/him',
  year: '3rd Year',
  program: 'Arts',
  photoUrl: null,
  photoUrls: [],
  band: 'great',
  reasons: ['You both enjoy climbing', 'You both like plans made ahead', 'You are both calm and curious'],
  sharedTimes: ['2040-03-05T23:00:00.000Z', '2040-03-07T18:00:00.000Z'],
  suggestedActivities: [
    { activity: 'Coffee and a walk', location: 'Campus café' },
    { activity: 'Board games', location: null },
  ],
  ...more,
});

const DAILY = { from: 8 * 60, to: 21 * 60 };

/** A café that is open from eight to nine in the evening, every day. */
export const buildPlace = (more: Partial<Place> = {}): Place => ({
  id: 'cafe',
  name: 'Common Ground',
  kind: 'campus_coffee',
  address: 'Student Centre',
  mapUrl: 'https://www.openstreetmap.org/?mlat=43.6&mlon=-79.4#map=18/43.6/-79.4',
  walkMinutes: 8,
  hours: { week: Array.from({ length: 7 }, () => [DAILY]), exceptions: [] },
  price: 1,
  noise: 'quiet',
  stepFree: true,
  indoor: true,
  picture: null,
  link: null,
  ...more,
});

export const placeList = (...items: Place[]): { readonly body: PlaceList } => ({
  body: { items, nextCursor: null, timezone: 'America/Toronto' },
});
