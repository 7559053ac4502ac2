import type { ProfilePatch } from '@flint/contracts';
import { createDraftStore, type DraftStore } from './draft';
import type { Draft } from './draft-shape';
import type { PatchOutcome, SendPatch } from './send-patch';
import { createStore } from '../store';

const QUIET_MS = 500;
const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 60_000;

/** `retrying`: a try failed, and another will follow. */
export type SaveState = 'saved' | 'waiting' | 'saving' | 'retrying';

export interface Refusal {
  readonly questionId: string;
  readonly detail: string;
}

interface Status {
  readonly state: SaveState;
  /** The answer that the server refused. */
  readonly refusal: Refusal | null;
}

const hasChanges = ({ pending, completedAt }: Draft) => pending.length > 0 || completedAt !== null;

const changesOf = ({ answers, pending, completedAt }: Draft): ProfilePatch => ({
  ...(pending.length > 0 && { answers: Object.fromEntries(pending.map((id) => [id, answers[id] ?? null])) }),
  ...(completedAt && { onboardingCompletedAt: completedAt }),
});

/** The lock of the tab that writes; afterwards the other tabs find nothing to send. */
const oneTabAtATime = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  navigator.locks ? (navigator.locks.request(name, work) as Promise<T>) : work();

/**
 * Sends a draft to the server: soon after a change, again when the network is back, one request at a time. It belongs to the page, not the
 * screen: the last answer is sent even if the student has already left the screen.
 */
export function createAutosaver(userId: string, store: DraftStore) {
  let send: SendPatch | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = false;
  let retryMs = FIRST_RETRY_MS;
  let takenAt = 0;
  let current: Promise<void> = Promise.resolve();
  const status = createStore<Status>({
    state: hasChanges(store.read()) ? 'waiting' : 'saved',
    refusal: null,
  });
  const setStatus = (change: Partial<Status>) => {
    const before = status.get();
    const next = { ...before, ...change };
    if (next.state !== before.state || next.refusal !== before.refusal) status.set(next);
  };
  const schedule = (delay: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void (current = save()), delay);
  };

  const applyOutcome = (sent: Draft, outcome: PatchOutcome) => {
    if (outcome.kind === 'taken') {
      takenAt = Date.now();
      store.settle(sent);
    }
    if (outcome.kind !== 'refused') return;
    for (const { questionId, field } of outcome.fields) store.refuse(sent, questionId, field);
    const [first] = outcome.fields;
    if (first) setStatus({ refusal: { questionId: first.questionId, detail: first.detail } });
  };

  /** Sends the unsent changes; returns whether to try again. */
  const attempt = async (leaving: boolean): Promise<boolean> => {
    store.refresh();
    const sent = store.read();
    if (!send || !hasChanges(sent)) return false;
    setStatus({ state: 'saving' });
    const outcome = await send(changesOf(sent), { leaving });
    applyOutcome(sent, outcome);
    return outcome.kind === 'failed' || outcome.kind === 'signedOut';
  };

  /** `leaving`: the page may be closed before it gets the lock. */
  const save = async (leaving = false) => {
    if (running || !send) return;
    running = true;
    let failed = false;
    try {
      failed = await (leaving ? attempt(true) : oneTabAtATime(`flint:draft:${userId}`, () => attempt(false)));
    } finally {
      running = false;
    }
    if (!hasChanges(store.read())) return setStatus({ state: 'saved' });
    setStatus({ state: failed ? 'retrying' : 'waiting' });
    schedule(failed ? retryMs : QUIET_MS);
    retryMs = failed ? Math.min(retryMs * 2, LONGEST_RETRY_MS) : FIRST_RETRY_MS;
  };

  store.subscribe(() => {
    if (running) return;
    if (!hasChanges(store.read())) return setStatus({ state: 'saved' });
    if (status.get().state === 'saved') setStatus({ state: 'waiting' });
    schedule(QUIET_MS);
  });
  addEventListener('online', () => schedule(0));
  // a phone may never resume a hidden page, so this is the last chance
  addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void (current = save(true));
  });
  return {
    store,
    read: status.get,
    subscribe: status.subscribe,
    /** Sets the function that sends patches, and sends the unsent changes. */
    sendBy(next: SendPatch) {
      send = next;
      store.refresh();
      if (hasChanges(store.read())) schedule(QUIET_MS);
    },
    /** Sends the unsent changes now; returns whether none are left. */
    async flush(): Promise<boolean> {
      clearTimeout(timer);
      await current;
      await (current = save());
      return !hasChanges(store.read());
    },
    /** When the server last accepted a change, in ms: responses to earlier requests are outdated. */
    lastTakenAt: () => takenAt,
    /** Removes the refusal: the student has seen it or replaced the answer. */
    forgetRefusal: () => setStatus({ refusal: null }),
  };
}

export type Autosaver = ReturnType<typeof createAutosaver>;

const savers = new Map<string, Autosaver>();

/** The only autosaver of a student in this page. */
export function autosaverOf(userId: string): Autosaver {
  let saver = savers.get(userId);
  if (!saver) savers.set(userId, (saver = createAutosaver(userId, createDraftStore(userId))));
  return saver;
}
