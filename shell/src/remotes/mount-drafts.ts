import type { MountPlatform, RemoteId } from '@flint/remote-kit';

/** Runs `work` unless the browser forbids storage or it is full: the draft is then what the remote holds. */
function withDevice<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}

/** Unsaved work of one student and one remote on this device. Keys start with `flint:`, so that signing out empties them. */
export function createDrafts(remote: RemoteId, user: () => string): MountPlatform['drafts'] {
  const keyOf = (name: string) => `flint:draft:${user()}:${remote}:${name}`;
  return {
    read: (name) => withDevice(() => JSON.parse(localStorage.getItem(keyOf(name)) ?? 'null') as unknown),
    put(name, value) {
      withDevice(() => {
        const owner = localStorage.getItem('flint:owner');
        // not after a sign-out: what is typed on the way out would bring the draft back
        if (user() && (owner === null || owner === user()))
          localStorage.setItem(keyOf(name), JSON.stringify(value));
      });
    },
    drop: (name) => void withDevice(() => localStorage.removeItem(keyOf(name))),
  };
}
