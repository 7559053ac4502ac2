import { locale } from '@flint/texts';
import { createClient } from '@supabase/supabase-js';
import type { AuthPort } from './auth-port';
import { SESSION_KEY } from './stored-session';

/** The page's one auth client: the session lives in local storage and is refreshed while the tab is visible. */
export function createAuthClient(url: string, key: string): AuthPort {
  const client = createClient(url, key, {
    // mails and refusals in the page's language
    global: { headers: { 'accept-language': locale() } },
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
