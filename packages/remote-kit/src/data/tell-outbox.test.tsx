import { FROM_DEVICE_HEADER } from '@flint/contracts/from-device';
import { createTestStorage } from '../testing/test-storage';
import { api } from './api';
import { createDataStore } from './store';
import { forwardReadToOutbox } from './tell-outbox';
import { setCredentials } from './transport';

const WEEK = { utcSlots: [], timezone: 'UTC', lastUpdated: '2026-03-05T18:00:00Z' };

describe('the cache of the page', () => {
  afterEach(() => jest.useRealTimers());

  it.each([
    ['readProfile', 'updateProfile', { answers: {} }],
    ['readAvailability', 'saveAvailability', { utcSlots: [] }],
    ['listPhotos', 'savePhotos', { photos: [] }],
    ['readOfferMail', 'saveOfferMail', { wanted: true }],
  ] as const)('%s - is read again after five minutes; what %s answers is known at once', async (...each) => {
    const [read, write, change] = each;
    jest.useFakeTimers();
    const asked: string[] = [];
    const { fetch } = globalThis;
    globalThis.fetch = async (_url, { method = '' } = {}) => {
      asked.push(method);
      return Response.json({ ...WEEK, items: [], by: asked.length });
    };
    setCredentials({ accessToken: async () => 'token-1', onUnauthenticated: () => undefined });
    const store = createDataStore('ann', createTestStorage('ann'));
    const by = async () => {
      const answer: unknown = await store.dispatch(api.endpoints[read].initiate(undefined) as never);
      return (answer as { data: { by: number } }).data.by;
    };
    expect(await by()).toBe(1);
    await jest.advanceTimersByTimeAsync(299_999);
    expect(await by()).toBe(1);
    await jest.advanceTimersByTimeAsync(1);
    expect(await by()).toBe(2);
    await store.dispatch(api.endpoints[write].initiate(change as never) as never);
    expect(await by()).toBe(3);
    expect(asked).toEqual(['GET', 'GET', expect.stringMatching(/^(PUT|POST|PATCH)$/)]);
    store.outbox.end();
    globalThis.fetch = fetch;
  });

  const OF_ONE = { id: '1' };
  it.each([
    ['readCard', undefined, 'chooseShown', { id: 'age', isShown: false }],
    ['readAlerts', undefined, 'chooseAlerts', { showNames: true }],
    ['readStanding', undefined, 'pauseProfile', { paused: true }],
    ['readStanding', undefined, 'appealNotice', { params: OF_ONE, body: { text: 'x' } }],
    ['readHiddenContacts', undefined, 'hideContacts', { emails: [] }],
    ['readHiddenContacts', undefined, 'showContacts', { emails: [] }],
    ['readDate', OF_ONE, 'saveDateLine', { params: OF_ONE, body: { line: 'x' } }],
    ['readDate', OF_ONE, 'sendDateSignal', { params: OF_ONE, body: { kind: 'here' } }],
  ] as const)('%s (%p) - is what %s answered, also if it cannot be read again', async (...each) => {
    const [read, of, write, change] = each;
    const { fetch } = globalThis;
    let reads = 0;
    globalThis.fetch = async (_url, { method = '' } = {}) =>
      method !== 'GET'
        ? Response.json({ by: method })
        : reads++ === 0
          ? Response.json({ by: method })
          : Response.json({ code: 'forbidden', detail: 'x' }, { status: 403 });
    setCredentials({ accessToken: async () => 'token-1', onUnauthenticated: () => undefined });
    const store = createDataStore('ann', createTestStorage('ann'));
    await store.dispatch(api.endpoints[read].initiate(of as never) as never);
    await store.dispatch(api.endpoints[write].initiate(change as never) as never);
    await Promise.all(store.dispatch(api.util.getRunningQueriesThunk()));
    const known = api.endpoints[read].select(of as never)(store.getState() as never);
    expect([reads, known.data]).toEqual([2, { by: expect.stringMatching(/^(PUT|POST)$/) }]);
    store.outbox.end();
    globalThis.fetch = fetch;
  });
});

describe('what a read tells the outbox', () => {
  it.each([
    [true, []],
    [false, [['dispatch']]],
  ])('taken: %p - is read again only if a write was stored meanwhile', async (isTaken, again) => {
    const readAgain = jest.fn();
    const outbox = { beginRead: () => () => isTaken };
    const queryFulfilled = Promise.resolve({ data: 'late' });
    const forward = forwardReadToOutbox(['mail'], (data) => ({ mail: [['offers', data]] }), readAgain);
    await forward(undefined, { extra: { outbox }, dispatch: 'dispatch', queryFulfilled });
    expect(readAgain.mock.calls).toEqual(again);
  });

  it('an earlier answer that the device had - after the server told a newer one - is not taken for what the server has', async () => {
    const answers = [
      Response.json({ answers: { intent: 'dating' } }),
      Response.json({ answers: { year: 'junior' } }, { headers: { [FROM_DEVICE_HEADER]: '1' } }),
      Response.json(
        { answers: { intent: 'friends', year: 'junior' } },
        { headers: { [FROM_DEVICE_HEADER]: '1' } },
      ),
    ];
    setCredentials({
      accessToken: async () => 'token-1',
      onUnauthenticated: () => undefined,
      takeEarly: async () => answers.shift()!,
    });
    const store = createDataStore('ann', createTestStorage('ann'));
    const read = () =>
      store.dispatch(api.endpoints.readProfile.initiate(undefined, { forceRefetch: true, subscribe: false }));
    for (let at = 0; at < 3; at++) await read();
    const shown = ['intent', 'year'].map((id) => store.outbox.read('answers', id).base);
    // it is better than nothing where the server has told nothing
    expect(shown).toEqual(['dating', 'junior']);
    store.outbox.end();
  });
});
