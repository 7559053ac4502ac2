import { endLater, endNoted } from './late-sign-out';

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

  it('one of them - no answer, a server that is down or busy - is tried again', async () => {
    endLater('ann');
    ended.mockRejectedValueOnce(new Error('Failed to fetch'));
    statuses(503, 429, 204);
    for (let at = 0; at < 5; at++) await endNoted('https://auth', 'key');
    expect(ended).toHaveBeenCalledTimes(4);
    expect(localStorage.length).toBe(0);
  });
});
