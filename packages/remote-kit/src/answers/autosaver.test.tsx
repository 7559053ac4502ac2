import { createAutosaver } from './autosaver';
import { createDraftStore } from './draft';
import type { PatchOutcome } from './send-patch';

const KEY = 'flint:draft:ann';
const onDevice = () => JSON.parse(localStorage.getItem(KEY) ?? 'null');
const settle = async (ms: number) => {
  await jest.advanceTimersByTimeAsync(ms);
};

/** A separate page: a store, its saver, and the requests it sent. */
function openPage(answer: () => PatchOutcome | Promise<PatchOutcome> = () => ({ kind: 'taken' })) {
  const store = createDraftStore('ann');
  const saver = createAutosaver('ann', store);
  const sent: unknown[] = [];
  saver.sendBy(async (patch) => {
    sent.push(patch);
    return answer();
  });
  return { store, saver, sent };
}
/** Dispatches the storage event that a browser sends to other tabs. */
const tellTabs = () => dispatchEvent(new StorageEvent('storage', { key: KEY }));

describe('the autosave', () => {
  beforeEach(() => {
    localStorage.clear();
    jest.useFakeTimers();
  });
  afterEach(() => jest.useRealTimers());

  it('ten changes in a row - cause one request with the last answer to each question', async () => {
    const { store, saver, sent } = openPage();
    for (let i = 0; i < 10; i++) store.answer('intent', `try ${i}`);
    store.answer('pronouns', null);
    await settle(600);
    expect(sent).toEqual([{ answers: { intent: 'try 9', pronouns: null } }]);
    expect(saver.read().state).toBe('saved');
    expect(onDevice().pending).toEqual([]);
  });

  it('a change during a request - is sent after it', async () => {
    let finish: (outcome: PatchOutcome) => void = () => undefined;
    const { store, sent } = openPage(() => new Promise((resolve) => (finish = resolve)));
    store.answer('intent', 'first');
    await settle(600);
    store.answer('intent', 'second');
    finish({ kind: 'taken' });
    await settle(600);
    expect(sent).toEqual([{ answers: { intent: 'first' } }, { answers: { intent: 'second' } }]);
    finish({ kind: 'taken' });
    await settle(0);
    expect(onDevice().pending).toEqual([]);
  });

  it('a service that is down - is retried with growing pauses, and nothing is lost', async () => {
    const { store, saver, sent } = openPage(() => ({ kind: 'failed' }));
    store.answer('intent', 'x');
    await settle(600);
    expect(saver.read().state).toBe('retrying');
    await settle(60_000);
    expect(sent.length).toBeGreaterThan(3);
    expect(sent.length).toBeLessThan(8);
    expect(onDevice()).toMatchObject({ answers: { intent: 'x' }, pending: ['intent'] });
  });

  it('a refused field - is dropped; the others and Complete are sent', async () => {
    const outcomes: PatchOutcome[] = [
      {
        kind: 'refused',
        fields: [
          { questionId: 'bundle_intro', field: 'date_of_birth', detail: 'no' },
          { questionId: 'intent', field: undefined, detail: 'no' },
        ],
      },
    ];
    const { store, saver, sent } = openPage(() => outcomes.shift() ?? { kind: 'taken' });
    store.answer('bundle_intro', { display_name: 'Ann', date_of_birth: '2015-01-01' });
    store.answer('intent', 'nonsense');
    store.complete('2026-01-01T00:00:00.000Z');
    await settle(600);
    expect(saver.read().refusal).toEqual({ questionId: 'bundle_intro', detail: 'no' });
    await settle(600);
    expect(sent.at(-1)).toEqual({
      answers: { bundle_intro: { display_name: 'Ann' } },
      onboardingCompletedAt: '2026-01-01T00:00:00.000Z',
    });
    expect(onDevice()).toMatchObject({ pending: [], completedAt: null });
  });

  it('a page that is hidden - sends at once', async () => {
    const { store, sent } = openPage();
    store.answer('intent', 'x');
    const hidden = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    dispatchEvent(new Event('visibilitychange'));
    await settle(0);
    hidden.mockRestore();
    expect(sent).toHaveLength(1);
  });

  it('sign-out - before a late response - leaves no draft on the device', async () => {
    let finish: (outcome: PatchOutcome) => void = () => undefined;
    const { store, saver, sent } = openPage(() => new Promise((resolve) => (finish = resolve)));
    store.answer('intent', 'x');
    await settle(600);
    localStorage.clear();
    finish({ kind: 'failed' });
    await settle(120_000);
    expect(localStorage.length).toBe(0);
    expect(sent).toHaveLength(1);
    expect(saver.read().state).toBe('saved');
    expect(store.read().answers).toEqual({});
  });

  it('full storage - leaves the answers in memory, and they are still sent', async () => {
    const full = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const { store, sent } = openPage();
    store.answer('intent', 'x');
    store.answer('pronouns', 'she_her');
    await settle(600);
    expect(sent).toEqual([{ answers: { intent: 'x', pronouns: 'she_her' } }]);
    full.mockRestore();
  });

  it('a damaged copy - is ignored', () => {
    localStorage.setItem(KEY, '{"answers":');
    expect(openPage().store.read()).toMatchObject({ answers: {}, pending: [] });
  });
});

describe('two tabs', () => {
  beforeEach(() => {
    localStorage.clear();
    jest.useFakeTimers();
  });
  afterEach(() => jest.useRealTimers());

  it('with different answers - keep both, even before the storage events', async () => {
    const [one, two] = [openPage(), openPage()];
    one.store.answer('intent', 'x');
    two.store.answer('pronouns', 'she_her');
    expect(onDevice().answers).toEqual({ intent: 'x', pronouns: 'she_her' });
    tellTabs();
    expect(one.store.read().answers).toEqual({ intent: 'x', pronouns: 'she_her' });
  });

  it('with a change in one - send it once, and both show Saved', async () => {
    let granted = Promise.resolve() as Promise<unknown>;
    const request = (_name: string, work: () => Promise<unknown>) => (granted = granted.then(work));
    Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true });
    const [one, two] = [openPage(), openPage()];
    one.store.answer('intent', 'x');
    tellTabs();
    await settle(1_000);
    tellTabs();
    expect([...one.sent, ...two.sent]).toEqual([{ answers: { intent: 'x' } }]);
    expect([one.saver.read().state, two.saver.read().state]).toEqual(['saved', 'saved']);
    Reflect.deleteProperty(navigator, 'locks');
  });
});
