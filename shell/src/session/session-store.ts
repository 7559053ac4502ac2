import { useSyncExternalStore } from 'react';
import type { SessionState } from '@flint/remote-kit';
import { isDiscarded, isOutage, type AuthFailure, type AuthPort, type AuthSession } from './auth-port';
import { claimDeviceStorage } from './device-storage';
import { readStoredSession } from './stored-session';

/** Longest wait for the auth client before the stored session is used as it is. */
const PATIENCE_MS = 1_500;
/** Least time between two checks of the session with the server. */
const CHECK_EVERY_MS = 60_000;

const isRevoked = (error: AuthFailure | null) => error?.status === 401 || error?.status === 403;

/** What is known before the auth client has said anything: a token that is still good needs no waiting. */
function initialState(): SessionState {
  const stored = readStoredSession();
  if (!stored) return { status: 'signedOut' };
  return stored.fresh ? { status: 'signedIn', user: stored.user } : { status: 'loading' };
}

/**
 * Who is signed in. Follows the auth client's events, which repeat (SIGNED_IN at every tab focus) and stay silent in an
 * outage; a stored session that cannot be refreshed because the service is down is 'unknown', never 'signedOut'.
 */
export function createSessionStore(now: () => number = Date.now) {
  let state = initialState();
  let lastCheck = -Infinity;
  let port: AuthPort | undefined;
  const listeners = new Set<() => void>();
  if (state.status === 'signedIn') claimDeviceStorage(state.user.id);

  const same = (next: SessionState) =>
    next.status === state.status &&
    (!('user' in next) ||
      ('user' in state && state.user.id === next.user.id && state.user.email === next.user.email));

  const set = (next: SessionState) => {
    if (same(next)) return;
    if ('user' in next) claimDeviceStorage(next.user.id);
    state = next;
    for (const listener of listeners) listener();
  };

  /** No session, and nobody said it is over: the stored one counts until the service can be asked. */
  const setWithoutAnswer = () => {
    const stored = readStoredSession();
    if (!stored) set({ status: 'signedOut' });
    else set({ status: stored.fresh ? 'signedIn' : 'unknown', user: stored.user });
  };

  /**
   * The session on the device counts, never the one an answer or an event carries: another tab's SIGNED_IN may arrive after
   * this tab has signed out.
   */
  const followStored = () => {
    const stored = readStoredSession();
    set(stored ? { status: 'signedIn', user: stored.user } : { status: 'signedOut' });
  };

  const follow = (event: string, session: AuthSession | null) => {
    if (event === 'SIGNED_OUT') set({ status: 'signedOut' });
    else if (session) followStored();
    else if (event === 'INITIAL_SESSION') setWithoutAnswer();
  };

  /** Asks the server whether the session still stands (it may have been ended elsewhere). */
  const check = async (minGapMs = CHECK_EVERY_MS) => {
    if (!port || state.status !== 'signedIn' || now() - lastCheck < minGapMs) return;
    lastCheck = now();
    const { error } = await port.getUser();
    if (isRevoked(error) && !isDiscarded(error)) await port.signOut({ scope: 'local' });
  };

  const refresh = async () => {
    const answer = await port?.getSession();
    if (!answer) return;
    const { data, error } = answer;
    if (data.session) followStored();
    else if (isOutage(error) || isDiscarded(error)) setWithoutAnswer();
    else set({ status: 'signedOut' });
  };

  return {
    get: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    /** Hands over the auth client once it is loaded; settles within PATIENCE_MS whatever the client does. */
    async connect(auth: AuthPort): Promise<void> {
      port = auth;
      auth.onAuthStateChange(follow);
      const patience = new Promise<void>((resolve) => {
        setTimeout(() => {
          if (state.status === 'loading') setWithoutAnswer();
          resolve();
        }, PATIENCE_MS);
      });
      await Promise.race([refresh(), patience]);
      void check();
    },
    /** The auth client itself could not be loaded: the stored session counts. */
    connectFailed: setWithoutAnswer,
    check,
    refresh,
    /** Another tab has changed the device's storage: a session that is gone there is gone here. */
    followRemoval() {
      if (!readStoredSession()) set({ status: 'signedOut' });
    },
  };
}

export type SessionStore = ReturnType<typeof createSessionStore>;

/** The session; the component renders again when it changes. */
export const useSession = (store: SessionStore): SessionState =>
  useSyncExternalStore(store.subscribe, store.get);
