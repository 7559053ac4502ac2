import type { ProfilePatch } from '@flint/contracts';
import type { CallFailure } from '@flint/remote-kit/data';
import { createDraftStore, type Draft, type DraftStore } from './draft';

const QUIET_MS = 500;
const RETRY_MS = 8_000;

export type SaveState = 'saved' | 'saving' | 'waiting' | 'refused';

/** Sends a patch; null when it was taken. */
export type SendPatch = (patch: ProfilePatch) => Promise<CallFailure | null>;

interface Status {
  readonly state: SaveState;
  /** Why an answer was not taken. */
  readonly refusal: string | null;
}

const hasChanges = ({ pending, completedAt }: Draft) => pending.length > 0 || completedAt !== null;

const changesOf = ({ answers, pending, completedAt }: Draft): ProfilePatch => ({
  ...(pending.length > 0 && { answers: Object.fromEntries(pending.map((id) => [id, answers[id] ?? null])) }),
  ...(completedAt && { onboardingCompletedAt: completedAt }),
});

/**
 * Brings a draft to the server: soon after a change, again when the network is back, one request at a time. It lives as long as the
 * page, not the screen: what was answered last is sent although the student is on another screen already.
 */
export function createAutosaver(store: DraftStore) {
  let send: SendPatch | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let busy = false;
  let status: Status = { state: hasChanges(store.read()) ? 'waiting' : 'saved', refusal: null };
  const listeners = new Set<() => void>();
  const setStatus = (change: Partial<Status>) => {
    const next = { ...status, ...change };
    if (next.state === status.state && next.refusal === status.refusal) return;
    status = next;
    for (const listener of listeners) listener();
  };
  const schedule = (delay: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void run(), delay);
  };
  const settleRefused = (sent: Draft, failure: CallFailure) => {
    const named = failure.problem?.errors ?? [];
    const bad = named.map(({ pointer }) => pointer.split('/')[2] ?? '').filter(Boolean);
    // the rest is fine: leave the refused answers out and send again
    store.settle(sent, bad);
    setStatus({ refusal: named[0]?.detail ?? failure.message });
  };
  const run = async () => {
    const sent = store.read();
    if (busy || !send || !hasChanges(sent)) return;
    busy = true;
    setStatus({ state: 'saving' });
    const failure = await send(changesOf(sent));
    busy = false;
    const isRefusal = failure?.status === 422 && (failure.problem?.errors?.length ?? 0) > 0;
    if (!failure) {
      store.settle(sent, sent.pending);
      setStatus({ refusal: null });
    } else if (isRefusal) {
      settleRefused(sent, failure);
    }
    const rest = hasChanges(store.read());
    setStatus({ state: rest ? 'waiting' : status.refusal ? 'refused' : 'saved' });
    if (rest) schedule(!failure || isRefusal ? QUIET_MS : RETRY_MS);
  };
  store.subscribe(() => {
    if (!hasChanges(store.read())) return;
    if (!busy) setStatus({ state: 'waiting' });
    schedule(QUIET_MS);
  });
  addEventListener('online', () => schedule(0));
  return {
    store,
    read: () => status,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** From now on patches go this way; what waits is sent. */
    sendBy(next: SendPatch) {
      send = next;
      if (hasChanges(store.read())) schedule(QUIET_MS);
    },
  };
}

export type Autosaver = ReturnType<typeof createAutosaver>;

const savers = new Map<string, Autosaver>();

/** The one autosaver of a student in this page. */
export function autosaverOf(userId: string): Autosaver {
  let saver = savers.get(userId);
  if (!saver) savers.set(userId, (saver = createAutosaver(createDraftStore(userId))));
  return saver;
}
