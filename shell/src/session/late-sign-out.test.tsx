import { endNoted } from './end-noted';
import { createEnding, endLater } from './late-sign-out';

const DAY_MS = 86_400_000;

const ended = jest.fn<Promise<Response>, [string, RequestInit]>();
/** A status, or that of a refusal with its code. */
const answers = (...all: (number | `${number} ${string}`)[]) => {
  for (const each of all) {
    const [status, code] = String(each).split(' ');
    const json = async () => (code ? { error_code: code } : JSON.parse('<html>'));
    ended.mockResolvedValueOnce({ status: Number(status), json } as Response);
  }
};
/** An access token that expired so many days ago. */
const tokenOf = (name: string, days = 0) =>
  `e30.${btoa(JSON.stringify({ exp: (Date.now() - days * DAY_MS) / 1000 }))}.${name}`;
const tried = () =>
  ended.mock.calls.map(([, { headers }]) => new Headers(headers).get('authorization')?.split('.')[2]);
const end = (supabaseUrl: string | null = null) => endNoted({ supabaseUrl, supabaseKey: 'key' });

describe('a session that was ended while the server could not be reached', () => {
  beforeEach(() => {
    jest.useFakeTimers();
    ended.mockReset();
    globalThis.fetch = ended as unknown as typeof fetch;
  });
  afterEach(() => jest.useRealTimers());

  it('two of them - the connection is back - are ended at the server once', async () => {
    endLater(tokenOf('ann'));
    endLater(tokenOf('ben'));
    answers(204, '403 session_not_found');
    await end();
    await end();
    expect(tried()).toEqual(['ann', 'ben']);
    const [url, { method }] = ended.mock.calls[0]!;
    expect([method, url]).toEqual(['POST', `${location.origin}/auth/v1/logout?scope=local`]);
  });

  it('one of two - no answer, a server that is down or busy, a refusal that does not name the session - stays noted, and the other is ended', async () => {
    endLater(tokenOf('ann'));
    endLater(tokenOf('ben'));
    ended.mockRejectedValueOnce(new Error('Failed to fetch'));
    answers(204, 500, 429, 404, '403 bad_jwt', '403 user_banned', '403 user_not_found');
    for (let pass = 1; pass <= 8; pass += 1) await end();
    expect(tried()).toEqual(['ann', 'ben', 'ann', 'ann', 'ann', 'ann', 'ann', 'ann']);
    expect(localStorage).toHaveLength(0);
  });

  it.each([
    [null, 29, '403 bad_jwt', 2],
    [null, 31, '403 bad_jwt', 1],
    [null, 59, 404, 2],
    [null, 61, 404, 1],
    ['https://a.supabase.co', 1, '403 bad_jwt', 1],
    ['https://a.supabase.co', 1, 503, 2],
    ['https://a.supabase.co', 1, '429 over_request_rate_limit', 2],
  ] as const)(
    'at %p, %i days after its token expired by this device’s clock, answered %p - has %i tries',
    async (hosted, days, answer, tries) => {
      endLater(tokenOf('ann', days));
      answers(answer, 204);
      await end(hosted);
      await end(hosted);
      expect(ended.mock.calls.map(([url]) => url.split('/logout')[0])).toEqual(
        Array.from({ length: tries }, () => `${hosted ?? location.origin}/auth/v1`),
      );
      expect(localStorage).toHaveLength(0);
    },
  );

  it('the code does not arrive - the connection is back - is ended after growing pauses, by itself', async () => {
    const startedAt = Date.now();
    const triedAfter: number[] = [];
    const load = () => {
      triedAfter.push((Date.now() - startedAt) / 1_000);
      return triedAfter.length < 8 ? Promise.reject(new Error('Loading chunk seldom failed')) : end();
    };
    endLater(tokenOf('ann'));
    createEnding(load)();
    answers(503, 204);
    await jest.advanceTimersByTimeAsync(3_600_000);
    expect(triedAfter).toEqual([0, 2, 6, 14, 30, 62, 122, 182, 242]);
    expect(tried()).toEqual(['ann', 'ann']);
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
    endLater(tokenOf('ann'));
    endSessions();
    endSessions();
    fail();
    await jest.advanceTimersByTimeAsync(1_999);
    expect(load).toHaveBeenCalledTimes(2);
    load.mockImplementation(end);
    answers(204);
    await jest.advanceTimersByTimeAsync(600_000);
    expect(load).toHaveBeenCalledTimes(3);
    expect(tried()).toEqual(['ann']);
  });
});
