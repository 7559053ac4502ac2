import fs from 'node:fs';
import path from 'node:path';
import { MongoError } from '../errors';
import { Engine, type EngineOptions } from '../storage/engine';
import { lockFolder } from '../storage/folder-lock';
import type { Range } from '../storage/ordered-map';
import type { Value } from '../storage/record';
import { Catalogue } from './catalogue';
import type { Collection } from './collection';
import { Locked, type Entries, type Transaction, type TransactionHost } from './transaction';

interface Job {
  readonly work: () => unknown;
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
}

const WAIT = 60_000;

/** One folder's data: entries, catalogue, transactions and the queue of commits. */
export class Store implements Entries, TransactionHost {
  readonly engine: Engine;
  readonly catalogue: Catalogue;
  readonly locks = new Map<string, Transaction>();
  readonly transactions = new Set<Transaction>();
  private readonly unlock: () => void;
  /** Marks beside the log that it still contains erased data, in case the process ends before the rewrite. */
  private readonly erasureNote: string | undefined;
  private erasure: NodeJS.Timeout | undefined;
  private queue: Job[] = [];
  private running: Promise<void> | undefined;

  /** Opens the folder, or throws one sentence; without a folder all data is in memory. */
  constructor(folder: string | undefined, options: EngineOptions = {}) {
    this.unlock = folder === undefined ? () => undefined : lockFolder(folder);
    try {
      this.engine = new Engine(folder, options);
      this.catalogue = new Catalogue(this.engine);
      this.erasureNote = folder === undefined ? undefined : path.join(folder, 'erase');
      if (this.erasureNote && fs.existsSync(this.erasureNote)) this.compactSoon(0);
    } catch (error) {
      this.unlock();
      throw error;
    }
  }

  get = (key: string) => this.engine.get(key);
  change = (key: string, value: Value | null) => this.engine.change(key, value);
  range = (range: Range) => this.engine.range(range);
  count = (low: string, high: string) => this.engine.count(low, high);

  /** Throws Locked when a transaction holds the entry. */
  assertFree(key: string) {
    const owner = this.locks.size > 0 ? this.locks.get(key) : undefined;
    if (owner) throw new Locked(owner);
  }

  /** Throws Locked while a transaction holds documents of the collection. */
  assertUntouched({ id }: Collection) {
    for (const transaction of this.transactions) if (transaction.touches(id)) throw new Locked(transaction);
  }

  /** Runs `work`, which may change entries, and resolves when that is durable. Concurrent calls share one flush. */
  write<R>(work: () => R): Promise<R> {
    return new Promise<R>((resolve, reject) => {
      this.queue.push({ work, resolve, reject });
      this.running ??= this.drain();
    });
  }

  private async drain(): Promise<void> {
    await new Promise(setImmediate);
    while (this.queue.length > 0) {
      const jobs = this.queue;
      this.queue = [];
      await this.commit(jobs);
    }
    this.running = undefined;
  }

  private async commit(jobs: readonly Job[]): Promise<void> {
    const settle: (() => void)[] = [];
    try {
      await this.engine.commit(() => {
        for (const { work, resolve, reject } of jobs) {
          try {
            const value = work() as never;
            settle.push(() => resolve(value));
          } catch (error) {
            settle.push(() => reject(error));
          }
        }
      });
      for (const one of settle) one();
    } catch (error) {
      this.catalogue.reload();
      const reason = error instanceof Error ? error.message : String(error);
      for (const { reject } of jobs)
        reject(new MongoError(14031, `The write could not be stored: ${reason}`));
    }
  }

  /** Like `write`, but retries after each conflicting transaction; a transaction of more than a minute is ended. */
  async writeUnlocked<R>(work: () => R): Promise<R> {
    for (;;) {
      try {
        return await this.write(work);
      } catch (error) {
        if (!(error instanceof Locked)) throw error;
        await this.waitFor(error.transaction);
      }
    }
  }

  async waitFor(transaction: Transaction): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, Math.max(0, transaction.started + WAIT - Date.now()));
      timer.unref();
    });
    await Promise.race([transaction.done, late]);
    clearTimeout(timer);
    if (transaction.state === 'active' && Date.now() >= transaction.started + WAIT) transaction.abort();
  }

  /** Rewrites the log without deleted data within so many milliseconds, or at the next start. */
  compactSoon(milliseconds: number) {
    if (this.erasure) return;
    // empty, so that it fits on a full disk
    if (this.erasureNote) fs.writeFileSync(this.erasureNote, '', { mode: 0o600 });
    this.erasure = setTimeout(
      () => void this.compact().catch(() => this.compactSoon(milliseconds)),
      milliseconds,
    );
    this.erasure.unref();
  }

  /** Resolves when the log contains current data only. */
  async compact(): Promise<void> {
    clearTimeout(this.erasure);
    this.erasure = undefined;
    await this.write(() => {
      this.engine.compactNext = true;
    });
    if (this.erasureNote) fs.rmSync(this.erasureNote, { force: true });
  }

  /** Ends all transactions, waits for commits in progress and unlocks the folder. */
  async close(): Promise<void> {
    for (const transaction of this.transactions) transaction.abort();
    await this.running;
    // a failed rewrite is repeated when the folder is opened
    if (this.erasure) await this.compact().catch(() => undefined);
    this.engine.close();
    this.unlock();
  }
}
