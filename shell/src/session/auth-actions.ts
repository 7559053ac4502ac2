import { callErrorText } from '@flint/contracts';
import type { AuthActions, AuthResult } from '@flint/remote-kit';
import type { AuthFailure, AuthPort } from './auth-port';
import { withTimeLimit } from '../time-limit';
import { emptyDeviceStorage } from './device-storage';
import { endLater } from './late-sign-out';
import { sessionStorageOrPage } from './session-storage';
import { readStoredSession, SESSION_KEY } from './stored-session';

/** Longest wait for a token refresh. After that the call is sent without a token and refused. */
const TOKEN_PATIENCE_MS = 10_000;

const OK: AuthResult = { ok: true };

const BUSY = 'Sign-in is busy or starting. Please try again in a moment.';
const TOO_MANY = 'Request rate limit reached';

/** Status texts, which auth-js uses where the body is no JSON. */
const STATUS_TEXT = /^(HTTP \d+|Internal Server Error|Bad Gateway|Service Unavailable|Gateway Time-?out)$/i;

/** Whether a text is not a sentence of the service but what a proxy or an overloaded server sent, or a parser said of it. */
const isRaw = (text: string) => /^\s*(?:[{[<]|$)|JSON/.test(text) || STATUS_TEXT.test(text);

function messageOf({ name, status = 0, message }: AuthFailure): string {
  if (name === 'AuthRetryableFetchError' && !status) return callErrorText('Failed to fetch');
  if (!isRaw(message)) return message;
  if (status === 429) return TOO_MANY;
  return status >= 500 || name === 'AuthUnknownError' ? BUSY : callErrorText('');
}

/** The message of the backend, unchanged, and the waiting time that it names (`after 42 seconds`). */
export function refusal(error: AuthFailure): AuthResult {
  const seconds = /after (\d+) seconds?/i.exec(error.message)?.[1];
  return {
    ok: false,
    message: messageOf(error),
    ...(error.code && { code: error.code }),
    ...(seconds && { retryAfterSeconds: Number(seconds) }),
  };
}

const unexpected = (error: unknown): AuthFailure => ({
  name: 'Unexpected',
  message: error instanceof Error ? error.message : '',
});

interface Hooks {
  /** Called before a code is verified: the student goes to the home screen afterwards (spec 2). */
  onVerifying(): void;
  /** Called when that code was refused. */
  onRefused(): void;
  /** Called when the session was removed from the device without the auth client. */
  onRemoved(): void;
  /** Called when a session was noted that the server has not ended yet. */
  onNoted(): void;
}

/** Sign-in, sign-out and tokens for the remotes. Never throws. `client` is called for each action, because loading it may have failed before. */
export function createAuthActions(
  client: () => Promise<AuthPort>,
  { onVerifying, onRefused, onRemoved, onNoted }: Hooks,
): AuthActions {
  const attempt = async (
    call: (auth: AuthPort) => Promise<{ error: AuthFailure | null }>,
  ): Promise<AuthFailure | null> => {
    try {
      return (await call(await client())).error;
    } catch (error) {
      return unexpected(error);
    }
  };

  return {
    async requestCode(email) {
      const options = { shouldCreateUser: true, data: { domain_verified: true } };
      const error = await attempt((auth) => auth.signInWithOtp({ email, options }));
      return error ? refusal(error) : OK;
    },

    async verifyCode(email, code) {
      const error = await attempt((auth) => {
        // a code for an export, while signed in, does not lead to another screen
        if (!readStoredSession()) onVerifying();
        return auth.verifyOtp({ email, token: code, type: 'email' });
      });
      if (error) onRefused();
      return error ? refusal(error) : OK;
    },

    async signOut(scope = 'local') {
      const { accessToken: token, user } = readStoredSession() ?? {};
      const error = await attempt((auth) => auth.signOut({ scope }));
      // the client could not be loaded: this device forgets the session all the same
      if (scope === 'local' && readStoredSession()) {
        sessionStorageOrPage.removeItem(SESSION_KEY);
        onRemoved();
      }
      // a global sign-out that failed leaves the student signed in, with the drafts
      if (readStoredSession()) return error ? refusal(error) : OK;
      emptyDeviceStorage(user?.id);
      if (error && token) {
        endLater(token);
        onNoted();
      }
      return OK;
    },

    async accessToken() {
      const stored = readStoredSession();
      // offline no token can be refreshed; the service worker finds the cached answers of the student by the old one
      if (!stored || stored.fresh || !navigator.onLine) return stored?.accessToken ?? null;
      try {
        const auth = await client();
        const fresh = auth.getSession().then(({ data }) => data.session?.access_token ?? null);
        return await withTimeLimit(fresh, TOKEN_PATIENCE_MS, () => null);
      } catch {
        return null;
      }
    },
  };
}
