import { withProof } from '@flint/contracts/proof-of-work';
import { locale } from '@flint/texts';
import { createClient } from '@supabase/supabase-js';
import type { AuthPort } from './auth-port';
import { SESSION_KEY } from './stored-session';

/** Creates the auth client. The session is stored in local storage and refreshed while the tab is visible. */
export function createAuthClient(url: string, key: string): AuthPort {
  const client = createClient(url, key, {
    // language of mails and error messages
    global: {
      headers: { 'accept-language': locale() },
      fetch: withProof((input, init) => fetch(input, init)),
    },
    auth: {
      storageKey: SESSION_KEY,
      flowType: 'implicit',
      persistSession: true,
      autoRefreshToken: true,
      detectSessionInUrl: false,
    },
  });
  return client.auth;
}
