import type { AuthPort } from './auth-port';
import type { SessionStore } from './session-store';

/**
 * Connects the store to the auth client, and checks the session when the tab gets the focus or the connection is back. A client that could
 * not be loaded is loaded then.
 */
export function watchSession(store: SessionStore, client: () => Promise<AuthPort>): void {
  let isConnected = false;
  const connect = async () => {
    try {
      const auth = await client();
      isConnected = true;
      await store.connect(auth);
    } catch (error) {
      // the name only: a message may hold what a student typed
      // oxlint-disable-next-line no-console -- the specification wants it logged
      console.error(`[flint] session not initialised: ${error instanceof Error ? error.name : 'unknown'}`);
      store.connectFailed();
    }
  };
  void connect();
  window.addEventListener('storage', () => store.followRemoval());
  window.addEventListener('focus', () => void store.check());
  window.addEventListener('online', () => void (isConnected ? store.refresh() : connect()));
}
