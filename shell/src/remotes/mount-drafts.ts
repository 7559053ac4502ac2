import type { MountPlatform, RemoteId } from '@flint/remote-kit';
import { DRAFTS, OWNER_KEY } from '../session/device-storage';

/** Runs `work`; where storage is forbidden or full, only the remote holds the draft. */
function withDevice<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}

/** What the keys of a student's drafts in a remote begin with. */
export const draftPrefix = (user: string, remote = ''): string =>
  `${DRAFTS}${user}:${remote && `${remote}:`}`;

/** Unsaved work of one student in one remote, on this device. */
export function createDrafts(remote: RemoteId, user: () => string): MountPlatform['drafts'] {
  const keyOf = (name: string) => draftPrefix(user(), remote) + name;
  return {
    read: (name) => withDevice(() => JSON.parse(localStorage.getItem(keyOf(name)) ?? 'null') as unknown),
    put(name, value) {
      withDevice(() => {
        const owner = localStorage.getItem(OWNER_KEY);
        // not after a sign-out: a late change would bring the draft back
        if (user() && (owner === null || owner === user()))
          localStorage.setItem(keyOf(name), JSON.stringify(value));
      });
    },
    drop: (name) => void withDevice(() => localStorage.removeItem(keyOf(name))),
  };
}
