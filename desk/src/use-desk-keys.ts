import { heldAct, undoHeld } from '@flint/remote-kit/data';
import { isSingleKey } from '@flint/ui/single-key';
import { useEffect, useEffectEvent } from 'react';

const rows = () => [...document.querySelectorAll<HTMLElement>('[data-row]')];

/** Moves the focus in the list; without a focus it starts at the open row, else the first. */
function move(by: 1 | -1): void {
  const all = rows();
  const focused = all.findIndex((row) => row === document.activeElement);
  const open = all.findIndex((row) => row.getAttribute('aria-current') === 'true');
  const at = focused >= 0 ? focused + by : Math.max(0, open);
  all[Math.min(all.length - 1, Math.max(0, at))]?.focus();
}

/** Presses or focuses the element whose `data-key` names the key. */
function press(key: string): boolean {
  const target = [...document.querySelectorAll<HTMLElement>('[data-key]')].find(
    (each) => each.dataset['key'] === key && !(each as HTMLButtonElement).disabled,
  );
  target?.click();
  return target !== undefined;
}

/** The keys of the desk: j and k move, Enter opens, others press the button that shows them. */
export function useDeskKeys(onHelp: () => void): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey;
    if (isCommand && event.key === 'Enter' && press('finish')) return event.preventDefault();
    if (isCommand && event.key.toLowerCase() === 'k') {
      document.getElementById('desk-search')?.focus();
      return event.preventDefault();
    }
    if (!isSingleKey(event)) return undefined;
    if (event.key === 'j' || event.key === 'k') move(event.key === 'j' ? 1 : -1);
    else if (event.key === '?') onHelp();
    else if (event.key === '/') document.getElementById('desk-search')?.focus();
    else if (event.key === 'z' && heldAct.get()) undoHeld();
    else if (!press(event.key)) return undefined;
    return event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handle(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
