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
const person = (id: string, name: string) => ({ id, name, age: 21 });

/** An offer of a person with that name, for a time so far from now. */
const offer = (name: string, hours: number, status: Offer['status'] = 'accepted') =>
  ({
    id: name,
    fromUserId: BEN,
    toUserId: 'ann',
    fromUser: person(BEN, name),
    toUser: person('ann', 'Ann'),
    proposedDate: new Date(NOW + hours * HOUR_MS).toISOString(),
    status,
    cancelledAt: null,
    can: { accept: status === 'pending' },
  }) as Offer;

function Shown({ of }: { readonly of: (shown: string) => void }) {
  const [next, waiting] = [useNextDate(), useWaiting()];
  of(`${next?.name ?? 'nobody'}, ${waiting} wait`);
  return null;
}

/** What the navigation shows on a device whose clock is off, at once and then every hour, and after the sign-out. */
async function hoursOn(off: number, hours: number, items: readonly Offer[]) {
  jest.setSystemTime(NOW + off);
  fakeApi({
    'GET /offers': { body: { items, nextCursor: null }, headers: { date: new Date(NOW).toUTCString() } },
  });
  const platform = fakePlatform();
  data.setCredentials({ accessToken: platform.auth.accessToken, onUnauthenticated: () => undefined });
  const store = data.createDataStore('ann');
  let now = '';
  const { unmount } = render(
    <PlatformProvider value={platform}>
      <Live module={data} store={store} />
    </PlatformProvider>,
  );
  const navigation = render(<Shown of={(shown) => (now = shown)} />);
  const all: string[] = [];
  for (let hour = 0; hour <= hours; hour++) {
    jest.setSystemTime(NOW + off + hour * HOUR_MS);
    await act(() => jest.advanceTimersByTimeAsync(MINUTE_MS));
    all.push(now);
  }
  unmount();
  navigation.rerender(<Shown of={(shown) => all.push(shown)} />);
  navigation.unmount();
  return all;
}

describe('the navigation of a page that stays open', () => {
  beforeEach(() => {
    localStorage.clear();
    jest.useFakeTimers();
  });
  afterEach(() => jest.useRealTimers());

  it.each([0, 4 * HOUR_MS, -DAY_MS])(
    'on a device whose clock is off by %d ms - shows the next date until it is over, and offers that can still be answered',
    async (off) => {
      const items = [offer('Cal', 3.5), offer('Ben', -0.5), offer('Dan', 1.5, 'pending')];
      expect(await hoursOn(off, 6, items)).toEqual([
        'Ben, 1 wait',
        'Ben, 1 wait',
        'Cal, 0 wait',
        'Cal, 0 wait',
        'Cal, 0 wait',
        'Cal, 0 wait',
        'nobody, 0 wait',
        'nobody, 0 wait',
      ]);
      expect(await hoursOn(off, 0, items)).toEqual(['Ben, 1 wait', 'nobody, 0 wait']);
    },
  );
});
