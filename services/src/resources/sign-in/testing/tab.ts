/** Node 20 has no WebSocket, and none is ever opened (auth-contract 0.2). */
class NoSocket {}

/** supabase-js says at every load under Node 20 that it would rather have 22. */
async function loadClient() {
  const { warn } = console;
  console.warn = () => undefined;
  try {
    return await import('@supabase/supabase-js');
  } finally {
    console.warn = warn;
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
        getItem: (key) => storage.get(key) ?? null,
        setItem: (key, value) => void storage.set(key, value),
        removeItem: (key) => void storage.delete(key),
      },
    },
  });
  return { auth: client.auth, storage };
}
