import { readHabit } from '@flint/ui/habits';
import { useEffect } from 'react';

const FIELDS =
  'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable=true]';

/** Whether a key alone may act now: not while typing, in a dialog, with a modifier, or turned off (WCAG 2.1.4). */
const mayAct = ({ ctrlKey, metaKey, altKey, defaultPrevented, repeat, target }: KeyboardEvent): boolean =>
  !(ctrlKey || metaKey || altKey || defaultPrevented || repeat) &&
  !(target instanceof Element && target.closest(FIELDS)) &&
  readHabit('singleKeys') !== 'off' &&
  document.querySelector('dialog[open]') === null;

/** Leads to the row after or before the one on show. */
function moveBy(step: number): void {
  const rows = [...document.querySelectorAll<HTMLElement>('.o-row')];
  const next = rows[rows.findIndex((row) => row.hasAttribute('aria-current')) + step];
  next?.focus();
  next?.click();
}

/**
 * `j` and `k` go through the list at the left of a wide window; the letters that buttons of what is on show name by `aria-keyshortcuts` press
 * them. Enter opens, as in every link.
 */
export function useListKeys(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined;
    const handleKey = (event: KeyboardEvent) => {
      if (!/^[a-z]$/.test(event.key) || !mayAct(event)) return;
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
