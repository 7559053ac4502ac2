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
    const storage = createDeviceStorage('ann', () => undefined);
    const results = await Promise.allSettled([storage.readAll(), storage.update('draft/a', () => EMPTY)]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  }, 20_000);
});
