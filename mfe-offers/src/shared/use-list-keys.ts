import { isSingleKey } from '@flint/ui/single-key';
import { useEffect } from 'react';

/** Leads to the row after or before the one on show. */
function moveBy(step: number): void {
  const rows = [...document.querySelectorAll<HTMLElement>('.o-row')];
  const next = rows[rows.findIndex((row) => row.hasAttribute('aria-current')) + step];
  next?.focus();
  next?.click();
}

/**
 * `j` and `k` go through the list at the left of a wide window; the letters and digits that buttons of what is on show name by
 * `aria-keyshortcuts` press them. Enter opens, as in every link.
 */
export function useListKeys(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined;
    const handleKey = (event: KeyboardEvent) => {
      if (!/^[a-z1-9]$/.test(event.key) || event.repeat || !isSingleKey(event)) return;
      const step = { j: 1, k: -1 }[event.key];
      if (step) return moveBy(step);
      const button = document.querySelector<HTMLElement>(`[aria-keyshortcuts="${event.key}"]:enabled`);
      if (!button) return;
      // the letter must not reach a field of the dialog that opens
      event.preventDefault();
      button.click();
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [isOn]);
}
