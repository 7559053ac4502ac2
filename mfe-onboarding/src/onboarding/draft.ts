import type { Answer, Answers } from '@flint/contracts/questions/types';

/** What the device keeps of a questionnaire under way. */
export interface Draft {
  readonly answers: Answers;
  /** Questions whose answers the server does not have yet. */
  readonly pending: readonly string[];
  /** Question last shown. */
  readonly position: string | null;
  /** Instant of Complete, while the server does not have it. */
  readonly completedAt: string | null;
}

const EMPTY: Draft = { answers: {}, pending: [], position: null, completedAt: null };
const keyOf = (userId: string) => `flint:draft:${userId}`;

function readDevice(userId: string): Draft {
  try {
    return { ...EMPTY, ...(JSON.parse(localStorage.getItem(keyOf(userId)) ?? '{}') as Partial<Draft>) };
  } catch {
    // a damaged copy is worth nothing; the server's answers are loaded in its place
    return EMPTY;
  }
}

/** One student's draft: written to the device at every change, told to every listener, followed across tabs. */
export function createDraftStore(userId: string) {
  let draft = readDevice(userId);
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const write = (next: Draft) => {
    draft = next;
    localStorage.setItem(keyOf(userId), JSON.stringify(draft));
    tell();
  };
  const handleStorage = (event: StorageEvent) => {
    if (event.key !== keyOf(userId)) return;
    draft = readDevice(userId);
    tell();
  };
  return {
    read: () => draft,
    subscribe(listener: () => void) {
      if (listeners.size === 0) addEventListener('storage', handleStorage);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) removeEventListener('storage', handleStorage);
      };
    },
    answer(id: string, answer: Answer | null) {
      const { [id]: _before, ...others } = draft.answers;
      const answers = answer === null ? others : { ...others, [id]: answer };
      write({ ...draft, answers, pending: [...new Set([...draft.pending, id])] });
    },
    moveTo(position: string) {
      if (draft.position !== position) write({ ...draft, position });
    },
    complete: (completedAt: string) => write({ ...draft, completedAt }),
    /** The server's answers; what it does not have yet stays as it is here. */
    takeServer(answers: Answers) {
      const own = Object.fromEntries(
        draft.pending.flatMap((id) => (draft.answers[id] === undefined ? [] : [[id, draft.answers[id]]])),
      );
      const kept = Object.fromEntries(Object.entries(answers).filter(([id]) => !draft.pending.includes(id)));
      write({ ...draft, answers: { ...kept, ...own } as Answers });
    },
    /** These changes have arrived, unless they changed again meanwhile. */
    settle(sent: Draft, ids: readonly string[]) {
      const same = (id: string) => JSON.stringify(sent.answers[id]) === JSON.stringify(draft.answers[id]);
      const pending = draft.pending.filter((id) => !(ids.includes(id) && same(id)));
      write({
        ...draft,
        pending,
        completedAt: sent.completedAt === draft.completedAt ? null : draft.completedAt,
      });
    },
  };
}

export type DraftStore = ReturnType<typeof createDraftStore>;
