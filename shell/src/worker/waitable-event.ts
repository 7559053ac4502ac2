/** An event of a service worker, which goes on until the given work has ended. */
export interface WaitableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
