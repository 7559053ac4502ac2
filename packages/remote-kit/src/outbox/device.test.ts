import { createDeviceStorage } from './device';
import { EMPTY } from './entry';

class NeverAnswered extends EventTarget {}

describe('the storage of a device', () => {
  beforeAll(() =>
    Object.assign(globalThis, { IDBRequest: NeverAnswered, indexedDB: { open: () => new NeverAnswered() } }),
  );
  afterAll(() => {
    for (const name of ['IDBRequest', 'indexedDB']) Reflect.deleteProperty(globalThis, name);
  });

  it('a database that never answers - fails after a while, so that a change is sent and a sign-out goes on without it', async () => {
    const timeout = jest.spyOn(AbortSignal, 'timeout');
    const storage = createDeviceStorage('ann', () => undefined);
    for (const work of [() => storage.readAll(), () => storage.update('draft/a', () => EMPTY)]) {
      const patience = new AbortController();
      timeout.mockReturnValueOnce(patience.signal);
      const result = work();
      patience.abort();
      await expect(result).rejects.toMatchObject({ type: 'abort' });
    }
    expect(timeout.mock.calls).toEqual([[3_000], [3_000]]);
    timeout.mockRestore();
  });
});
