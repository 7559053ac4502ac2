/** Node 20 has no WebSocket, and none is ever opened (decisions/004). */
const NoSocket = function noSocket() {};

/** supabase-js says at every load under Node 20 that it would rather have 22. */
async function loadClient() {
  const warning = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  try {
    return await import('@supabase/supabase-js');
  } finally {
    warning.mockRestore();
  }
}

/** A client as a browser tab has it; tabs given the same storage share a session. */
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
