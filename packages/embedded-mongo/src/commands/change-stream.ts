import { Timestamp } from 'bson';
import { decodeTyped } from '../bson/codec';
import { isDocument, type Document } from '../bson/values';
import type { PublishedEvent } from '../changes/feed';
import { ChangeStream } from '../changes/stream';
import { fail, notOffered } from '../errors';
import { compile } from '../query/compile';
import type { Test } from '../query/comparison';
import type { Batch } from './batch';
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
  const toEvent = (told: PublishedEvent): Document[] => {
    if (whole ? !told.namespace.startsWith(wanted) : told.namespace !== wanted) return [];
    const { operationType, namespace, id, key = '', fullDocument, updateDescription } = told;
    const time = {
      clusterTime: new Timestamp({ t: Math.floor(Date.now() / 1000), i: 1 }),
      wallTime: new Date(),
    };
    const head = { _id: { _data: told.token }, operationType, ...time };
    const event: Document = { ...head, ns: { db: database, coll: namespace.slice(database.length + 1) } };
    const invalid = { ...head, operationType: 'invalidate' };
    if (operationType === 'drop') return whole ? [event] : [event, invalid];
    event.documentKey = { _id: id };
    if (updateDescription) event.updateDescription = updateDescription;
    if (fullDocument) event.fullDocument = fullDocument;
    else if (operationType === 'update' && options.fullDocument === 'updateLookup') {
      const now = store.get(key);
      event.fullDocument = Buffer.isBuffer(now) ? decodeTyped(now) : null;
    }
    return [event];
  };
  const test: Test = (event) => tests.every((one) => one(event));
  const stream = new ChangeStream(whole ? `${database}.$cmd.aggregate` : wanted, toEvent, feed.here, test);
  stream.stop = await feed.listen(stream.listen, resumeToken(options));
  const size = countOf(
    documentOf(command.cursor, 'aggregate.cursor').batchSize,
    'aggregate.cursor.batchSize',
  );
  return stream.batch(server.cursors.keep(stream), 'firstBatch', size ?? 101, 0);
}
