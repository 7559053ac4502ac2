import { FROM_DEVICE_HEADER } from '@flint/contracts/from-device';

const OFFERS = 'https://flint.test/api/v1/offers';
const TOKEN = `Bearer x.${Buffer.from('{"sub":"6f0b7f3e"}').toString('base64url')}.y`;
const original = globalThis.fetch;

class FetchEvent extends Event {
  waitUntil() {
    // the test waits itself
  }
}

/** A worker whose device has a copy of the offers, or not. */
async function startWorker(copy: string | null) {
  jest.resetModules();
  const kept = new Map<string, Response>();
  const cache = {
    match: async ({ url }: Request) => kept.get(url)?.clone(),
    put: async ({ url }: Request, response: Response) => void kept.set(url, response),
    keys: async () => [],
    delete: async (url: string) => kept.delete(url),
  };
  const caches = { ...cache, open: async () => cache };
  Object.assign(globalThis, {
    self: globalThis,
    caches,
    FetchEvent,
    ExtendableEvent: FetchEvent,
    location: new URL(OFFERS),
    __WB_DISABLE_DEV_LOGS: true,
  });
  const date = new Date().toUTCString();
  if (copy) kept.set(OFFERS, new Response(copy, { headers: { date } }));
  const { answer, recordChange, write } = await import('./answers');
  let reply: (text: string) => void = () => undefined;
  globalThis.fetch = () =>
    new Promise((resolve) => (reply = (text) => resolve(new Response(text, { headers: { date } }))));
  const request = new Request(OFFERS, { headers: { authorization: TOKEN } });
  const ask = async () => {
    const given = await answer({
      request,
      event: new FetchEvent('fetch'),
      url: new URL(OFFERS),
    } as never);
    return [await given.text(), given.headers.has(FROM_DEVICE_HEADER)];
  };
  const save = async () => {
    const patch = new Request(OFFERS, { method: 'PATCH', headers: { authorization: TOKEN } });
    return (await write({ request: patch, event: new FetchEvent('fetch') } as never)).text();
  };
  return {
    ask,
    save,
    /** From now on the storage of the device takes this time to write, in milliseconds. */
    slowDown(ms: number) {
      const { put } = cache;
      cache.put = async (...given) => {
        await new Promise((resolve) => setTimeout(resolve, ms));
        return put(...given);
      };
    },
    recordChange,
    reply: (text: string) => reply(text),
    cut: () => (globalThis.fetch = () => Promise.reject(new TypeError('no connection'))),
    copy: () => kept.get(OFFERS)?.clone().text(),
  };
}

/** What a promise has given so far. */
function watch<T>(promise: Promise<T>) {
  const seen: T[] = [];
  void promise.then((one) => seen.push(one));
  return seen;
}

describe('an answer of the API', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => {
    jest.useRealTimers();
    globalThis.fetch = original;
  });
  const wait = (ms: number) => jest.advanceTimersByTimeAsync(ms);

  it('on a line that says nothing - is the copy of the device, which a late answer replaces', async () => {
    const worker = await startWorker('copy');
    const seen = watch(worker.ask());
    await wait(2_900);
    expect(seen).toEqual([]);
    await wait(200);
    expect(seen).toEqual([['copy', true]]);
    worker.reply('late');
    await wait(100);
    expect(await worker.copy()).toBe('late');
  });

  it('on a slow line without a copy - is waited for', async () => {
    const worker = await startWorker(null);
    const seen = watch(worker.ask());
    await wait(10_000);
    worker.reply('late');
    await wait(100);
    expect(seen).toEqual([['late', false]]);
  });

  it('to a write - read without a connection before the device has stored it - is the answer to the write', async () => {
    const worker = await startWorker('copy');
    worker.slowDown(500);
    const saved = worker.save();
    worker.reply('saved');
    expect(await saved).toBe('saved');
    worker.cut();
    const seen = watch(worker.ask());
    await wait(400);
    expect(seen).toEqual([]);
    await wait(200);
    expect(seen).toEqual([['saved', true]]);
  });

  it('on a slow line after a change - is waited for longer, because the copy may not have the change', async () => {
    const worker = await startWorker('copy');
    worker.recordChange();
    const seen = watch(worker.ask());
    await wait(11_000);
    expect(seen).toEqual([]);
    await wait(1_100);
    expect(seen).toEqual([['copy', true]]);
    await wait(60_000);
    const later = watch(worker.ask());
    await wait(3_100);
    expect(later).toEqual([['copy', true]]);
  });
});
