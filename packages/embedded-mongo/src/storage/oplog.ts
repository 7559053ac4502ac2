import { BSON } from 'bson';
import { decodeTyped } from '../bson/codec';
import type { Document } from '../bson/values';
import type { Entry, Reader, Value } from './entries';
import { eventOf, oplogKey, oplogRange } from './keys';

/** Bytes of events that the oplog holds at most; the last event stays in any case. */
const MOST = 16_000_000;
const TOTAL = 8;

/** One change, as change streams send it. */
export interface OplogEvent {
  readonly number: number;
  /** Type, namespace, time, and what the type needs. */
  readonly head: Document;
  /** The document after an insert or a replacement. */
  readonly raw: Buffer | undefined;
}

const totalOf = (bytes: Value | undefined) => (Buffer.isBuffer(bytes) ? bytes.readDoubleLE(0) : 0);

function encode(total: number, head: Uint8Array, raw: Buffer): Buffer {
  const bytes = Buffer.allocUnsafe(TOTAL);
  bytes.writeDoubleLE(total);
  return Buffer.concat([bytes, head, raw]);
}

/** The last changes in order, stored with the changes themselves: change streams resume from it. Its oldest events are deleted. */
export class Oplog {
  /** The numbers of the oldest and the newest event; an empty oplog begins at 1. */
  first = 1;
  last = 0;
  private firstTotal = 0;
  private lastTotal = 0;

  constructor(
    private readonly reader: () => Reader,
    private readonly change: (key: string, value: Value | null) => void,
  ) {
    this.reload();
  }

  /** Reads the bounds again, after a failed commit. */
  reload(): void {
    const [oldest] = this.reader().range({ ...oplogRange, limit: 1 });
    const [newest] = this.reader().range({ ...oplogRange, reverse: true, limit: 1 });
    this.first = oldest ? eventOf(oldest.key) : 1;
    this.last = newest ? eventOf(newest.key) : 0;
    this.firstTotal = totalOf(oldest?.value);
    this.lastTotal = totalOf(newest?.value);
  }

  /** Only inside a commit. */
  append(head: Document, raw: Buffer = Buffer.alloc(0)): void {
    const encoded = BSON.serialize(head);
    this.lastTotal += encoded.length + raw.length;
    this.last += 1;
    this.change(oplogKey(this.last), encode(this.lastTotal, encoded, raw));
    this.trim(MOST);
  }

  /** Only inside a commit: deletes the oldest events down to so many bytes. */
  private trim(bytes: number): void {
    while (this.lastTotal - this.firstTotal > bytes && this.first < this.last) {
      this.change(oplogKey(this.first), null);
      this.first += 1;
      this.firstTotal = totalOf(this.reader().get(oplogKey(this.first)));
    }
  }

  /** Only inside a commit: deletes the older half of the events, because the disk is full. */
  halve = (): void => this.trim((this.lastTotal - this.firstTotal) / 2);

  /** The only entry of an oplog that goes on without the events so far. */
  fresh = (): Entry => ({
    key: oplogKey(this.last + 1),
    value: encode(0, BSON.serialize({ op: 'nothing' }), Buffer.alloc(0)),
  });

  /** Up to `limit` events after a number. */
  read(after: number, limit: number): OplogEvent[] {
    const found = this.reader().range({ low: oplogKey(after + 1), high: oplogRange.high, limit });
    return found.map(({ key, value }) => {
      const bytes = (value as Buffer).subarray(TOTAL);
      const end = bytes.readInt32LE(0);
      const raw = bytes.length > end ? bytes.subarray(end) : undefined;
      return { number: eventOf(key), head: decodeTyped(bytes.subarray(0, end)), raw };
    });
  }
}
