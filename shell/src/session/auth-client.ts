import { withProof } from '@flint/contracts/proof-of-work';
import { locale } from '@flint/texts';
import { createClient } from '@supabase/supabase-js';
import type { AuthPort } from './auth-port';
import { createAuthFetch } from './auth-fetch';
import { sessionStorageOrPage } from './session-storage';
import { SESSION_KEY } from './stored-session';

/** Creates the auth client. The session is stored on the device, if the browser allows it, and refreshed while the tab is visible. */
export function createAuthClient(url: string, key: string, onUnreachable: () => void): AuthPort {
  const client = createClient(url, key, {
    // language of mails and error messages
    global: {
      headers: { 'accept-language': locale() },
      fetch: withProof(createAuthFetch(onUnreachable)),
    },
    auth: {
      storageKey: SESSION_KEY,
      storage: sessionStorageOrPage,
      flowType: 'implicit',
      persistSession: true,
      autoRefreshToken: true,
      detectSessionInUrl: false,
    },
  });
  return client.auth;
}
