import { Timestamp } from 'bson';
import { decodeTyped } from '../bson/codec';
import { isDocument, toNumber, type Document } from '../bson/values';
import { ChangeStream } from '../changes/stream';
import { fail, notOffered } from '../errors';
import { compile } from '../query/compile';
import type { Test } from '../query/comparison';
import type { Batch } from './batch';
import type { OplogEvent } from '../storage/oplog';
import { documentKey } from '../storage/keys';
import { countOf, documentOf, namespaceOf, type Request } from './request';

const KNOWN = ['fullDocument', 'resumeAfter', 'startAfter'];

function checkOptions(options: Document) {
  for (const name of Object.keys(options))
    if (!KNOWN.includes(name)) notOffered(`'${name}' of $changeStream`);
  const { fullDocument = 'default' } = options;
  if (fullDocument !== 'default' && fullDocument !== 'updateLookup')
    notOffered(`fullDocument '${String(fullDocument)}'`);
}

function resumeToken({ resumeAfter, startAfter }: Document): string | undefined {
  const after: unknown = resumeAfter ?? startAfter;
  if (after === undefined) return undefined;
  const data: unknown = isDocument(after) ? after._data : undefined;
  return typeof data === 'string' ? data : fail(9, 'The resume token is none of this server');
}

/** `watch` of a collection or a database: insert, update, replace, delete; dropping a collection invalidates its stream. */
export async function openChangeStream(request: Request, pipeline: readonly Document[]): Promise<Batch> {
  const { server, command, database, transaction } = request;
  if (transaction) fail(263, 'A $changeStream cannot be opened in a transaction');
  const options = documentOf(pipeline[0]?.$changeStream, '$changeStream');
  checkOptions(options);
  const tests = pipeline.slice(1).map((stage) => {
    if (!isDocument(stage.$match)) return notOffered(`${Object.keys(stage)[0] ?? ''} after $changeStream`);
    return compile(stage.$match);
  });
  const whole = command.aggregate === 1;
  const wanted = whole ? `${database}.` : namespaceOf(request);
  const { store, feed } = server;
  const lookUp = options.fullDocument === 'updateLookup';
  const toEvents = ({ number, head, raw }: OplogEvent): Document[] => {
    const { op, ns, at, _id, description, in: id, record } = head;
    const namespace = String(ns);
    if (whole ? !namespace.startsWith(wanted) : namespace !== wanted) return [];
    const wallTime = at as Date;
    const start = {
      _id: { _data: feed.tokenOf(number) },
      operationType: op as string,
      clusterTime: new Timestamp({ t: Math.floor(wallTime.getTime() / 1000), i: 1 }),
      wallTime,
    };
    const event: Document = { ...start, ns: { db: database, coll: namespace.slice(database.length + 1) } };
    if (op === 'drop') return whole ? [event] : [event, { ...start, operationType: 'invalidate' }];
    event.documentKey = { _id };
    if (description) event.updateDescription = description;
    if (raw) event.fullDocument = decodeTyped(raw);
    else if (op === 'update' && lookUp) {
      const now = store.get(documentKey(toNumber(id), toNumber(record)));
      event.fullDocument = Buffer.isBuffer(now) ? decodeTyped(now) : null;
    }
    return [event];
  };
  const test: Test = (event) => tests.every((one) => one(event));
  const token = resumeToken(options);
  const after = token === undefined ? feed.last : feed.numberOf(token);
  const name = whole ? `${database}.$cmd.aggregate` : wanted;
  const stream = new ChangeStream(name, feed, toEvents, test, after);
  const size = countOf(
    documentOf(command.cursor, 'aggregate.cursor').batchSize,
    'aggregate.cursor.batchSize',
  );
  return stream.batch(server.cursors.keep(stream), 'firstBatch', size ?? 101, 0);
}
