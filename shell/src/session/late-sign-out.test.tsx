import { endNoted } from './end-noted';
import { endLater } from './late-sign-out';

const ended = jest.fn<Promise<{ status: number }>, [string, RequestInit]>();
const statuses = (...all: number[]) => {
  for (const status of all) ended.mockResolvedValueOnce({ status });
};
const tokens = () => ended.mock.calls.map(([, { headers }]) => new Headers(headers).get('authorization'));

describe('a session that was ended while the server could not be reached', () => {
  beforeEach(() => {
    localStorage.clear();
    ended.mockReset();
    globalThis.fetch = ended as unknown as typeof fetch;
  });

  it('two of them - the connection is back - are ended at the server once', async () => {
    endLater('ann');
    endLater('ben');
    statuses(204, 403);
    await endNoted('https://auth', 'key');
    await endNoted('https://auth', 'key');
    expect(tokens()).toEqual(['Bearer ann', 'Bearer ben']);
    expect(ended.mock.calls[0]![0]).toBe('https://auth/logout?scope=local');
  });

  it('one of them - no answer, a server that is down or busy - is tried again after growing pauses, by itself', async () => {
    jest.useFakeTimers();
    endLater('ann');
    ended.mockRejectedValueOnce(new Error('Failed to fetch'));
    statuses(503, 429, 204);
    await endNoted('https://auth', 'key');
    for (const [ms, times] of [
      [1_900, 1],
      [100, 2],
      [4_000, 3],
      [8_000, 4],
      [600_000, 4],
    ] as const) {
      await jest.advanceTimersByTimeAsync(ms);
      expect(ended).toHaveBeenCalledTimes(times);
    }
    expect(localStorage.length).toBe(0);
    jest.useRealTimers();
  });
});
