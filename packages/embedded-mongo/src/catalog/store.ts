import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Document } from '../bson/values';
import { MongoError } from '../errors';
import type { Entry, Range, Snapshot, Value } from '../storage/entries';
import { Engine } from '../storage/engine';
import { FullDisk } from '../storage/room';
import { rest } from '../storage/rest';
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
  readonly catalogue: Catalogue;
  readonly locks = new Map<string, Transaction>();
  readonly transactions = new Set<Transaction>();
  /** Marks in the folder that its file still contains erased data, in case the process ends before the rewrite. */
  private readonly erasureNote: string;
  private erasure: NodeJS.Timeout | undefined;
  private isClosing = false;
  private queue: Job[] = [];
  private running: Promise<void> | undefined;
  private rewrites: Pick<Job, 'resolve' | 'reject'>[] = [];

  private constructor(
    readonly engine: Engine,
    readonly folder: string,
    private readonly isTemporary: boolean,
  ) {
    this.catalogue = new Catalogue(engine);
    this.erasureNote = path.join(folder, 'erase');
    if (fs.existsSync(this.erasureNote)) this.compactSoon(0);
    this.schedule();
  }

  /** Opens the folder, or rejects with one sentence; without a folder, in a temporary one that is removed when the store closes. */
  static async open(folder?: string): Promise<Store> {
    const isTemporary = folder === undefined;
    const at = folder ?? fs.mkdtempSync(path.join(tmpdir(), 'embedded-mongo-'));
    const engine = await Engine.open(at, isTemporary ? 'temporary' : 'durable');
    try {
      return new Store(engine, at, isTemporary);
    } catch (error) {
      await engine.close();
      throw error;
    }
  }

  get = (key: string): Value | undefined => this.engine.get(key);
  change = (key: string, value: Value | null): void => this.engine.change(key, value);
  log = (head: Document, raw?: Buffer): void => this.engine.log(head, raw);
  range = (range: Range): Entry[] => this.engine.range(range);
  count = (low: string, high: string): number => this.engine.count(low, high);
  snapshot = (): Snapshot => this.engine.snapshot();

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
      this.schedule();
    });
  }

  private schedule() {
    this.running ??= this.drain();
  }

  private async drain(): Promise<void> {
    await rest();
    while (this.queue.length > 0) {
      const jobs = this.queue;
      this.queue = [];
      this.commit(jobs);
      await rest();
    }
    const rewrites = this.rewrites;
    this.rewrites = [];
    try {
      if (rewrites.length > 0) await this.engine.rewrite();
      for (const { resolve } of rewrites) resolve(undefined as never);
    } catch (error) {
      for (const { reject } of rewrites) reject(error);
    }
    try {
      while (!this.isWaiting && !this.isClosing && this.engine.clean()) await rest();
    } catch {
      // the next start or write continues; writers get the error of the disk
    }
    this.running = undefined;
    if (this.isWaiting) this.schedule();
  }

  private get isWaiting() {
    return this.queue.length + this.rewrites.length > 0;
  }

  private commit(jobs: readonly Job[]): void {
    const settle: (() => void)[] = [];
    try {
      this.engine.commit(() => {
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
      // one that needs no room is not refused because of another
      if (error instanceof FullDisk && jobs.length > 1) for (const job of jobs) this.commit([job]);
      else if (error instanceof FullDisk && this.engine.makeRoom()) this.commit(jobs);
      else this.refuse(jobs, error);
    }
  }

  private refuse(jobs: readonly Job[], error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    for (const { reject } of jobs) reject(new MongoError(14031, `The write could not be stored: ${reason}`));
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

  /** Removes deleted data from the folder within so many milliseconds, or at the next start. */
  compactSoon(milliseconds: number) {
    if (this.erasure) return;
    // empty, so that it fits on a full disk
    fs.writeFileSync(this.erasureNote, '', { mode: 0o600 });
    this.erasure = setTimeout(
      () => void this.compact().catch(() => this.compactSoon(milliseconds)),
      milliseconds,
    );
    this.erasure.unref();
  }

  /** Resolves when the folder contains current data only. Writes wait meanwhile; a failure changes nothing and refuses none of them. */
  async compact(): Promise<void> {
    clearTimeout(this.erasure);
    this.erasure = undefined;
    await new Promise<void>((resolve, reject) => {
      this.rewrites.push({ resolve, reject });
      this.schedule();
    });
    fs.rmSync(this.erasureNote, { force: true });
  }

  /** Ends all transactions, waits for commits in progress and unlocks the folder. */
  async close(): Promise<void> {
    for (const transaction of this.transactions) transaction.abort();
    // a failed rewrite is repeated when the folder is opened
    if (this.erasure) await this.compact().catch(() => undefined);
    this.isClosing = true;
    while (this.running) await this.running;
    await this.engine.close();
    if (this.isTemporary) fs.rmSync(this.folder, { recursive: true, force: true });
  }
}
