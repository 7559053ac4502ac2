import type { NoticeTone } from '@flint/remote-kit';
import { createStore } from '@flint/remote-kit/store';
import { useSyncExternalStore } from 'react';

export interface Notice {
  readonly id: number;
  readonly text: string;
  readonly tone: NoticeTone;
  readonly action?: { readonly label: string; readonly run: () => void };
  /** Whether it remains beside newer ones of its tone. */
  readonly isBeside: boolean;
  /** Called when it is dismissed. */
  readonly onSeen?: () => void;
}

/** How long a notice that does not stay is shown, in milliseconds. */
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
    /** Shows a text. Failures and what has to be seen stay; of the others that are not `isBeside`, there is one per tone, the newest. */
    notify(
      text: string,
      tone: NoticeTone,
      { action, onSeen, isBeside = false }: Partial<Pick<Notice, 'action' | 'onSeen' | 'isBeside'>> = {},
    ) {
      const stays = tone === 'failure' || onSeen !== undefined;
      lastId += 1;
      const id = lastId;
      const others = get().filter(
        (notice) => (notice.tone !== tone || notice.isBeside) && notice.text !== text,
      );
      const own = { id, text, tone, isBeside: stays || isBeside };
      set([...others, { ...own, ...(action && { action }), ...(onSeen && { onSeen }) }]);
      if (!stays) setTimeout(() => dismiss(id), SHOWN_MS);
    },
    dismiss,
  };
}

export const notices = createNotices();

export const useNotices = () => useSyncExternalStore(notices.subscribe, notices.get);
