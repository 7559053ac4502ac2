import type { Store } from '../catalog/store';
import { fail } from '../errors';
import type { OplogEvent } from '../storage/oplog';

const TOKEN = /^[0-9a-f]{28}$/;
const NAME = 16;

/** Tells streams of commits, and translates places in the oplog into resume tokens. */
export class ChangeFeed {
  private readonly waiting = new Set<() => void>();

  constructor(private readonly store: Store) {
    store.engine.onCommit = () => {
      for (const wake of this.waiting) wake();
    };
  }

  /** The number of the last event. */
  get last(): number {
    return this.store.engine.oplog.last;
  }

  /** The token of an event. Tokens sort like the events. */
  tokenOf = (number: number): string => this.store.engine.name + number.toString(16).padStart(12, '0');

  /** The event a token stands for; 286 if it is not of this folder. */
  numberOf(token: string): number {
    const isOurs = TOKEN.test(token) && token.startsWith(this.store.engine.name);
    const number = isOurs ? Number.parseInt(token.slice(NAME), 16) : Number.POSITIVE_INFINITY;
    return number <= this.last ? number : this.lost();
  }

  /** The next events after a number; 286 if the oplog no longer has all of them. */
  read(after: number, limit: number): OplogEvent[] {
    const { oplog } = this.store.engine;
    return after + 1 < oplog.first ? this.lost() : oplog.read(after, limit);
  }

  private lost = (): never =>
    fail(286, 'Resume of change stream was not possible, as the resume point may no longer be in the oplog.');

  /** Resolves at the next commit, when `signal` aborts, or after so many milliseconds. */
  async wait(milliseconds: number, signal: AbortSignal): Promise<void> {
    if (milliseconds <= 0 || signal.aborted) return;
    await new Promise<void>((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        this.waiting.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      const timer = setTimeout(wake, milliseconds);
      this.waiting.add(wake);
      signal.addEventListener('abort', wake);
    });
  }
}
