import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { fakeApi } from '../testing/fake-api';
import { createDataStore, DataProvider, setCredentials, useReadAvailabilityQuery } from './index';

describe('the cache of answers', () => {
  it('a response - is requested again only after 5 minutes (spec 9)', async () => {
    setCredentials({ accessToken: async () => 'token-1', onUnauthenticated: () => undefined });
    const start = Date.parse('2027-03-02T12:00:00Z');
    // fakes only the clock: timers run in real time
    jest.useFakeTimers({
      now: start,
      doNotFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'queueMicrotask', 'nextTick'],
    });
    const api = fakeApi({
      'GET /availability': { body: { utcSlots: [], timezone: 'UTC', lastUpdated: '2027-03-02T12:00:00Z' } },
    });
    const store = createDataStore();
    const wrapper = ({ children }: { children: ReactNode }) => (
      <DataProvider store={store}>{children}</DataProvider>
    );
    const look = async () => {
      const { result, unmount } = renderHook(() => useReadAvailabilityQuery(), { wrapper });
      await waitFor(() => expect(result.current.isFetching).toBe(false));
      act(unmount);
      return api.calls.length;
    };
    expect(await look()).toBe(1);
    jest.setSystemTime(start + 290_000);
    expect(await look()).toBe(1);
    jest.setSystemTime(start + 310_000);
    expect(await look()).toBe(2);
    jest.useRealTimers();
    api.restore();
  });
});
