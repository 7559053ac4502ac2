import { LIMITS } from '@flint/contracts';
import { trusted, type Connection } from 'mongoose';
import type { Deps } from '../resource';
import { isPending } from './thread';
import { threads, type StoredThread } from './thread.model';

/** What offers tell matching about a student they were sent to. */
export interface Attention {
  /** First offers waiting for this student's answer. */
  readonly unanswered: number;
  /** When this student last received a first offer. */
  readonly lastAskedAt: Date;
}

type Seen = Pick<StoredThread, '_id' | 'inviteeId' | 'rounds' | 'createdAt' | 'updatedAt'>;

const FIELDS = { inviteeId: 1, rounds: 1, createdAt: 1, updatedAt: 1 };
/** Processes' clocks may differ by so much; what is read twice changes nothing. */
const OVERLAP_MS = 5_000;

/** Follows the threads of a database: every one is read once, later only those that changed. */
class AttentionReader {
  private readonly waiting = new Map<string, string>();
  private readonly lastAsked = new Map<string, Date>();
  private since = new Date(0);
  private work: Promise<unknown> = Promise.resolve();

  constructor(private readonly db: Connection) {}

  async read(): Promise<Map<string, Attention>> {
    const turn = this.work.catch(() => undefined).then(() => this.follow());
    this.work = turn;
    await turn;
    const unanswered = new Map<string, number>();
    for (const id of this.waiting.values()) unanswered.set(id, (unanswered.get(id) ?? 0) + 1);
    return new Map(
      [...this.lastAsked].map(([id, lastAskedAt]) => [
        id,
        { unanswered: unanswered.get(id) ?? 0, lastAskedAt },
      ]),
    );
  }

  /** Drops what is held about somebody whose account goes. */
  forget(userId: string): void {
    this.lastAsked.delete(userId);
    for (const [threadId, inviteeId] of this.waiting) if (inviteeId === userId) this.waiting.delete(threadId);
  }

  private async follow(): Promise<void> {
    const from = new Date(this.since.getTime() - OVERLAP_MS);
    const changed = threads(this.db)
      .find({ updatedAt: trusted({ $gt: from }) }, FIELDS)
      .lean<Seen[]>()
      .cursor();
    for await (const thread of changed as AsyncIterable<Seen>) this.see(thread);
  }

  private see({ _id, inviteeId, rounds, createdAt, updatedAt }: Seen): void {
    if (updatedAt > this.since) this.since = updatedAt;
    const round = rounds.at(-1)!;
    if (inviteeId && isPending(round) && round.by === 'initiator') this.waiting.set(_id, inviteeId);
    else this.waiting.delete(_id);
    if (inviteeId && createdAt > (this.lastAsked.get(inviteeId) ?? 0))
      this.lastAsked.set(inviteeId, createdAt);
  }
}

const readers = new WeakMap<Connection, AttentionReader>();

/** Per student with offers received: how many wait for an answer, and when the last came (popularity guard, fairness). */
export function attention({ db }: Pick<Deps, 'db'>): Promise<Map<string, Attention>> {
  const reader = readers.get(db) ?? new AttentionReader(db);
  readers.set(db, reader);
  return reader.read();
}

/** Drops what is held in memory about a student. */
export const forgetAttention = ({ db }: Pick<Deps, 'db'>, userId: string): void =>
  readers.get(db)?.forget(userId);

/** Whether a student has so many offers waiting that no more people should be sent their way. */
export const isOverAsked = ({ unanswered }: Attention) => unanswered >= LIMITS.unansweredOffersMax;
