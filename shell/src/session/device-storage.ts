import { emptyPrivateCaches } from '../offline/private-caches';

/** Keys the specification names (spec 3); everything else of ours starts with PREFIX. */
const SPEC_KEYS = new Set(['user_availability', 'user_photos', 'onboarding_completed']);
const PREFIX = 'flint:';
const OWNER_KEY = 'flint:owner';

const isOurs = (key: string) => key.startsWith(PREFIX) || SPEC_KEYS.has(key);

/** Runs `work` unless the browser forbids storage; then there is nothing to keep or to empty. */
function withStorage(work: (storage: Storage) => void): void {
  for (const kind of ['localStorage', 'sessionStorage'] as const) {
    try {
      work(window[kind]);
    } catch {
      // blocked by the browser's settings
    }
  }
}

/** Removes everything a student left on this device, drafts and kept answers included; the session itself is the auth client's. */
export function emptyDeviceStorage(): void {
  withStorage((storage) => {
    for (const key of Object.keys(storage).filter(isOurs)) storage.removeItem(key);
  });
  void emptyPrivateCaches();
}

/**
 * Says whose device storage this is. A session that ended by itself keeps its drafts for the same student; somebody else
 * who signs in on the device never meets them.
 */
export function claimDeviceStorage(userId: string): void {
  let owner: string | null = null;
  withStorage((storage) => {
    owner ??= storage.getItem(OWNER_KEY);
  });
  if (owner === userId) return;
  if (owner !== null) emptyDeviceStorage();
  try {
    localStorage.setItem(OWNER_KEY, userId);
  } catch {
    // blocked or full: then no drafts are kept either
  }
}
