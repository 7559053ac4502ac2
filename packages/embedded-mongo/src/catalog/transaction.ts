import type { Document } from '../bson/values';
import { MongoError } from '../errors';
import type { Entry, Range, Reader, Snapshot, Value } from '../storage/entries';
import { documentKey } from '../storage/keys';

/** Where a command reads and writes entries: the store itself or a transaction over it. */
export interface Entries extends Reader {
  change(key: string, value: Value | null): void;
  /** Adds an event for change streams. */
  log(head: Document, raw?: Buffer): void;
  readonly transaction?: Transaction;
}

/** A transaction holds the entry: wait for it, then retry. */
export class Locked extends Error {
  constructor(readonly transaction: Transaction) {
    super('held by a transaction');
  }
}

const conflict = () =>
  new MongoError(
    112,
    'WriteConflict error: this operation conflicted with another operation. Please retry your operation or multi-document transaction.',
    {},
    ['TransientTransactionError'],
  );

const same = (one: Value | undefined, other: Value | undefined) =>
  one === other || (Buffer.isBuffer(one) && Buffer.isBuffer(other) && one.equals(other));

/** What a transaction needs of its store. */
export interface TransactionHost {
  get(key: string): Value | undefined;
  change(key: string, value: Value | null): void;
  log(head: Document, raw?: Buffer): void;
  snapshot(): Snapshot;
  /** The transaction that holds each entry. */
  readonly locks: Map<string, Transaction>;
  readonly transactions: Set<Transaction>;
  write<R>(work: () => R): Promise<R>;
}

/** Changes over a snapshot of the store, invisible to others until the commit; the first writer of an entry wins. */
export class Transaction implements Entries {
  readonly transaction = this;
  readonly started = Date.now();
  readonly done: Promise<void>;
  state: 'active' | 'committed' | 'aborted' = 'active';
  private readonly snapshot: Snapshot;
  private readonly changes = new Map<string, Value | null>();
  private readonly events: (readonly [head: Document, raw: Buffer | undefined])[] = [];
  private readonly needed: Promise<unknown>[] = [];
  private finish: () => void = () => undefined;

  /** The state before the transaction; a read after its end is refused. */
  private get before(): Snapshot {
    if (this.state === 'active') return this.snapshot;
    throw new MongoError(251, 'The transaction has ended.', {}, ['TransientTransactionError']);
  }

  constructor(private readonly store: TransactionHost) {
    this.snapshot = store.snapshot();
    this.done = new Promise((resolve) => {
      this.finish = resolve;
    });
    store.transactions.add(this);
  }

  get(key: string): Value | undefined {
    const own = this.changes.get(key);
    return own === undefined ? this.before.get(key) : (own ?? undefined);
  }

  change(key: string, value: Value | null) {
    const owner = this.store.locks.get(key);
    const untouched = same(this.store.get(key), this.before.get(key));
    if ((owner && owner !== this) || !untouched) throw conflict();
    this.store.locks.set(key, this);
    this.changes.set(key, value);
  }

  log(head: Document, raw?: Buffer) {
    this.events.push([head, raw]);
  }

  /** Its commit fails with a write that fails. */
  needs(write: Promise<unknown>) {
    write.catch(() => undefined);
    this.needed.push(write);
  }

  range(range: Range): Entry[] {
    const { low, high, reverse = false, limit = Number.POSITIVE_INFINITY } = range;
    const own = [...this.changes].filter(([key]) => key >= low && key < high);
    const base = this.before.range({ ...range, limit: limit + own.length });
    if (own.length === 0) return base;
    const merged = new Map(base.map((entry) => [entry.key, entry.value]));
    for (const [key, value] of own) {
      if (value === null) merged.delete(key);
      else merged.set(key, value);
    }
    const keys = [...merged.keys()].sort();
    if (reverse) keys.reverse();
    return keys.slice(0, limit).map((key) => ({ key, value: merged.get(key) ?? 0 }));
  }

  count(low: string, high: string): number {
    return this.range({ low, high }).length;
  }

  /** Whether it holds documents of a collection: then the collection's indexes cannot change. */
  touches(collection: number): boolean {
    const low = documentKey(collection, 0);
    const high = documentKey(collection + 1, 0);
    return [...this.changes.keys()].some((key) => key >= low && key < high);
  }

  private end(state: 'committed' | 'aborted') {
    this.state = state;
    for (const key of this.changes.keys()) this.store.locks.delete(key);
    this.store.transactions.delete(this);
    this.snapshot.close();
    this.finish();
  }

  /** Resolves when all changes are durable; a refusal ends the transaction with none of them. */
  async commit(): Promise<void> {
    this.state = 'committed';
    try {
      await Promise.all(this.needed);
      if (this.changes.size > 0) {
        await this.store.write(() => {
          for (const [key, value] of this.changes) this.store.change(key, value);
          for (const [head, raw] of this.events) this.store.log(head, raw);
        });
      }
    } catch (error) {
      this.end('aborted');
      throw error;
    }
    this.end('committed');
  }

  abort() {
    if (this.state === 'active') this.end('aborted');
  }
}

const FIRST = 8;
const LARGEST = 128;

/** Walks a range in growing parts and seeks each part again, so that writes between two parts are safe. */
export function* walk(entries: Entries, low: string, high: string, reverse: boolean): Generator<Entry> {
  let [from, to] = [low, high];
  for (let limit = FIRST; ; limit = Math.min(limit * 4, LARGEST)) {
    const part = entries.range({ low: from, high: to, reverse, limit });
    yield* part;
    const last = part.at(-1)?.key;
    if (part.length < limit || last === undefined) return;
    if (reverse) to = last;
    else from = `${last}\0`;
  }
}
