import { createDeviceStorage } from './device';
import { EMPTY, type Entry } from './entry';
import { unsentOf } from './unsent';

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
  });
});

describe('what stays on a device when the server ends the session', () => {
  it('of a form, a change and an answer - is the form, and the change without what the server told', () => {
    const form = { ...EMPTY, base: 'typed' };
    expect(unsentOf('draft/offer:ben', form)).toBe(form);
    expect(unsentOf('answers/intent', { ...EMPTY, base: 'told' })).toBeNull();
    const edit = { madeFrom: null, value: 'mine', at: 1 };
    const changed: Entry = { base: 'told', edit, sent: null, hold: { by: 'refusal', detail: 'No.' } };
    expect(unsentOf('answers/intent', changed)).toEqual({ ...changed, base: null });
    const conflict = { by: 'conflict', theirs: 'told' } as const;
    expect(unsentOf('answers/intent', { ...changed, hold: conflict })).toEqual({ ...EMPTY, edit });
  });
});
