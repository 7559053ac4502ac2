import mongoose from 'mongoose';
import { temporaryFolder } from '../testing/folder';
import { openServer } from '../testing/server';

interface Thing {
  readonly _id: number;
  readonly a?: number;
  readonly b?: { readonly c: number };
}
type Event = mongoose.mongo.ChangeStreamDocument<Thing>;

async function open(dataDir?: string) {
  const { client, close } = await openServer({ dataDir });
  return {
    client,
    db: client.db('streams'),
    things: client.db('streams').collection<Thing>('things'),
    close,
  };
}

/** The next events of a stream, as short texts. */
async function tells(stream: mongoose.mongo.ChangeStream<Thing>, count: number): Promise<Event[]> {
  const events: Event[] = [];
  while (events.length < count) events.push(await stream.next());
  return events;
}
/** Opens the stream at the server, which is asked only once somebody waits for an event. */
const start = (stream: mongoose.mongo.ChangeStream<Thing>) => stream.tryNext();
/** How long the server waits for an event before it answers that there is none. */
const SOON = { maxAwaitTimeMS: 20 };
const kinds = (events: readonly Event[]) =>
  events.map((event) =>
    `${event.operationType} ${'documentKey' in event ? String(event.documentKey?._id) : ''}`.trim(),
  );

describe('a change stream', () => {
  it('insert, update, replace and delete of a collection - each sent once, in order, with its changes', async () => {
    const { db, things, close } = await open();
    const stream = things.watch([], SOON);
    await start(stream);
    await db.collection('others').insertOne({ a: 1 });
    await things.insertOne({ _id: 1, a: 1, b: { c: 1 } });
    await things.updateOne({ _id: 1 }, { $set: { 'b.c': 2 }, $unset: { a: 1 } });
    await things.updateOne({ _id: 1 }, { $set: { 'b.c': 2 } });
    await things.replaceOne({ _id: 1 }, { a: 5 });
    await things.deleteOne({ _id: 1 });
    const events = await tells(stream, 4);
    expect(kinds(events)).toEqual(['insert 1', 'update 1', 'replace 1', 'delete 1']);
    expect(events[0]).toMatchObject({
      ns: { db: 'streams', coll: 'things' },
      fullDocument: { _id: 1, a: 1 },
    });
    expect(events[1]).toMatchObject({
      updateDescription: { updatedFields: { 'b.c': 2 }, removedFields: ['a'] },
    });
    expect(events[2]).toMatchObject({ fullDocument: { _id: 1, a: 5 } });
    await stream.close();
    await close();
  });

  it('of a database, with $match and updateLookup - sends the requested events of its collections', async () => {
    const { client, db, things, close } = await open();
    const stream = db.watch<Thing, Event>([{ $match: { operationType: 'update' } }], {
      ...SOON,
      fullDocument: 'updateLookup',
    });
    await start(stream);
    await client.db('elsewhere').collection('things').insertOne({ a: 1 });
    await things.insertOne({ _id: 1, a: 1 });
    await things.updateOne({ _id: 1 }, { $inc: { a: 1 } });
    expect(await stream.next()).toMatchObject({ operationType: 'update', fullDocument: { _id: 1, a: 2 } });
    await stream.close();
    await close();
  });

  it('a transaction - sends events when it commits, and none when it aborts', async () => {
    const { client, things, close } = await open();
    await things.insertOne({ _id: 0 });
    const stream = things.watch([], SOON);
    await start(stream);
    await client.withSession(async (session) => {
      session.startTransaction();
      await things.insertOne({ _id: 1 }, { session });
      await session.abortTransaction();
      await session.withTransaction(() => things.insertOne({ _id: 2 }, { session }));
    });
    await things.insertOne({ _id: 3 });
    expect(kinds(await tells(stream, 2))).toEqual(['insert 2', 'insert 3']);
    await stream.close();
    await close();
  });

  it('resumed after an event, also after a restart - sends all later events, from the log', async () => {
    using folder = temporaryFolder();
    const first = await open(folder.path);
    const stream = first.things.watch([], SOON);
    await start(stream);
    await first.things.insertMany([{ _id: 1 }, { _id: 2 }, { _id: 3 }]);
    const [{ _id: resumeAfter }] = (await tells(stream, 2)).slice(-1) as [Event];
    await stream.close();
    await first.things.updateOne({ _id: 3 }, { $set: { a: 1 } });
    await first.things.deleteOne({ _id: 1 });
    await first.close();
    const again = await open(folder.path);
    const resumed = again.things.watch([], { ...SOON, resumeAfter });
    expect(kinds(await tells(resumed, 3))).toEqual(['insert 3', 'update 3', 'delete 1']);
    await resumed.close();
    await again.close();
  });

  it('resumed after erased data has left the folder - is refused with 286 if it missed an event, and continues if not', async () => {
    using folder = temporaryFolder();
    const { db, things, close } = await open(folder.path);
    const stream = things.watch([], SOON);
    await start(stream);
    await things.insertOne({ _id: 1 });
    const { _id: resumeAfter } = await stream.next();
    await things.insertOne({ _id: 2 });
    const { _id: last } = await stream.next();
    await stream.close();
    await db.command({ compactLog: 1, wait: true });
    const resumed = things.watch([], { ...SOON, resumeAfter });
    await expect(resumed.next()).rejects.toMatchObject({ code: 286 });
    await resumed.close();
    const current = things.watch([], { ...SOON, resumeAfter: last });
    await things.insertOne({ _id: 3 });
    expect(kinds(await tells(current, 1))).toEqual(['insert 3']);
    await current.close();
    await close();
  });

  it('a dropped collection - sends its drop but no deletes, and ends', async () => {
    const { things, close } = await open();
    await things.insertOne({ _id: 1 });
    const stream = things.watch([], SOON);
    await start(stream);
    await things.drop();
    expect(kinds(await tells(stream, 2))).toEqual(['drop', 'invalidate']);
    await stream.close();
    await close();
  });

  it('an insert through one connection - reaches another', async () => {
    const { things, close } = await open();
    const stream = things.watch([], SOON);
    await start(stream);
    const told = stream.next();
    await things.insertOne({ _id: 1 });
    expect(await told).toMatchObject({ operationType: 'insert' });
    await stream.close();
    await close();
  });
});
