import { screenToGoOn } from './screen-to-go-on';

type Args = Parameters<typeof screenToGoOn>;

const NOW = Date.parse('2026-03-02T12:00:00.000Z');
const DAYS_MS = 86_400_000;
const WAITS = { accept: true, decline: true, cancel: false };
/** Another date of this student is at that time. */
const TAKEN = { ...WAITS, accept: false };
const AGREED = { accept: false, cancel: true };
const SENT = { accept: false, cancel: false };

/** Where a student with these offers is led. */
function screenWith(offers: readonly object[], completed: string | null = '2026-01-01T00:00:00Z') {
  const answers = { readProfile: { onboardingCompletedAt: completed }, listOffers: { items: offers } };
  const endpoints = Object.fromEntries(
    Object.entries(answers).map(([name, data]) => {
      // asked as the screens ask, and kept for nobody
      const initiate = (...asked: unknown[]) => {
        expect(asked).toEqual([undefined, { subscribe: false }]);
        return { data };
      };
      return [name, { initiate }];
    }),
  );
  const store = { dispatch: async (action: unknown) => action };
  return screenToGoOn(
    store as unknown as Args[0],
    { api: { endpoints }, serverNow: Date.now } as unknown as Args[1],
  );
}
const offerAt = (can: object, milliseconds: number) => ({
  can,
  proposedDate: new Date(NOW + milliseconds).toISOString(),
});

describe('the screen that a student is led on to', () => {
  beforeEach(() => jest.useFakeTimers({ now: NOW }));
  afterEach(() => jest.useRealTimers());

  it.each([
    ['no offer', [], 'matches'],
    ['an offer to answer', [offerAt(WAITS, 9 * DAYS_MS)], 'offers'],
    ['an offer to answer, at a taken hour', [offerAt(TAKEN, 9 * DAYS_MS)], 'offers'],
    ['an offer whose time has passed', [offerAt(WAITS, 0)], 'matches'],
    ['a sent offer', [offerAt(SENT, DAYS_MS)], 'matches'],
    ['a date in just less than two days', [offerAt(AGREED, 2 * DAYS_MS - 1)], 'offers'],
    ['a date in two days', [offerAt(AGREED, 2 * DAYS_MS)], 'matches'],
    [
      'a later date, then an offer to answer',
      [offerAt(AGREED, 3 * DAYS_MS), offerAt(WAITS, DAYS_MS)],
      'offers',
    ],
  ])('with %s - %j - is %s', async (_what, offers, screen) => expect(await screenWith(offers)).toBe(screen));

  it('before the questionnaire is completed - is none', async () =>
    expect(await screenWith([offerAt(WAITS, DAYS_MS)], null)).toBeNull());
});
