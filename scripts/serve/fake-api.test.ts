import { STREAM_BEAT_MS } from '@flint/contracts/offer-events';
import { createFakeApi } from './fake-api';
import { listen, type Listening } from './listen';

let server: Listening;
beforeEach(async () => {
  server = await listen(createFakeApi().listener, { port: 0, name: 'the fake API' });
});
afterEach(async () => {
  jest.useRealTimers();
  await server.close({ graceMs: 0 });
});

describe('the stream of offers of the fake API', () => {
  it('an open page - gets data before the server closes the connection as dead', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'setTimeout'] });
    const reader = (await fetch(`${server.url}/api/v1/offers/events`)).body!.getReader();
    await reader.read();
    for (let beat = 0; beat < 3; beat++) {
      jest.advanceTimersByTime(STREAM_BEAT_MS);
      expect(Buffer.from((await reader.read()).value!).toString()).toMatch(/^:/);
    }
    expect(STREAM_BEAT_MS).toBeLessThan(server.server.timeout);
  });
});
