import type { SessionState } from '@flint/remote-kit';
import { createStore } from '@flint/remote-kit/store';
import { useSyncExternalStore } from 'react';
import { isDiscarded, isOutage, type AuthFailure, type AuthPort, type AuthSession } from './auth-port';
import { claimDeviceStorage, readOwner } from './device-storage';
import { readStoredSession } from './stored-session';

/** Least time between two checks of the session with the server. */
const CHECK_EVERY_MS = 60_000;
/** The same after refused calls. */
export const RECHECK_MS = 5_000;

/** What the service says if the student, the session or its refresh token no longer exists. An expired access token ends nothing. */
const endOf = (error: AuthFailure | null) => /^(user|session|refresh_token)_.*/.exec(error?.code ?? '')?.[0];
/** Whether the session no longer exists, and the client has removed it. */
const isMissing = (error: AuthFailure | null) => error?.name === 'AuthSessionMissingError';

/** The state before the auth client has answered. An access token that is still valid needs no answer. */
function initialState(): SessionState {
  const stored = readStoredSession();
  if (!stored) return { status: 'signedOut' };
  return stored.fresh ? { status: 'signedIn', user: stored.user } : { status: 'loading' };
}

/**
 * The session. It follows the events of the auth client, which repeat (SIGNED_IN at every tab focus) and stay silent in an outage. A stored
 * session that cannot be refreshed because the service is down is 'unknown', never 'signedOut'. `now`: a clock that nobody sets back.
 */
export function createSessionStore(now = () => performance.now()) {
  const store = createStore(initialState());
  let lastCheck = -Infinity;
  let port: AuthPort | undefined;
  let studentId = readStoredSession()?.user.id ?? readOwner();
  /** Whatever cannot be done without a connection, the next start does. `answer`: what the service said, if it ended the session. */
  const endOnDevice = (answer?: string) => {
    const ended = studentId;
    if (ended)
      import(/* webpackChunkName: 'seldom' */ './ended-session')
        .then((code) => code.endOnDevice(ended, answer))
        .catch(() => undefined);
  };
  const first = store.get();
  if (first.status === 'signedIn') claimDeviceStorage(first.user.id);
  else if (first.status === 'signedOut') endOnDevice();

  const same = (next: SessionState, state: SessionState) =>
    next.status === state.status &&
    (!('user' in next) ||
      ('user' in state && state.user.id === next.user.id && state.user.email === next.user.email));

  const set = (next: SessionState) => {
    if (same(next, store.get())) return;
    if ('user' in next) {
      studentId = next.user.id;
      claimDeviceStorage(studentId);
    }
    const wasRead = store.get().status === 'loading';
    store.set(next);
    // while it is read, nobody else ends it
    if (next.status === 'signedOut') endOnDevice(wasRead ? 'session_expired' : undefined);
  };

  /** The client has no session, but the server has not ended it: the stored one is used until the service can be reached. */
  const setWithoutAnswer = () => {
    const stored = readStoredSession();
    if (!stored) set({ status: 'signedOut' });
    else set({ status: stored.fresh ? 'signedIn' : 'unknown', user: stored.user });
  };

  /** Uses the session on the device, never that of an answer or event: a SIGNED_IN of another tab may arrive after this tab has signed out. */
  const followStored = () => {
    const stored = readStoredSession();
    set(stored ? { status: 'signedIn', user: stored.user } : { status: 'signedOut' });
  };

  const follow = (event: string, session: AuthSession | null) => {
    if (event === 'SIGNED_OUT') set({ status: 'signedOut' });
    else if (session) followStored();
    else if (event === 'INITIAL_SESSION') setWithoutAnswer();
  };

  /** The storage was changed, by another tab or by the browser's settings: signs out if the session is no longer there. */
  const followRemoval = () => {
    if (!readStoredSession()) set({ status: 'signedOut' });
  };

  /** Checks with the server that the session has not been ended elsewhere. */
  const check = async (minGapMs = CHECK_EVERY_MS) => {
    followRemoval();
    if (!port || store.get().status !== 'signedIn' || now() - lastCheck < minGapMs) return;
    lastCheck = now();
    const asked = await port.getUser();
    // by the device's clock, which was changed since the token arrived, it is still valid
    const { error } = asked.error?.code === 'bad_jwt' ? await port.refreshSession() : asked;
    const answer = isMissing(error) ? 'session_not_found' : endOf(error);
    if (!answer) return;
    if (!isMissing(error)) await port.signOut({ scope: 'local' });
    endOnDevice(answer);
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
    get: store.get,
    subscribe: store.subscribe,
    /** Connects the auth client once it is loaded. Settles when the session was read, however slow the network is. */
    async connect(auth: AuthPort): Promise<void> {
      port = auth;
      auth.onAuthStateChange(follow);
      await refresh();
      void check();
    },
    /** The service cannot be reached: a session that is being read is used as stored. The auth client tries on for half a minute. */
    goOnWithoutAnswer() {
      if (store.get().status === 'loading') setWithoutAnswer();
    },
    /** The auth client could not be loaded: the stored session is used. */
    connectFailed: setWithoutAnswer,
    check,
    refresh,
    followRemoval,
  };
}

export type SessionStore = ReturnType<typeof createSessionStore>;

/** The session; the component renders again when it changes. */
export const useSession = (store: SessionStore): SessionState =>
  useSyncExternalStore(store.subscribe, store.get);
