import { toBson } from '../bson/codec';
import type { Document } from '../bson/values';
import { Batch } from '../commands/batch';
import { fail } from '../errors';
import type { Test } from '../query/comparison';
import type { PublishedEvent } from './feed';

/** Most events in memory for a client that does not fetch them. */
const MOST_WAITING = 10_000;
const BATCH_BYTES = 15_000_000;

interface Waiting {
  readonly token: string;
  readonly bytes: Buffer;
  readonly last: boolean;
}

/** The events of one stream that were not fetched yet. */
export class ChangeStream {
  used = Date.now();
  private waiting: Waiting[] = [];
  private lost = false;
  private ended = false;
  private wake: () => void = () => undefined;
  stop: () => void = () => undefined;

  constructor(
    readonly namespace: string,
    private readonly toEvent: (told: PublishedEvent) => Document[],
    private readonly here: () => string,
    private readonly test: Test,
  ) {}

  listen = (events: readonly PublishedEvent[]) => {
    for (const told of events) {
      if (this.ended) return;
      for (const event of this.toEvent(told)) {
        const last = event.operationType === 'invalidate';
        if (last || this.test(event)) this.waiting.push({ token: told.token, bytes: toBson(event), last });
        this.ended ||= last;
      }
    }
    if (this.waiting.length > MOST_WAITING) {
      this.lost = true;
      this.waiting = [];
    }
    this.wake();
  };

  /** Up to so many events, when there is one or after so many milliseconds. */
  async batch(
    id: number,
    field: 'firstBatch' | 'nextBatch',
    size: number,
    milliseconds: number,
  ): Promise<Batch> {
    this.used = Date.now();
    if (this.waiting.length === 0 && milliseconds > 0 && !this.lost) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        this.wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      this.wake = () => undefined;
    }
    if (this.lost) fail(286, 'The client fell too far behind the change stream.');
    let bytes = 0;
    let count = 0;
    while (count < Math.min(size, this.waiting.length) && bytes < BATCH_BYTES)
      bytes += this.waiting[count++]?.bytes.length ?? 0;
    const taken = this.waiting.splice(0, count);
    const token = taken.length > 0 && this.waiting.length > 0 ? (taken.at(-1)?.token ?? '') : this.here();
    const open = !taken.some(({ last }) => last);
    if (!open) this.stop();
    const cursor = { id: open ? id : 0, ns: this.namespace, postBatchResumeToken: { _data: token } };
    return new Batch(
      cursor,
      field,
      taken.map((one) => one.bytes),
    );
  }
}
