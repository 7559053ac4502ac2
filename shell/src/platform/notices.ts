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
  /** The foreign remote that shows it. */
  readonly owner?: string;
}
type Options = Partial<Pick<Notice, 'action' | 'isBeside' | 'onSeen' | 'owner'>>;

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

  /** Dismisses it in a while, not while the student points at the alerts or has the focus there. */
  const dismissLater = (id: number): unknown =>
    setTimeout(() => {
      if (document.querySelector('.f-toasts:is(:hover, :focus-within)')) dismissLater(id);
      else dismiss(id);
    }, SHOWN_MS);

  return {
    get,
    subscribe,
    /**
     * Shows a text. Failures and what has to be seen stay; of the others that are not `isBeside`, there is one per tone, the newest. An `owner`
     * has one, which does not stay, is above the others and replaces none of them.
     */
    notify(text: string, tone: NoticeTone, options: Options = {}) {
      const { owner, onSeen, isBeside = false } = options;
      const stays = !owner && (tone === 'failure' || onSeen !== undefined);
      lastId += 1;
      const id = lastId;
      const others = get().filter(
        (notice) =>
          notice.owner !== owner ||
          (!owner && (notice.tone !== tone || notice.isBeside) && notice.text !== text),
      );
      const own = { ...options, id, text, tone, isBeside: stays || isBeside };
      set(owner ? [own, ...others] : [...others, own]);
      if (!stays) dismissLater(id);
    },
    dismiss,
  };
}

export const notices = createNotices();

export const useNotices = () => useSyncExternalStore(notices.subscribe, notices.get);
