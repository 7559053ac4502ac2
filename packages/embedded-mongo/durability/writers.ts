import mongoose from 'mongoose';

const PAD = 'p'.repeat(1500);

/** The acknowledged writes of all rounds. */
export interface Ledger {
  next: number;
  readonly inserted: Set<number>;
  readonly transacted: Set<number>;
  counted: number;
  asked: number;
}

export const newLedger = (): Ledger => ({
  next: 0,
  inserted: new Set(),
  transacted: new Set(),
  counted: 0,
  asked: 0,
});

interface Numbered {
  readonly _id: number;
}

/** Eight writers: four insert, two count by upsert, two write to two collections in a transaction. `stop` ends them after the kill. */
export async function startWriters(uri: string, ledger: Ledger) {
  const client = new mongoose.mongo.MongoClient(`${uri}?directConnection=true&retryWrites=false`, {
    maxPoolSize: 20,
    serverSelectionTimeoutMS: 500,
    writeConcern: { w: 'majority', journal: true },
  });
  // on a busy machine half a second can be too short; after the kill it is long enough
  for (let tries = 1; !(await client.connect().catch(() => null)); tries++)
    if (tries === 20) throw new Error('the server does not answer');
  const db = client.db('crash');
  const documents = db.collection<Numbered>('documents');
  const counters = db.collection<{ _id: string }>('counters');
  const pairs = db.collection<Numbered>('pairs');
  await documents.createIndex({ unique: 1 }, { unique: true });
  await documents.createIndex({ tag: 1, n: -1 });
  const fields = (n: number) => ({ _id: n, unique: `u${n}`, tag: `t${n % 7}`, n, pad: PAD });
  const state = { running: true };

  const insert = async () => {
    const n = ledger.next++;
    await documents.insertOne(fields(n));
    ledger.inserted.add(n);
  };
  const count = async () => {
    ledger.asked += 1;
    await counters.updateOne({ _id: 'c' }, { $inc: { v: 1 } }, { upsert: true });
    ledger.counted += 1;
  };
  const transact = async () => {
    const n = ledger.next++;
    await client.withSession(async (session) => {
      session.startTransaction();
      await documents.insertOne(fields(n), { session });
      await pairs.insertOne({ _id: n }, { session });
      await session.commitTransaction();
    });
    ledger.transacted.add(n);
  };
  const writer = async (write: () => Promise<void>) => {
    // the server was killed: end the writer
    while (state.running) await write().catch(() => (state.running = false));
  };
  const writers = [insert, insert, insert, insert, count, count, transact, transact].map(writer);
  return {
    async stop() {
      state.running = false;
      await Promise.all(writers);
      await client.close(true);
    },
  };
}
