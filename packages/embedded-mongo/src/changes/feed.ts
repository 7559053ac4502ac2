import type { Store } from '../catalog/store';
import { fail } from '../errors';
import type { Commit } from '../storage/engine';
import type { Value } from '../storage/record';
import { EventReader, type ChangeEvent } from './events';

/** The position of an event: log, record, change. The texts sort like the positions. */
const token = (generation: string, offset: number, index: number) =>
  generation + offset.toString(16).padStart(12, '0') + index.toString(16).padStart(8, '0');
const TOKEN = /^[0-9a-f]{36}$/;
const GENERATION = 16;

export interface PublishedEvent extends ChangeEvent {
  readonly token: string;
}

type Listener = (events: readonly PublishedEvent[]) => void;

/** Sends changes to listeners, and reads them again from the log for those that resume. */
export class ChangeFeed {
  private readonly listeners = new Set<Listener>();
  private reader: EventReader | undefined;

  constructor(private readonly store: Store) {}

  private namespaces = () => new Map(this.store.catalogue.all().map(({ id, namespace }) => [id, namespace]));

  /** The current position: the next event comes after it. */
  here = () => token(this.store.engine.generation, this.store.engine.position, 0);

  private told(reader: EventReader, { generation, at, changes, before }: Commit): PublishedEvent[] {
    return [...reader.read(changes, before)].map((event) => ({
      ...event,
      token: token(generation, at, event.index + 1),
    }));
  }

  private onCommit = (commit: Commit) => {
    if (!this.reader) return;
    const events = this.told(this.reader, commit);
    if (events.length > 0) for (const listener of this.listeners) listener(events);
  };

  /** Sends every later commit to `listener`; with `after`, a position in the log, first those since. 286 if the log no longer has it. */
  async listen(listener: Listener, after?: string): Promise<() => void> {
    await this.store.write(() => {
      const missed = after === undefined ? [] : this.since(after);
      if (this.listeners.size === 0) {
        this.reader = new EventReader(this.namespaces());
        this.store.engine.onCommit = this.onCommit;
      }
      this.listeners.add(listener);
      if (missed.length > 0) listener(missed);
    });
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size > 0) return;
      this.reader = undefined;
      this.store.engine.onCommit = undefined;
    };
  }

  private since(after: string): PublishedEvent[] {
    const { engine } = this.store;
    if (!TOKEN.test(after) || after.slice(0, GENERATION) !== engine.generation) {
      return fail(
        286,
        'Resume of change stream was not possible, as the resume point may no longer be in the log.',
      );
    }
    if (after >= this.here()) return [];
    const reader = new EventReader(new Map());
    const state = new Map<string, Value>();
    const found: PublishedEvent[] = [];
    for (const { at, changes } of engine.history()) {
      const commit = { generation: engine.generation, at, changes, before: (key: string) => state.get(key) };
      for (const event of this.told(reader, commit)) if (event.token > after) found.push(event);
      for (const [key, value] of changes) {
        if (value === null) state.delete(key);
        else state.set(key, value);
      }
    }
    return found;
  }
}
