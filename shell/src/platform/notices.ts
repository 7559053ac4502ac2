import type { NoticeTone } from '@flint/remote-kit';
import { createStore } from '@flint/remote-kit/store';
import { useSyncExternalStore } from 'react';

export interface Notice {
  readonly id: number;
  readonly text: string;
  readonly tone: NoticeTone;
  readonly action?: { readonly label: string; readonly run: () => void };
  /** Called when it is dismissed; until then it stays, beside newer ones too. */
  readonly onSeen?: () => void;
}

/** How long a success or news stays, in milliseconds. A failure stays until it is dismissed. */
const SHOWN_MS = 6_000;

/** The in-page alerts that are shown (S7.3.3). */
export function createNotices() {
  const { get, set, subscribe } = createStore<readonly Notice[]>([]);
  let lastId = 0;
  const dismiss = (id: number) => {
    const dismissed = get().find((notice) => notice.id === id);
    set(get().filter((notice) => notice !== dismissed));
    dismissed?.onSeen?.();
  };

  return {
    get,
    subscribe,
    /** Shows a text. There is one notice per tone, the newest, except those that have to be seen. */
    notify(text: string, tone: NoticeTone, { action, onSeen }: Pick<Notice, 'action' | 'onSeen'> = {}) {
      lastId += 1;
      const id = lastId;
      const others = get().filter(
        (notice) => (notice.tone !== tone || notice.onSeen) && notice.text !== text,
      );
      set([...others, { id, text, tone, ...(action && { action }), ...(onSeen && { onSeen }) }]);
      if (tone !== 'failure' && !onSeen) setTimeout(() => dismiss(id), SHOWN_MS);
    },
    dismiss,
  };
}

export const notices = createNotices();

export const useNotices = () => useSyncExternalStore(notices.subscribe, notices.get);
