import type { SessionUser } from '@flint/remote-kit';
import { sessionStorageOrPage } from './session-storage';

/** Key under which supabase-js stores the session (spec 3). */
export const SESSION_KEY = 'auth-storage';

export interface StoredSession {
  readonly user: SessionUser;
  readonly accessToken: string;
  /** Whether the access token is valid for at least ten more seconds. */
  readonly fresh: boolean;
}

interface Raw {
  readonly access_token?: unknown;
  readonly expires_at?: unknown;
  readonly user?: { readonly id?: unknown; readonly email?: unknown };
}

const MARGIN_SECONDS = 10;

function readRaw(): Raw | null {
  try {
    return JSON.parse(sessionStorageOrPage.getItem(SESSION_KEY) ?? 'null') as Raw | null;
  } catch {
    return null; // malformed: signed out
  }
}

/** The session on this device or in this page, read without the auth client; null when there is none. */
export function readStoredSession(nowSeconds = Date.now() / 1000): StoredSession | null {
  const raw = readRaw();
  const { id, email } = raw?.user ?? {};
  if (typeof raw?.access_token !== 'string' || typeof id !== 'string') return null;
  return {
    user: { id, email: typeof email === 'string' ? email : '' },
    accessToken: raw.access_token,
    fresh: typeof raw.expires_at === 'number' && raw.expires_at - nowSeconds > MARGIN_SECONDS,
  };
}
