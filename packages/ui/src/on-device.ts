/** What this device holds under a key; null without it, if it is damaged, or where storage is blocked. */
export function readDevice<T>(key: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as T | null;
  } catch {
    return null;
  }
}

/** Does nothing where storage is blocked or full: what the device holds is a copy. */
export function storeOnDevice(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // see above
  }
}
