/**
 * A value with subscribers, for `useSyncExternalStore`. Plain data of a signed-in student belongs in the Redux store instead
 * (`createDataStore`: the API cache, and the outbox beside it). These values do not:
 *
 * | value | why not Redux |
 * | --- | --- |
 * | session, remotes, screens of the registry, notices, unsaved work, service worker | sign-in needs them and does not download Redux (decisions 003, 016) |
 * | number of offers that wait, install prompt | the frame shows them before the data store is loaded, and outside of its provider |
 * | state of a remote that mounts itself | such a remote has neither our React nor our Redux |
 * | the action that can be undone | it holds functions, which a Redux state must not |
 * | the outbox's entries | other tabs change them on the device; they are read from there, and outlive the page |
 * | painted week, question about alerts | only one remote uses it, which would have to bundle Redux Toolkit |
 */
export function createStore<T>(value: T) {
  const listeners = new Set<() => void>();
  return {
    get: (): T => value,
    /** Notifies the subscribers, unless the value is the same as before. */
    set(next: T): void {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
