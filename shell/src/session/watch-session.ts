import type { AuthPort } from './auth-port';
import type { SessionStore } from './session-store';

/** Connects the store to the auth client and asks again when the tab or the connection comes back. */
export function watchSession(store: SessionStore, client: Promise<AuthPort>): void {
  client.then(
    (auth) => store.connect(auth),
    () => store.connectFailed(),
  );
  window.addEventListener('focus', () => void store.check());
  window.addEventListener('online', () => void store.refresh());
}
