import { endNoted } from './end-noted';
import { createEnding, endLater } from './late-sign-out';

const ended = jest.fn<Promise<{ status: number }>, [string, RequestInit]>();
const statuses = (...all: number[]) => {
  for (const status of all) ended.mockResolvedValueOnce({ status });
};
const tokens = () => ended.mock.calls.map(([, { headers }]) => new Headers(headers).get('authorization'));
const end = () => endNoted('https://auth', 'key');

describe('a session that was ended while the server could not be reached', () => {
  beforeEach(() => {
    jest.useFakeTimers();
    ended.mockReset();
    globalThis.fetch = ended as unknown as typeof fetch;
  });
  afterEach(() => jest.useRealTimers());

  it('two of them - the connection is back - are ended at the server once', async () => {
    endLater('ann');
    endLater('ben');
    statuses(204, 403);
    await end();
    await end();
    expect(tokens()).toEqual(['Bearer ann', 'Bearer ben']);
    const [url, { method }] = ended.mock.calls[0]!;
    expect([method, url]).toEqual(['POST', 'https://auth/logout?scope=local']);
  });

  it('one of two - no answer, a server that is down or busy - stays noted, and the other is ended', async () => {
    endLater('ann');
    endLater('ben');
    ended.mockRejectedValueOnce(new Error('Failed to fetch'));
    statuses(204, 500, 429, 499);
    for (let pass = 1; pass <= 5; pass += 1) await end();
    expect(tokens()).toEqual(['Bearer ann', 'Bearer ben', 'Bearer ann', 'Bearer ann', 'Bearer ann']);
    expect(localStorage).toHaveLength(0);
  });

  it('the code does not arrive - the connection is back - is ended after growing pauses, by itself', async () => {
    const startedAt = Date.now();
    const triedAfter: number[] = [];
    const load = () => {
      triedAfter.push((Date.now() - startedAt) / 1_000);
      return triedAfter.length < 8 ? Promise.reject(new Error('Loading chunk seldom failed')) : end();
    };
    endLater('ann');
    createEnding(load)();
    statuses(503, 204);
    await jest.advanceTimersByTimeAsync(3_600_000);
    expect(triedAfter).toEqual([0, 2, 6, 14, 30, 62, 122, 182, 242]);
    expect(tokens()).toEqual(['Bearer ann', 'Bearer ann']);
  });

  it('the first try is still failing - the connection is back - has one next try, 2 s later', async () => {
    let fail = () => undefined as void;
    const failing = new Promise<void>(
      (_, reject) => (fail = () => reject(new Error('Loading chunk seldom failed'))),
    );
    const load = jest.fn(() => failing);
    const endSessions = createEnding(load);
    endSessions();
    expect(load).not.toHaveBeenCalled();
    endLater('ann');
    endSessions();
    endSessions();
    fail();
    await jest.advanceTimersByTimeAsync(1_999);
    expect(load).toHaveBeenCalledTimes(2);
    load.mockImplementation(end);
    statuses(204);
    await jest.advanceTimersByTimeAsync(600_000);
    expect(load).toHaveBeenCalledTimes(3);
    expect(tokens()).toEqual(['Bearer ann']);
  });
});
