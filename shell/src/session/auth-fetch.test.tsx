const WRONG = 'The clock of this device is wrong. Everything works without it.';
const MINUTE_MS = 60_000;
const answered = (status: number) => ({ headers: new Headers(), status }) as Response;

/** A fresh copy of the module: it reports once a page. */
async function fetchAt(serverIsAheadMs: number | null) {
  jest.resetModules();
  const date = serverIsAheadMs === null ? {} : { date: new Date(Date.now() + serverIsAheadMs).toUTCString() };
  globalThis.fetch = jest.fn(async () => ({ headers: new Headers(date), status: 200 }) as Response);
  const { createAuthFetch } = await import('./auth-fetch');
  const fetchAuth = createAuthFetch(() => undefined);
  const { notices: own } = await import('../platform/notices');
  const answer = await fetchAuth('/auth/v1/user');
  await fetchAuth('/auth/v1/user');
  // the notice has code of its own
  await import('./ended-session');
  await new Promise((resolve) => setTimeout(resolve, 0));
  return { answer, texts: own.get().map(({ text }) => text) };
}

describe('the device’s clock', () => {
  it.each([
    ['six minutes behind the server', 6 * MINUTE_MS],
    ['a year ahead of it', -525_600 * MINUTE_MS],
  ])('%s - is said once - and the answer is passed on', async (_case, ahead) => {
    const { answer, texts } = await fetchAt(ahead);
    expect(texts).toEqual([WRONG]);
    expect(answer.headers.get('date')).not.toBeNull();
  });

  it.each([
    ['four minutes off', 4 * MINUTE_MS],
    ['compared with an answer without a date', null],
  ])('%s - is not mentioned', async (_case, ahead) => expect((await fetchAt(ahead)).texts).toEqual([]));
});

describe('the service', () => {
  it.each([
    ['that cannot be reached', () => Promise.reject(new TypeError('Failed to fetch')), 1],
    ['that fails', async () => answered(500), 1],
    ['that is down', async () => answered(503), 1],
    ['that refuses a code', async () => answered(403), 0],
    ['that does not answer yet', () => new Promise<Response>(() => undefined), 0],
  ])('%s - is reported as unreachable or not', async (_case, answer, times) => {
    globalThis.fetch = answer;
    const { createAuthFetch } = await import('./auth-fetch');
    const onUnreachable = jest.fn();
    createAuthFetch(onUnreachable)('/auth/v1/token').catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(onUnreachable).toHaveBeenCalledTimes(times);
  });

  it('that never answers - is reported after five seconds, before the request ends after twenty', async () => {
    const limit = new AbortController();
    const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
    jest.useFakeTimers();
    globalThis.fetch = (_input, init) =>
      new Promise((_, reject) => init!.signal!.addEventListener('abort', reject));
    const { createAuthFetch } = await import('./auth-fetch');
    const onUnreachable = jest.fn();
    const asked = createAuthFetch(onUnreachable)('/auth/v1/token', { method: 'POST' });
    expect(timeout).toHaveBeenCalledWith(20_000);
    for (const [ms, times] of [
      [4_999, 0],
      [1, 1],
    ] as const) {
      jest.advanceTimersByTime(ms);
      expect(onUnreachable).toHaveBeenCalledTimes(times);
    }
    limit.abort();
    await expect(asked).rejects.toBeDefined();
    globalThis.fetch = async () => answered(200);
    onUnreachable.mockClear();
    await createAuthFetch(onUnreachable)('/auth/v1/token', { method: 'POST' });
    jest.advanceTimersByTime(5_000);
    expect(onUnreachable).not.toHaveBeenCalled();
    jest.useRealTimers();
  });
});
