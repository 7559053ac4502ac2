import { ROUTES } from '@flint/contracts';
import { FROM_DEVICE_HEADER } from '@flint/contracts/from-device';
import { fakeApi } from '../testing/fake-api';
import { fromContract, fromContractOrNull } from './from-contract';
import { send, setCredentials, type Call } from './transport';

const signal = new AbortController().signal;
const offline = () => {
  throw new TypeError('Failed to fetch');
};
const problem = (status: number, code: string) => ({ status, body: { code, detail: 'no', status } });

describe('a call of the route table', () => {
  beforeEach(() =>
    setCredentials({ accessToken: async () => 'token-1', onUnauthenticated: () => undefined }),
  );

  it('carries what its route needs, and no more; a page that closes completes it (spec 6)', async () => {
    const sent: [URL, RequestInit][] = [];
    globalThis.fetch = async (url, init) => {
      sent.push([url as URL, init!]);
      return Response.json({ ok: 1 });
    };
    const last = async (call: Omit<Call, 'action'>) => {
      expect(await send({ ...call, action: 'x' })).toEqual({ data: { ok: 1 }, meta: false });
      const [url, { headers, ...rest }] = sent.at(-1)!;
      const { 'x-request-id': id, ...named } = Object.fromEntries(headers as Headers);
      expect(id).toMatch(/^[0-9a-f]{32}$/);
      delete rest.signal;
      return { path: url.pathname, ...named, ...rest };
    };
    const plain = { accept: 'application/json', 'accept-language': 'en-US' };
    const user = { ...plain, authorization: 'Bearer token-1' };
    const list = { path: '/api/v1/offers', method: 'GET', ...user };
    expect(await last({ route: ROUTES.listOffers })).toEqual(list);
    expect(await last({ route: ROUTES.listOffers, base: '/desk' })).toEqual({
      ...list,
      path: '/desk/offers',
    });
    expect(await last({ route: ROUTES.readConfig })).toEqual({
      path: '/api/v1/config',
      method: 'GET',
      ...plain,
    });
    const params = { id: 'o1' };
    const sending = { route: ROUTES.respondToOffer, params, body: { a: 1 }, idempotencyKey: 'key-12345' };
    const answered = {
      path: '/api/v1/offers/o1/respond',
      method: 'POST',
      ...user,
      'content-type': 'application/json',
      'idempotency-key': 'key-12345',
      body: '{"a":1}',
    };
    expect(await last(sending)).toEqual(answered);
    expect(await last({ ...sending, keepalive: true })).toEqual({ ...answered, keepalive: true });
    dispatchEvent(new Event('pagehide'));
    expect(await last(sending)).toEqual({ ...answered, keepalive: true });
    dispatchEvent(new Event('pageshow'));
    expect(await last(sending)).toEqual(answered);
    expect(new Set(sent.map(([, { headers }]) => (headers as Headers).get('x-request-id'))).size).toBe(7);
  });

  describe('that nothing answers', () => {
    const never = () => new Promise<never>(() => undefined);
    const token = { accessToken: async () => 'token-1', onUnauthenticated: () => undefined };
    const sent: AbortSignal[] = [];
    const hang: typeof fetch = (_url, init) => (sent.push(init!.signal!), never());
    const endlessBody: typeof fetch = async (_url, init) => {
      sent.push(init!.signal!);
      return new Response(new ReadableStream({ start: (body) => body.enqueue(new Uint8Array([91])) }));
    };
    const cases: Record<string, () => void> = {
      'a line that says nothing': () => (globalThis.fetch = hang),
      'an answer that does not end': () => (globalThis.fetch = endlessBody),
      'an answer that was requested early': () => setCredentials({ ...token, takeEarly: never }),
      'a token that is being refreshed': () => setCredentials({ ...token, accessToken: never }),
    };
    beforeEach(() => {
      fakeApi({});
      sent.length = 0;
      setCredentials(token);
      jest.useFakeTimers();
    });
    afterEach(() => jest.useRealTimers());

    it.each(Object.entries(cases))(
      '%s - is a lost network in the end, with its request',
      async (_case, given) => {
        given();
        let answer: unknown;
        void send({ route: ROUTES.listOffers, action: 'x' }).then((one) => (answer = one));
        await jest.advanceTimersByTimeAsync(19_000);
        expect(answer).toBeUndefined();
        await jest.advanceTimersByTimeAsync(1_000);
        expect(answer).toMatchObject({ error: { status: 0, code: 'network' } });
        expect(sent.every(({ aborted }) => aborted)).toBe(true);
      },
    );

    it.each(Object.entries(cases))('%s - ends at once with its caller', async (_case, given) => {
      given();
      const caller = new AbortController();
      const answer = send({ route: ROUTES.listOffers, action: 'x', signal: caller.signal });
      await jest.advanceTimersByTimeAsync(0);
      caller.abort();
      expect(await answer).toMatchObject({ error: { code: 'network' } });
    });

    it('answered - leaves no timer behind', async () => {
      globalThis.fetch = async () => Response.json({});
      expect(await send({ route: ROUTES.listOffers, action: 'x' })).toMatchObject({ data: {} });
      expect(jest.getTimerCount()).toBe(0);
    });

    it('an export - has two minutes', async () => {
      globalThis.fetch = hang;
      let answer: unknown;
      void send({ route: ROUTES.exportAccount, action: 'x' }).then((one) => (answer = one));
      await jest.advanceTimersByTimeAsync(119_000);
      expect(answer).toBeUndefined();
      await jest.advanceTimersByTimeAsync(1_000);
      expect(answer).toMatchObject({ error: { code: 'network' } });
    });
  });

  it('refused with a code - returns status, code and the text of spec 8', async () => {
    fakeApi({ 'GET /matches': problem(403, 'forbidden') });
    const answer = await fromContract(ROUTES.listMatches, 'load matches').queryFn(undefined, { signal });
    expect(answer).toMatchObject({
      error: { status: 403, code: 'forbidden', message: "You don't have permission to perform this action." },
    });
  });

  it('requested before the client was loaded - is not requested again, and is refused like any other', async () => {
    const api = fakeApi({});
    const takeEarly = jest.fn(async (path: string) => Response.json({ path }));
    const onUnauthenticated = jest.fn();
    const accessToken = async () => 'token-1';
    setCredentials({ accessToken, onUnauthenticated, takeEarly });
    const ask = () =>
      fromContract(ROUTES.listMatches, 'load matches').queryFn(undefined, { signal }) as Promise<unknown>;
    expect(await ask()).toMatchObject({ data: { path: '/matches' } });
    expect(takeEarly).toHaveBeenCalledWith('/matches', 'token-1');
    takeEarly.mockResolvedValueOnce(new Response(null, { status: 401 }));
    expect(await ask()).toMatchObject({ error: { status: 401 } });
    expect(onUnauthenticated).toHaveBeenCalledTimes(1);
    expect(api.calls).toEqual([]);
  });

  it('requested early, before a write - is requested again after it', async () => {
    const takeEarly = async () => Response.json({ is: 'old' });
    setCredentials({ accessToken: async () => 'token-1', onUnauthenticated: () => undefined, takeEarly });
    fakeApi({ 'GET /matches': { body: { is: 'new' } }, 'POST /availability': { body: {} } });
    const ask = () => send({ route: ROUTES.listMatches, action: 'x' });
    expect(await ask()).toMatchObject({ data: { is: 'old' } });
    await send({ route: ROUTES.saveAvailability, action: 'x', body: {} });
    expect(await ask()).toMatchObject({ data: { is: 'new' } });
  });

  it('answered by the device, then by the server - says so, and marks what the device had', async () => {
    const answers = [{ [FROM_DEVICE_HEADER]: '1' }, {}];
    const onAnswer = jest.fn();
    const takeEarly = async () => Response.json({}, { headers: answers.shift()! });
    setCredentials({
      accessToken: async () => 'token-1',
      onUnauthenticated: () => undefined,
      onAnswer,
      takeEarly,
    });
    const ask = () => fromContract(ROUTES.listMatches, 'load matches').queryFn(undefined, { signal });
    expect(await ask()).toMatchObject({ meta: true });
    expect(await ask()).toMatchObject({ meta: false });
    expect(onAnswer.mock.calls).toEqual([[true], [false]]);
  });

  it('an answer whose line is lost in the middle - is a lost network, and no empty answer', async () => {
    globalThis.fetch = async () =>
      new Response(new ReadableStream({ start: (body) => body.error(new TypeError('network error')) }));
    const answer = await send({ route: ROUTES.readProfile, action: 'x' });
    expect(answer).toMatchObject({ error: { status: 0, code: 'network' } });
  });

  describe('that fails', () => {
    beforeEach(() => jest.useFakeTimers());
    afterEach(() => jest.useRealTimers());

    it('a GET without a response - is retried once, then fails as a network error (spec 8, 9)', async () => {
      const api = fakeApi({ 'GET /offers': offline });
      const answer = fromContract(ROUTES.listOffers, 'load offers').queryFn(undefined, { signal });
      await jest.advanceTimersByTimeAsync(399);
      expect(api.calls).toHaveLength(1);
      await jest.advanceTimersByTimeAsync(60_000);
      expect(api.calls).toHaveLength(2);
      expect(await answer).toMatchObject({
        error: {
          status: 0,
          code: 'network',
          message: 'Network error. Please check your connection and try again.',
        },
      });
    });

    it.each([
      [499, 1],
      [500, 2],
    ])('a GET that got %s - is sent %s times in all', async (status, times) => {
      const api = fakeApi({ 'GET /offers': problem(status, 'unavailable') });
      void fromContract(ROUTES.listOffers, 'load offers').queryFn(undefined, { signal });
      await jest.advanceTimersByTimeAsync(60_000);
      expect(api.calls).toHaveLength(times);
    });

    it('a PATCH without a response - is not repeated', async () => {
      const api = fakeApi({ 'PATCH /profile': offline });
      void fromContract(ROUTES.updateProfile, 'update profile').queryFn({ answers: {} }, { signal });
      await jest.advanceTimersByTimeAsync(60_000);
      expect(api.calls).toHaveLength(1);
    });

    it('an idempotent POST that got 503 - is repeated with the same key, 400 ms later', async () => {
      const api = fakeApi({ 'POST /offers': problem(503, 'unavailable') });
      const body = { toUserId: 'x', proposedDate: 'd', location: 'l', activity: 'a' };
      const offer = { body, idempotencyKey: 'key-12345' };
      void fromContract(ROUTES.createOffer, 'create offer').queryFn(offer, { signal });
      await jest.advanceTimersByTimeAsync(400);
      const keys = api.calls.map(({ headers }) => headers.get('idempotency-key'));
      expect(keys).toEqual(['key-12345', 'key-12345']);
    });

    it.each([
      [20, 'answered'],
      [21, 'refused'],
    ])(
      'an idempotent POST whose first request is under way for %s more tries, a second apart - is %s',
      async (tries, end) => {
        let asked = 0;
        fakeApi({
          'POST /offers': () => {
            asked += 1;
            if (asked === 1) return problem(503, 'unavailable');
            return asked <= tries
              ? problem(409, 'idempotency_in_flight')
              : { status: 201, body: { id: 'made' } };
          },
        });
        const body = { toUserId: 'x', proposedDate: 'd', location: 'l', activity: 'a' };
        const offer = { body, idempotencyKey: 'key-12345' };
        const answer = fromContract(ROUTES.createOffer, 'create offer').queryFn(offer, { signal });
        await jest.advanceTimersByTimeAsync(1_400);
        expect(asked).toBe(3);
        await jest.advanceTimersByTimeAsync(60_000);
        expect(await answer).toMatchObject(
          end === 'answered' ? { data: { id: 'made' } } : { error: { status: 409 } },
        );
      },
    );
  });

  it('a GET of something that does not exist yet - returns null (spec 7)', async () => {
    fakeApi({});
    const answer = await fromContractOrNull(ROUTES.readProfile, 'load profile').queryFn(undefined, {
      signal,
    });
    expect(answer).toEqual({ data: null });
  });
});
