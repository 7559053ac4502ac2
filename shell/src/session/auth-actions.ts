import { callErrorText } from '@flint/contracts';
import type { AuthActions, AuthResult } from '@flint/remote-kit';
import type { AuthFailure, AuthPort } from './auth-port';
import { withTimeLimit } from '../time-limit';
import { emptyDeviceStorage } from './device-storage';
import { endLater } from './late-sign-out';
import { sessionStorageOrPage } from './session-storage';
import { readStoredSession, SESSION_KEY } from './stored-session';

/** Longest wait for a token refresh. The call is then sent with the old token, and the worker's wait (answers.ts) ends before the page's. */
const TOKEN_PATIENCE_MS = 7_000;

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
  /** Called when this device has forgotten the session and the student's work; the server may not know it yet (late-sign-out.ts). */
  onSignedOut(): void;
}

/** Sign-in, sign-out and tokens for the remotes. Never throws. `client` is called for each action, because loading it may have failed before. */
export function createAuthActions(
  client: () => Promise<AuthPort>,
  { onVerifying, onRefused, onSignedOut }: Hooks,
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
      const error = scope === 'global' ? await attempt((auth) => auth.signOut({ scope })) : null;
      // a global sign-out that failed leaves the student signed in, with the drafts
      if (error && readStoredSession()) return refusal(error);
      // nothing here waits for the server, which may never answer, or for the client, whose code may never arrive
      sessionStorageOrPage.removeItem(SESSION_KEY);
      if (scope === 'local' && token) endLater(token);
      emptyDeviceStorage(user?.id);
      onSignedOut();
      // a refresh under way must not restore the session
      void attempt((auth) => auth.signOut({ scope: 'local' }));
      return OK;
    },

    async accessToken() {
      const stored = readStoredSession();
      if (!stored || stored.fresh || !navigator.onLine) return stored?.accessToken ?? null;
      const refresh = async () => (await (await client()).getSession()).data.session?.access_token;
      const token = await withTimeLimit(refresh(), TOKEN_PATIENCE_MS, () => null).catch(() => null);
      // the server refuses the old token; the service worker finds the student's cached answers by it
      return token ?? readStoredSession()?.accessToken ?? null;
    },
  };
}
