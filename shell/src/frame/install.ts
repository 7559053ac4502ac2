import { useSyncExternalStore } from 'react';

/** What Chromium sends once a page can be installed; no other browser has it, and no types know it. */
interface InstallEvent extends Event {
  prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
}

let install: (() => Promise<boolean>) | undefined;
const listeners = new Set<() => void>();

function set(next: typeof install): void {
  install = next;
  for (const listener of listeners) listener();
}

addEventListener('beforeinstallprompt', (event) => {
  // the browser's own banner would lie over the tabs
  event.preventDefault();
  set(async () => {
    // an event asks once
    set(undefined);
    return (await (event as InstallEvent).prompt()).outcome === 'accepted';
  });
});
addEventListener('appinstalled', () => set(undefined));

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Shows the browser's question whether to install the app; undefined while it has none. */
export const useInstall = () => useSyncExternalStore(subscribe, () => install);
