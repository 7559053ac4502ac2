import { FROM_DEVICE_HEADER } from '@flint/contracts/from-device';

const OFFERS = 'https://flint.test/api/v1/offers';
const tokenOf = (sub: string) => `Bearer x.${Buffer.from(JSON.stringify({ sub })).toString('base64url')}.y`;
const ANN = { authorization: tokenOf('ann') };
const original = globalThis.fetch;

class FetchEvent extends Event {
  waitUntil() {
    // the test waits itself
  }
}

/** A worker whose device has a copy of the offers, or not. */
async function startWorker(copy: string | null) {
  jest.resetModules();
  /** Cached answers by language, in each cache; all are of one address. */
  const kept = new Map<string, Map<string | null, Response>>();
  const languageOf = ({ headers }: Request) => headers.get('accept-language');
  const open = (name: string) => kept.get(name) ?? kept.set(name, new Map()).get(name)!;
  const device = { writeMs: 0 };
  const caches = {
    match: async (asked: Request, { cacheName }: { cacheName: string }) =>
      open(cacheName).get(languageOf(asked))?.clone(),
    delete: async (name: string) => kept.delete(name),
    open: async (name: string) => ({
      match: async (asked: Request) => open(name).get(languageOf(asked)),
      put: async (asked: Request, response: Response) => {
        if (device.writeMs > 0) await new Promise((resolve) => setTimeout(resolve, device.writeMs));
        open(name).set(languageOf(asked), response);
      },
      keys: async () => [],
      delete: async () => open(name).clear(),
    }),
  };
  const OWN = 'flint-private-answers-ann';
  Object.assign(globalThis, {
    self: globalThis,
    caches,
    FetchEvent,
    ExtendableEvent: FetchEvent,
    location: new URL(OFFERS),
    __WB_DISABLE_DEV_LOGS: true,
  });
  const date = new Date().toUTCString();
  if (copy) open(OWN).set(null, new Response(copy, { headers: { date } }));
  const { answer, recordChange, recordEmptied, write } = await import('./answers');
  const replies: ((answer: Response) => void)[] = [];
  globalThis.fetch = () => new Promise((resolve) => void replies.push(resolve));
  const ask = async (headers: HeadersInit = ANN) => {
    const given = await answer({
      request: new Request(OFFERS, { headers }),
      event: new FetchEvent('fetch'),
      url: new URL(OFFERS),
    } as never);
    return [await given.text(), given.headers.has(FROM_DEVICE_HEADER)];
  };
  const save = async (headers: HeadersInit = ANN) => {
    const patch = new Request(OFFERS, { method: 'PATCH', headers });
    return (await write({ request: patch, event: new FetchEvent('fetch') } as never)).text();
  };
  return {
    ask,
    save,
    /** From now on the storage of the device takes this time to write, in milliseconds. */
    slowDown: (ms: number) => void (device.writeMs = ms),
    recordChange,
    recordEmptied,
    /** Answers the last request, or an earlier one. */
    reply: (text: string, at = -1, status = 200) =>
      replies.at(at)!(new Response(text, { status, headers: { date } })),
    cut: () => (globalThis.fetch = () => Promise.reject(new TypeError('no connection'))),
    copy: () => open(OWN).get(null)?.clone().text(),
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

  it('to a write - is given to no other student, and replaces what the device had in another language', async () => {
    const worker = await startWorker('copy');
    const saved = worker.save({ ...ANN, 'accept-language': 'fr-CA' });
    worker.reply('enregistré');
    await saved;
    worker.cut();
    await wait(1);
    expect(await worker.ask({ ...ANN, 'accept-language': 'fr-CA' })).toEqual(['enregistré', true]);
    const others = { authorization: tokenOf('ben'), 'accept-language': 'fr-CA' };
    for (const headers of [others, ANN]) await expect(worker.ask(headers)).rejects.toThrow();
  });

  it('to a write - is not replaced by an older answer that comes later, nor by a refusal', async () => {
    const worker = await startWorker('copy');
    const saved = worker.save();
    const asked = worker.ask();
    // its request is sent before the write is answered
    await wait(1);
    worker.reply('saved', 0);
    await saved;
    worker.reply('older');
    expect(await asked).toEqual(['older', false]);
    await wait(1);
    const refused = worker.save();
    worker.reply('refused', -1, 409);
    await refused;
    await wait(100);
    expect(await worker.copy()).toBe('saved');
  });

  it('to a write, after a sign-out - is not cached', async () => {
    const worker = await startWorker('copy');
    const saved = worker.save();
    worker.recordEmptied();
    worker.reply('saved');
    await saved;
    await wait(1);
    expect(await worker.copy()).toBeUndefined();
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
