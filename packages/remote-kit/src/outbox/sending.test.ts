import { EMPTY, type Entry } from './entry';
import { createOutbox } from './outbox';
import type { Kind, OutboxParts, Outcome, Writes } from './parts';
import { isSameJson } from './same';

const stored = (writes: Writes): Outcome => ({
  by: 'stored',
  values: new Map([...writes].map(([key, { value }]) => [key, value])),
});
const failure = (retryAfterMs?: number) => async (): Promise<Outcome> => ({ by: 'failure', retryAfterMs });

/** An outbox in one tab; `send` answers for each kind, and `sent` lists what was sent, with its time. */
async function open(
  send: Readonly<Record<string, NonNullable<Kind['send']>>>,
  lock: OutboxParts['lock'] = (work) => work(),
) {
  const began = Date.now();
  const sent: string[] = [];
  const entries = new Map<string, Entry>();
  const outbox = createOutbox({
    kinds: Object.fromEntries(
      Object.entries(send).map(([kind, answer]): [string, Kind] => [
        kind,
        {
          isSame: isSameJson,
          send: (writes) => {
            sent.push(`${kind} at ${Date.now() - began}`);
            return answer(writes);
          },
        },
      ]),
    ),
    storage: {
      readAll: async () => new Map(entries),
      update: async (name, change) => {
        const next = change(entries.get(name) ?? EMPTY);
        entries.set(name, next);
        return next;
      },
    },
    channel: { post: () => undefined, listen: () => undefined },
    lock,
    now: () => Date.now(),
    later: (work, ms) => {
      const timer = setTimeout(work, ms);
      return () => clearTimeout(timer);
    },
  });
  await outbox.open();
  return { outbox, sent };
}

const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

describe('sending', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('flush - while an earlier change is on a slow line, and a timer found that - settles when the server has all', async () => {
    const answers: (() => void)[] = [];
    const slow = (writes: Writes) =>
      new Promise<Outcome>((resolve) => answers.push(() => resolve(stored(writes))));
    const { outbox } = await open({ answers: slow, album: async (writes) => stored(writes) });
    void outbox.edit('answers', 'intent', 'Casual dating');
    await pass(500);
    void outbox.edit('answers', 'religion', 'None');
    await pass(500);
    void outbox.edit('album', 'album', ['photo']);
    const results: boolean[] = [];
    const flush = async () => results.push(await outbox.flush());
    void flush();
    void flush();
    for (let waits = 0; waits < 2; waits++) {
      await pass(10_000);
      expect(results).toEqual([]);
      answers.shift()!();
    }
    await pass(0);
    expect(results).toEqual([true, true]);
    expect(outbox.isUnsaved()).toBe(false);
  });

  it('a kind that the server makes wait for an hour - leaves the pauses of another to itself', async () => {
    const { outbox, sent } = await open({ answers: failure(), album: failure(3_600_000) });
    void outbox.edit('answers', 'intent', 'Casual dating');
    void outbox.edit('album', 'album', ['photo']);
    await pass(10_000);
    expect(outbox.status().state).toBe('retrying');
    expect(sent).toEqual(['answers at 500', 'album at 500', 'answers at 2500', 'answers at 6500']);
    await pass(3_590_500);
    expect(sent.filter((what) => what.startsWith('album'))).toEqual(['album at 500', 'album at 3600500']);
  });

  it.each([
    ['an edit of the same kind', (outbox: Outbox) => outbox.edit('album', 'album', ['other']), 500],
    ['the connection, which is back', (outbox: Outbox) => outbox.wake(), 0],
    ['Save', (outbox: Outbox) => outbox.flush(), 0],
  ])('a pause - ends by %s', async (_what, act, afterMs) => {
    const { outbox, sent } = await open({ album: failure(3_600_000) });
    void outbox.edit('album', 'album', ['photo']);
    await pass(1_000);
    void act(outbox);
    await pass(1_000);
    expect(sent).toEqual(['album at 500', `album at ${1_000 + afterMs}`]);
  });

  it('a pause - is not ended by an edit of another kind', async () => {
    const { outbox, sent } = await open({
      answers: async (writes) => stored(writes),
      album: failure(3_600_000),
    });
    void outbox.edit('album', 'album', ['photo']);
    await pass(1_000);
    void outbox.edit('answers', 'intent', 'Casual dating');
    await pass(1_000);
    expect(sent).toEqual(['album at 500', 'answers at 1500']);
  });

  it.each([
    ['a kind whose sending breaks', { broken: () => Promise.reject(new Error('broken')) }, undefined],
    ['a browser that refuses the lock', {}, () => Promise.reject(new DOMException('x', 'InvalidStateError'))],
  ])('%s - holds up no other', async (_what, kinds, lock) => {
    const { outbox } = await open({ ...kinds, answers: async (writes) => stored(writes) }, lock);
    for (const kind of [...Object.keys(kinds), 'answers']) void outbox.edit(kind, 'one', 1);
    await pass(500);
    expect(outbox.isUnsaved('answers')).toBe(false);
  });

  it('a draft that is saved a second time, before the first has arrived - is sent with what is drafted afterwards', async () => {
    const values: unknown[] = [];
    let isOnline = false;
    const { outbox } = await open({
      week: async (writes) => {
        if (!isOnline) return { by: 'failure' };
        values.push(writes.get('week')!.value);
        return stored(writes);
      },
    });
    const draft = (value: string) => outbox.edit('week', 'week', value, { asDraft: true });
    for (const value of ['a', 'ab']) {
      void draft(value);
      void outbox.save('week', 'week');
      await pass(1_000);
    }
    void draft('abc');
    isOnline = true;
    outbox.wake();
    await pass(1_000);
    expect([values, outbox.isUnsaved()]).toEqual([['a', 'abc'], false]);
  });

  it('a value that failed and was shelved - is not sent before the next edit, and then before that', async () => {
    const values: unknown[] = [];
    let isLost = true;
    const { outbox } = await open({
      album: async (writes) => {
        values.push(writes.get('album')!.value);
        return isLost ? { by: 'failure' } : stored(writes);
      },
    });
    void outbox.edit('album', 'album', ['photo']);
    void outbox.flush();
    await pass(0);
    void outbox.shelve('album', 'album');
    outbox.wake();
    await pass(60_000);
    expect([values.length, outbox.isUnsaved(), outbox.status().state]).toEqual([1, true, 'saved']);
    isLost = false;
    void outbox.edit('album', 'album', null);
    await pass(1_000);
    expect(values).toEqual([['photo'], ['photo'], null]);
    expect(outbox.isUnsaved()).toBe(false);
  });

  it('a value that was shelved - is saved once the server shows it', async () => {
    const { outbox } = await open({ album: failure() });
    void outbox.edit('album', 'album', ['photo']);
    void outbox.flush();
    await pass(0);
    void outbox.shelve('album', 'album');
    const tell = (value: unknown) => outbox.beginRead('album')(new Map([['album', value]]));
    tell(['other']);
    expect(outbox.isUnsaved()).toBe(true);
    tell(['photo']);
    expect(outbox.isUnsaved()).toBe(false);
  });
});

type Outbox = Awaited<ReturnType<typeof open>>['outbox'];
