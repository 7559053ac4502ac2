import { emptyPrivateCaches } from '../offline/private-caches';

/** Keys that the specification names (spec 3); all other keys of ours start with PREFIX. */
const SPEC_KEYS = new Set(['user_availability', 'user_photos', 'onboarding_completed']);
const PREFIX = 'flint:';
export const OWNER_KEY = 'flint:owner';

/** What the keys of unsent forms begin with, before the student's id. */
export const DRAFTS = `${PREFIX}draft:`;
export const isDraft = (key: string) => key.startsWith(DRAFTS);

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

/** Deletes what the student's outbox has stored; open tabs stop using it (packages/remote-kit/src/outbox/device.ts). */
function deleteOutbox(userId: string): void {
  try {
    indexedDB.deleteDatabase(PREFIX + userId);
  } catch {
    // blocked by the browser's settings
  }
}

export function readOwner(): string | null {
  try {
    return localStorage.getItem(OWNER_KEY);
  } catch {
    return null;
  }
}

export function emptyStorages(isKept: (key: string) => boolean): void {
  withStorage((storage) => {
    for (const key of Object.keys(storage)) if (isOurs(key) && !isKept(key)) storage.removeItem(key);
  });
  void emptyPrivateCaches();
}

/**
 * Removes everything of a student from this device, unsent work and cached answers included, but not the unsent work of others. The auth
 * client removes the session.
 */
export function emptyDeviceStorage(userId = readOwner()): void {
  if (userId) deleteOutbox(userId);
  emptyStorages((key) => userId !== null && isDraft(key) && !key.startsWith(DRAFTS + userId));
}

/**
 * Notes the owner of the device storage. The unsent work of an expired session stays for the same student, in a database and under keys of its
 * own; another student who signs in neither sees nor deletes it.
 */
export function claimDeviceStorage(userId: string): void {
  const owner = readOwner();
  if (owner === userId) return;
  if (owner !== null) emptyStorages(isDraft);
  try {
    localStorage.setItem(OWNER_KEY, userId);
  } catch {
    // storage is blocked or full: drafts are not stored either
  }
}
