import { PassThrough } from 'node:stream';
import { trusted } from 'mongoose';
import type { Context } from 'koa';
import { PAGE_AGE_HEADER, STREAM_BEAT_MS } from '@flint/contracts';
import { ApiError } from '../../http/api-error';
import type { Actor } from '../../http/session';
import { ChangeWatch, type Written } from '../../infra/change-watch';
import type { Deps } from '../resource';
import { readCuts } from '../safety/index';
import { isHosted, sessions, users } from '../sign-in/index';
import { threads, type StoredThread } from './thread.model';

/** Polling interval for listeners without a change stream. */
const ASK_EVERY_MS = 1_000;
/** Writes of other processes may carry a time somewhat behind ours. */
const OVERLAP_MS = 5_000;
/** After this, a listener reconnects with a fresh token. */
const LIFE_MS = 5 * 60_000;
/** A session that may have ended is asked about this often: a process may believe for 4 s that it has not (`LIVE_FOR_MS`). */
const DOUBTS = 6;
const STREAMS_PER_STUDENT = 6;
/** The latest instant a Date can hold. */
const MAX_DATE_MS = 8.64e15;

interface Listener {
  readonly actor: Pick<Actor, 'userId' | 'sessionId'>;
  readonly stream: PassThrough;
  /** Whether the session of the stream is still valid. */
  readonly stands: () => Promise<boolean>;
  /** How many more times to ask whether it is. */
  doubts: number;
}

type Change = Pick<
  StoredThread,
  '_id' | 'participants' | 'initiatorId' | 'history' | 'version' | 'updatedAt'
>;

const FIELDS = { participants: 1, initiatorId: 1, history: 1, version: 1, updatedAt: 1 };

/**
 * Notifies listeners that one of their offers changed. The database is the only source, so changes of all processes are found. An event's id
 * is an instant: a page that reconnects with one (Last-Event-ID), or connects with its age (X-Page-Age), gets the events since then, so
 * nothing is lost between reading the offers and opening the stream.
 */
export class OfferEvents {
  private readonly listeners = new Map<string, Set<Listener>>();
  private readonly seen = new Map<string, number>();
  private timer: NodeJS.Timeout | null = null;
  /** When changes were last queried. */
  private askedAt = 0;
  /** Threads that the change stream has reported since. Their times may be older, if a clock was set back. */
  private readonly named = new Set<unknown>();
  private asking: Promise<void> = Promise.resolve();
  /** Whether a query is scheduled that has not begun; it will include changes until it begins. */
  private waiting = false;
  /** Whether the last query failed: the next one does not wait for another change. */
  private hasFailed = false;
  private stopped: Promise<void> = Promise.resolve();
  private readonly watch: ChangeWatch;

  constructor(
    private readonly deps: Deps,
    private readonly askEveryMs = ASK_EVERY_MS,
  ) {
    const { db } = deps;
    this.watch = new ChangeWatch([threads(db), sessions(db), users(db)], (written) => this.notice(written));
  }

  /**
   * Answers a request with the student's events, while `stands` returns true. It is called after writes to the student's session or account
   * only; every second while the database reports no changes or the sessions are a hosted project's.
   */
  open(actor: Listener['actor'], ctx: Context, stands: Listener['stands']): void {
    const { userId } = actor;
    const own = this.listeners.get(userId) ?? new Set();
    if (own.size >= STREAMS_PER_STUDENT) throw new ApiError('rate_limited', { retryAfterSeconds: 30 });
    const stream = new PassThrough();
    // this process may believe in a session that another one has just ended
    const listener = { actor, stream, stands, doubts: DOUBTS };
    ctx.status = 200;
    ctx.set({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    ctx.body = stream;
    const since = this.lastSeen(ctx);
    // without an id while events may be missing: a page that loses this connection asks since the same instant again
    stream.write(`retry: 2000\n${since ? '' : `id: ${this.now()}\n`}event: open\ndata: {}\n\n`);
    if (since) void this.catchUp(listener, since);
    const beat = setInterval(() => stream.write(': still here\n\n'), STREAM_BEAT_MS);
    const life = setTimeout(() => stream.end(), LIFE_MS);
    this.listeners.set(userId, own.add(listener));
    this.start();
    stream.on('close', () => {
      clearInterval(beat);
      clearTimeout(life);
      own.delete(listener);
      if (own.size === 0) this.listeners.delete(userId);
      if (this.listeners.size === 0) this.stop();
    });
    stream.on('error', () => undefined);
  }

  /** Whether a page of this student is open here. */
  hears(userId: string): boolean {
    return this.listeners.has(userId);
  }

  /** Ends every stream; resolves when nothing is in progress. */
  async close(): Promise<void> {
    this.stop();
    for (const { stream } of this.all()) stream.end();
    await this.asking;
    await this.stopped;
  }

  /** The instant until which a page knows its offers; null if it sends none. */
  private lastSeen(ctx: Context): Date | null {
    const [id, age] = ['last-event-id', PAGE_AGE_HEADER].map((name) => Number(ctx.get(name)));
    const seen = id || (age && this.now() - age);
    if (!seen || seen <= 0 || seen > MAX_DATE_MS) return null;
    // an id in the future is from before a clock was set back: anything may have changed since
    return new Date(seen > this.now() ? 0 : seen - OVERLAP_MS);
  }

  private now(): number {
    return this.deps.clock.now().getTime();
  }

  private all(): Listener[] {
    return [...this.listeners.values()].flatMap((own) => [...own]);
  }

  private start(): void {
    if (this.timer) return;
    this.askedAt = this.now();
    this.timer = setInterval(() => {
      if (!this.watch.isLive || isHosted(this.deps)) this.doubt(this.all());
      if (this.watch.isLive && !this.hasFailed) void this.dismissEnded();
      else this.askSoon();
      for (const listener of this.all()) listener.doubts = Math.max(0, listener.doubts - 1);
    }, this.askEveryMs);
    this.timer.unref();
    this.watch.start();
  }

  private notice(written: Written | null): void {
    if (written === null) {
      this.doubt(this.all());
      return this.askSoon();
    }
    const { db } = this.deps;
    const { model, id, fields } = written;
    if (model === threads(db)) {
      // without a new version, the two must not notice it
      if (!fields || fields.includes('version')) this.named.add(id);
      return this.askSoon();
    }
    this.doubt(
      model === users(db)
        ? (this.listeners.get(String(id)) ?? [])
        : this.all().filter(({ actor }) => actor.sessionId === id),
    );
  }

  private doubt(listeners: Iterable<Listener>): void {
    for (const listener of listeners) listener.doubts = DOUBTS;
  }

  private askSoon(): void {
    if (this.waiting) return;
    this.waiting = true;
    const ask = async () => {
      this.waiting = false;
      this.hasFailed = await this.ask().then(
        () => false,
        () => true,
      );
    };
    this.asking = this.asking.then(ask);
  }

  private stop(): void {
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
    this.seen.clear();
    this.named.clear();
    this.stopped = this.watch.stop();
  }

  private async read(filter: object): Promise<Change[]> {
    return threads(this.deps.db).find(filter, FIELDS).lean<Change[]>();
  }

  private async ask(): Promise<void> {
    if (!this.timer) return;
    await this.dismissEnded();
    const asked = this.now();
    const since = new Date(Math.min(this.askedAt, asked) - OVERLAP_MS);
    const named = [...this.named];
    this.named.clear();
    try {
      const isNamed = { _id: trusted({ $in: named }) };
      const changed = await this.read({ $or: [{ updatedAt: trusted({ $gt: since }) }, isNamed] });
      const unseen = changed.filter(({ _id, version }) => this.seen.get(_id) !== version);
      for (const userId of await this.concerned(unseen, (id) => this.listeners.has(id)))
        this.listeners.get(userId)?.forEach((listener) => this.tell(listener));
      for (const { _id, version } of unseen) this.seen.set(_id, version);
    } catch (error) {
      for (const id of named) this.named.add(id);
      throw error;
    }
    this.askedAt = asked;
    if (this.seen.size > 10_000) this.seen.clear();
  }

  /**
   * Which of these students may notice the changes, once for each. A student notices own steps, and no others in a thread with somebody the
   * student blocked.
   */
  private async concerned(
    changes: readonly Change[],
    isMeant: (userId: string) => boolean,
  ): Promise<string[]> {
    const news = changes.flatMap(({ participants, initiatorId, history }) =>
      participants.filter(isMeant).map((userId) => {
        const isOwn = history.at(-1)?.by === (initiatorId === userId ? 'initiator' : 'invitee');
        return { userId, from: isOwn ? undefined : participants.find((id) => id !== userId) };
      }),
    );
    const pairs = news.flatMap(({ userId, from }) => (from ? [[userId, from] as const] : []));
    const cutAt = await readCuts(this.deps, pairs);
    return news.flatMap(({ userId, from }) => (from && cutAt(userId, from) ? [] : [userId]));
  }

  /** Closes streams of ended sessions at once: they would still receive events, and no mail would be sent. */
  private async dismissEnded(): Promise<void> {
    const doubted = this.all().filter(({ doubts }) => doubts > 0);
    const standing = await Promise.all(doubted.map(({ stands }) => stands()));
    doubted.forEach(({ stream }, i) => standing[i] || stream.end());
  }

  private async catchUp(listener: Listener, since: Date): Promise<void> {
    const asked = this.now();
    // there may be some
    let name = 'offers';
    try {
      const missed = await this.read({
        updatedAt: trusted({ $gt: since }),
        participants: listener.actor.userId,
      });
      const concerned = await this.concerned(missed, (id) => id === listener.actor.userId);
      if (concerned.length === 0) name = 'open';
    } catch (error) {
      this.deps.log.warn({ err: error }, 'missed offer events not read');
    }
    this.tell(listener, name, asked);
  }

  private tell({ stream }: Listener, name = 'offers', at = this.now()): void {
    if (stream.writable) stream.write(`id: ${at}\nevent: ${name}\ndata: {}\n\n`);
  }
}

const streams = new WeakMap<object, OfferEvents>();

/** The only event source of an app. */
export function eventsOf(deps: Deps): OfferEvents {
  const events = streams.get(deps.db) ?? new OfferEvents(deps);
  streams.set(deps.db, events);
  return events;
}

/** Whether a page of this student seems to be open here; the connection of a closed laptop stays for up to five minutes. */
export const isListening = (deps: Deps, userId: string): boolean => eventsOf(deps).hears(userId);
