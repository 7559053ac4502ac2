import { BSON, Long } from 'bson';
import { ARRAY, DOCUMENT, sizeOf, wrap } from '../bson/pick';
import { Batch } from '../commands/batch';
import type { Reply } from '../commands/state';
import { OP_MSG, OP_REPLY } from './message';

const named = (type: number, name: string) => Buffer.from(`${String.fromCharCode(type)}${name}\0`, 'latin1');

const inner = (document: object) => Buffer.from(BSON.serialize(document)).subarray(4, -1);

function batchParts({ cursor, field, documents }: Batch, extra: object): Buffer[] {
  const elements = documents.flatMap((document, at) => [named(DOCUMENT, String(at)), document]);
  const inCursor = [
    inner({ ...cursor, id: Long.fromNumber(cursor.id) }),
    named(ARRAY, field),
    ...wrap(elements),
  ];
  return wrap([named(DOCUMENT, 'cursor'), ...wrap(inCursor), inner({ ok: 1, ...extra })]);
}

export interface Envelope {
  readonly requestId: number;
  readonly responseTo: number;
  /** The message format of the client's first greeting. */
  readonly legacy: boolean;
}

/** Encodes a reply. `extra` has the fields of every reply. */
export function encodeReply(
  reply: Reply,
  { requestId, responseTo, legacy }: Envelope,
  extra: object,
): Buffer {
  const body =
    reply instanceof Batch
      ? batchParts(reply, extra)
      : [Buffer.from(BSON.serialize({ ...extra, ...reply }, { ignoreUndefined: true }))];
  const header = Buffer.alloc(legacy ? 36 : 21);
  header.writeInt32LE(header.length + sizeOf(body), 0);
  header.writeInt32LE(requestId, 4);
  header.writeInt32LE(responseTo, 8);
  header.writeInt32LE(legacy ? OP_REPLY : OP_MSG, 12);
  if (legacy) header.writeInt32LE(1, 32);
  return Buffer.concat([header, ...body]);
}
