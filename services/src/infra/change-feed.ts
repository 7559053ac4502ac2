import { EventEmitter } from 'node:events';
import type { Connection } from 'mongoose';

interface Needs {
  readonly db: Connection;
}

/**
 * Tells listeners of this process whose record changed, apart for each database. For caches that must be right at once here and may
 * catch up with other processes later.
 */
export function createChangeFeed() {
  const emitters = new WeakMap<Connection, EventEmitter>();
  const of = ({ db }: Needs) => {
    let emitter = emitters.get(db);
    if (!emitter) emitters.set(db, (emitter = new EventEmitter().setMaxListeners(0)));
    return emitter;
  };
  return {
    tell: (deps: Needs, userId: string): void => void of(deps).emit('changed', userId),
    /** The returned function ends it. */
    on(deps: Needs, listener: (userId: string) => void): () => void {
      of(deps).on('changed', listener);
      return () => void of(deps).off('changed', listener);
    },
  };
}
