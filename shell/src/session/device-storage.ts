import { emptyPrivateCaches } from '../offline/private-caches';

/** Keys that the specification names (spec 3); all other keys of ours start with PREFIX. */
const SPEC_KEYS = new Set(['user_availability', 'user_photos', 'onboarding_completed']);
const PREFIX = 'flint:';
const OWNER_KEY = 'flint:owner';

const isOurs = (key: string) => key.startsWith(PREFIX) || SPEC_KEYS.has(key);

/** Runs `work`; does nothing where the browser forbids storage. */
function withStorage(work: (storage: Storage) => void): void {
  for (const kind of ['localStorage', 'sessionStorage'] as const) {
    try {
      work(window[kind]);
    } catch {
      // blocked by the browser's settings
    }
  }
}

/** Removes everything of a student from this device, drafts and cached answers included. The auth client removes the session. */
export function emptyDeviceStorage(): void {
  withStorage((storage) => {
    for (const key of Object.keys(storage).filter(isOurs)) storage.removeItem(key);
  });
  void emptyPrivateCaches();
}

/**
 * Notes the owner of the device storage. The drafts of an expired session stay for the same student; another student who signs in never
 * sees them.
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
    // storage is blocked or full: drafts are not stored either
  }
}
