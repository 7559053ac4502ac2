import { createStore } from '@flint/remote-kit/store';
import { useSyncExternalStore } from 'react';

/** Event of Chromium when a page can be installed. TypeScript has no type for it. */
interface InstallEvent extends Event {
  prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
}

const install = createStore<(() => Promise<boolean>) | undefined>(undefined);

addEventListener('beforeinstallprompt', (event) => {
  // hides the banner of the browser, which would cover the tabs
  event.preventDefault();
  install.set(async () => {
    // an event can prompt once
    install.set(undefined);
    return (await (event as InstallEvent).prompt()).outcome === 'accepted';
  });
});
addEventListener('appinstalled', () => install.set(undefined));

/** Opens the install prompt of the browser; undefined while there is none. */
export const useInstall = () => useSyncExternalStore(install.subscribe, install.get);
