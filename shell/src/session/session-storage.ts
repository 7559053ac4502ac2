/** What the browser did not store: site data is blocked, or storage is full. */
const inPage = new Map<string, string>();

function readLocal(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Without storage, an older session is removed, too: its tokens are no longer valid. */
function storeLocal(key: string, value: string): boolean {
  try {
    localStorage.setItem(key, value);
    return true;
  } catch {
    removeLocal(key);
    return false;
  }
}

function removeLocal(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // blocked: nothing is stored
  }
}

/** Local storage for the session. What the browser cannot store is kept until the page closes. */
export const sessionStorageOrPage = {
  getItem: (key: string): string | null => inPage.get(key) ?? readLocal(key),
  setItem(key: string, value: string): void {
    if (storeLocal(key, value)) inPage.delete(key);
    else inPage.set(key, value);
  },
  removeItem(key: string): void {
    inPage.delete(key);
    removeLocal(key);
  },
};

/** Whether the browser could not store this key, so that a reload loses it. */
export const isOnlyInPage = (key: string): boolean => inPage.has(key);
