/** Node 20 has no WebSocket, and none is opened (decisions/004). */
const NoSocket = function noSocket() {};

/** Loads supabase-js without its warning about Node 20. */
async function loadClient() {
  const warning = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  try {
    return await import('@supabase/supabase-js');
  } finally {
    warning.mockRestore();
  }
}

/** A client like a browser tab; tabs with the same storage share a session. */
export async function createTab(url: string, storage = new Map<string, string>()) {
  const { createClient } = await loadClient();
  const client = createClient(url, 'sb_publishable_local', {
    realtime: { transport: NoSocket as never },
    auth: {
      flowType: 'implicit',
      detectSessionInUrl: false,
      persistSession: true,
      autoRefreshToken: false,
      storageKey: 'auth-storage',
      storage: {
        getItem: (key: string) => storage.get(key) ?? null,
        setItem: (key: string, value: string) => void storage.set(key, value),
        removeItem: (key: string) => void storage.delete(key),
      },
    },
  });
  return { auth: client.auth, storage };
}
