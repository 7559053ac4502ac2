import { isSingleKey, SEQUENCE_MS } from '../single-key';
import { useEffect } from 'react';

/** Opens the row after or before the displayed one; if moving opens nothing, it only gets the focus, from the row that has it. */
function moveBy(step: number, opens: boolean): void {
  const rows = [...document.querySelectorAll<HTMLElement>('.f-entry')];
  const focused = opens ? -1 : rows.findIndex((row) => row === document.activeElement);
  const from = focused < 0 ? rows.findIndex((row) => row.hasAttribute('aria-current')) : focused;
  const next = rows[from + step];
  next?.focus();
  if (opens) next?.click();
}

/** Elements that use Space themselves. */
const OWN_SPACE = 'button, summary, input, [role=tab], [role=separator]';

/**
 * `j` and `k` move through the list of a wide window, and open what they move to unless `opens` is false. Letters, digits and Space press the displayed buttons that name them in
 * `aria-keyshortcuts`. Enter opens a link as usual.
 * A letter after `g` is a shortcut of the frame: `g a` opens the week and accepts nothing.
 */
export function useListKeys(isOn: boolean, opens = true): void {
  useEffect(() => {
    if (!isOn) return undefined;
    let sequenceFrom = -Infinity;
    const handleKey = (event: KeyboardEvent) => {
      if (!/^[a-z1-9 ]$/.test(event.key) || event.repeat || !isSingleKey(event)) return;
      const isInSequence = event.timeStamp - sequenceFrom < SEQUENCE_MS;
      sequenceFrom = event.key === 'g' ? event.timeStamp : -Infinity;
      if (isInSequence) return;
      const isSpace = event.key === ' ';
      if (isSpace && event.target instanceof Element && event.target.closest(OWN_SPACE)) return;
      const step = { j: 1, k: -1 }[event.key];
      if (step) return moveBy(step, opens);
      const button = document.querySelector<HTMLElement>(
        `[aria-keyshortcuts="${isSpace ? 'Space' : event.key}"]:enabled`,
      );
      if (!button) return;
      // the letter must not reach a field of the dialog that opens
      event.preventDefault();
      button.click();
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [isOn, opens]);
}
