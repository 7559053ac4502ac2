import { heldAct, undoHeld } from '@flint/remote-kit/data';
import { isSingleKey } from '@flint/ui/single-key';
import { useEffect, useEffectEvent } from 'react';

const focusSearch = () => document.getElementById('desk-search')?.focus();

/** The keys of the whole desk: finish, search, undo, help. Those of a list and of its open case are ListDetail's. */
export function useDeskKeys(onHelp: () => void): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey;
    if (isCommand && event.key === 'Enter')
      document.querySelector<HTMLElement>('[aria-keyshortcuts="Control+Enter"]:enabled')?.click();
    else if (isCommand && event.key.toLowerCase() === 'k') focusSearch();
    else if (!isSingleKey(event)) return undefined;
    else if (event.key === '?') onHelp();
    else if (event.key === '/') focusSearch();
    else if (event.key === 'z' && heldAct.get()) undoHeld();
    else return undefined;
    return event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handle(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
