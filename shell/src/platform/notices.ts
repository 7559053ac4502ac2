import { useSyncExternalStore } from 'react';
import type { NoticeTone } from '@flint/remote-kit';

export interface Notice {
  readonly id: number;
  readonly text: string;
  readonly tone: NoticeTone;
  readonly action?: { readonly label: string; readonly run: () => void };
}

/** Good news leaves by itself; a failure stays until it is dismissed. */
const SHOWN_MS = 6_000;

/** The in-page alerts on show (S7.3.3). */
export function createNotices() {
  let notices: readonly Notice[] = [];
  let lastId = 0;
  const listeners = new Set<() => void>();

  const set = (next: readonly Notice[]) => {
    notices = next;
    for (const listener of listeners) listener();
  };
  const dismiss = (id: number) => set(notices.filter((notice) => notice.id !== id));

  return {
    get: () => notices,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    /** Shows a text, one of a tone at a time: the newest. */
    notify(text: string, tone: NoticeTone, action?: Notice['action']) {
      lastId += 1;
      const id = lastId;
      const others = notices.filter((notice) => notice.tone !== tone && notice.text !== text);
      set([...others, { id, text, tone, ...(action && { action }) }]);
      if (tone !== 'failure') setTimeout(() => dismiss(id), SHOWN_MS);
    },
    dismiss,
    clear: () => set([]),
  };
}

export const notices = createNotices();

export const useNotices = () => useSyncExternalStore(notices.subscribe, notices.get);
