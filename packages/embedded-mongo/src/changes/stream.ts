import { toBson } from '../bson/codec';
import type { Document } from '../bson/values';
import { Batch } from '../commands/batch';
import type { Test } from '../query/comparison';
import type { OplogEvent } from '../storage/oplog';
import { rest } from '../storage/rest';
import type { ChangeFeed } from './feed';

const BATCH_BYTES = 15_000_000;
/** Events that are read before other requests get a turn. */
const PART = 100;

/** A reader of the oplog, whose client fetches batches. */
export class ChangeStream {
  used = Date.now();
  private readonly stopped = new AbortController();

  constructor(
    readonly namespace: string,
    private readonly feed: ChangeFeed,
    private readonly toEvents: (event: OplogEvent) => Document[],
    private readonly test: Test,
    /** The last event that was read. */
    private after: number,
  ) {}

  stop = (): void => this.stopped.abort();

  /** Up to so many events, when there is one or after so many milliseconds. */
  async batch(
    id: number,
    field: 'firstBatch' | 'nextBatch',
    size: number,
    milliseconds: number,
  ): Promise<Batch> {
    const until = Date.now() + milliseconds;
    const taken: Buffer[] = [];
    let [bytes, isOpen] = [0, true];
    for (;;) {
      this.used = Date.now();
      const part = this.feed.read(this.after, PART);
      for (const event of part) {
        if (taken.length >= size || bytes >= BATCH_BYTES || !isOpen) break;
        this.after = event.number;
        for (const one of this.toEvents(event)) {
          const isEnd = one.operationType === 'invalidate';
          if (!isEnd && !this.test(one)) continue;
          const encoded = toBson(one);
          bytes += encoded.length;
          taken.push(encoded);
          if (isEnd) isOpen = false;
        }
      }
      if (part.length === PART && taken.length === 0) await rest();
      else if (taken.length > 0 || Date.now() >= until || this.stopped.signal.aborted) break;
      else await this.feed.wait(until - Date.now(), this.stopped.signal);
    }
    const postBatchResumeToken = { _data: this.feed.tokenOf(this.after) };
    return new Batch({ id: isOpen ? id : 0, ns: this.namespace, postBatchResumeToken }, field, taken);
  }
}
