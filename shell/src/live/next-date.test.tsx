import type { Offer } from '@flint/contracts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@flint/contracts/time';
import * as data from '@flint/remote-kit/data';
import { PlatformProvider } from '@flint/remote-kit';
import { fakeApi, fakePlatform } from '@flint/remote-kit/testing';
import { act, render } from '@testing-library/react';
import { useNextDate, useWaiting } from '../platform/news';
import { Live } from './Live';

const NOW = Date.parse('2026-11-26T15:30:00.000Z');
const BEN = '11111111-2222-4333-8444-555555555555';
const ANN = '7db2fc24-49d4-4113-a48e-ca9a619864fc';
const person = (id: string, name: string) => ({ id, name, age: 21 });

/** An offer of a person with that name, for a time so far from now. */
const offer = (name: string, hours: number, status: Offer['status'] = 'accepted') =>
  ({
    id: name,
    fromUserId: BEN,
    toUserId: ANN,
    fromUser: person(BEN, name),
    toUser: person(ANN, 'Ann'),
    proposedDate: new Date(NOW + hours * HOUR_MS).toISOString(),
    status,
    cancelledAt: null,
    can: { decline: status === 'pending' },
  }) as Offer;

/** The same, asked for by Ann. */
const sent = (...of: Parameters<typeof offer>) => {
  const { fromUserId, fromUser, ...rest } = offer(...of);
  return {
    ...rest,
    fromUserId: ANN,
    toUserId: fromUserId,
    fromUser: rest.toUser,
    toUser: fromUser,
  } as Offer;
};

function Shown({ of }: { readonly of: (shown: string) => void }) {
  const [next, waiting] = [useNextDate(), useWaiting()];
  of(`${next?.name ?? 'nobody'}, ${waiting} wait`);
  return null;
}

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

/** The navigation of a page on a device whose clock is off. */
function open(off: number, items: readonly Offer[]) {
  jest.setSystemTime(NOW + off);
  const headers = { date: new Date(NOW).toUTCString() };
  const list = (offers: readonly Offer[]) => ({ body: { items: offers, nextCursor: null }, headers });
  const { routes } = fakeApi({ 'GET /offers': list(items) });
  const platform = fakePlatform();
  data.setCredentials({ accessToken: platform.auth.accessToken, onUnauthenticated: () => undefined });
  const store = data.createDataStore('ann');
  let now = '';
  render(<Shown of={(shown) => (now = shown)} />);
  const { unmount } = render(
    <PlatformProvider value={platform}>
      <Live module={data} store={store} />
    </PlatformProvider>,
  );
  return {
    shown: () => now,
    signOut: unmount,
    change: (...offers: Offer[]) => {
      routes['GET /offers'] = list(offers);
      store.dispatch(data.api.util.invalidateTags(['Offers']));
    },
  };
}

describe('the navigation of a page that stays open', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it.each([0, 4 * HOUR_MS, -DAY_MS])(
    'on a device whose clock is off by %d ms - shows the next date until it is over, and offers that can still be answered',
    async (off) => {
      const items = [sent('Cal', 3.5), offer('Ben', -0.5), offer('Dan', 1.5, 'pending')];
      const { shown } = open(off, items);
      const all: string[] = [];
      for (let hour = 0; hour <= 6; hour++) {
        jest.setSystemTime(NOW + off + hour * HOUR_MS);
        await pass(MINUTE_MS);
        all.push(shown());
      }
      expect(all).toEqual([
        'Ben, 1 wait',
        'Ben, 1 wait',
        'Cal, 0 wait',
        'Cal, 0 wait',
        'Cal, 0 wait',
        'Cal, 0 wait',
        'nobody, 0 wait',
      ]);
    },
  );

  it('after an offer was answered elsewhere, and after a sign-out - shows what is left', async () => {
    const { shown, change, signOut } = open(0, [offer('Ben', -0.5), offer('Dan', 1.5, 'pending')]);
    await pass(1.5 * MINUTE_MS);
    expect(shown()).toBe('Ben, 1 wait');
    change(offer('Cal', 1), offer('Dan', 1.5, 'pending'), offer('Eli', 2, 'pending'));
    await pass(0.6 * MINUTE_MS);
    expect(shown()).toBe('Cal, 2 wait');
    act(signOut);
    expect(shown()).toBe('nobody, 0 wait');
  });
});
