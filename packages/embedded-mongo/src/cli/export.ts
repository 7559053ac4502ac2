import { open } from 'node:fs/promises';
import { EJSON } from 'bson';
import type { mongo } from 'mongoose';

type Db = mongo.Db;

/** What a file says of a collection before its documents. */
export interface CollectionHead {
  readonly collection: string;
  readonly options: Record<string, unknown>;
  readonly indexes: readonly Record<string, unknown>[];
}

const line = (value: unknown) => `${EJSON.stringify(value as object, { relaxed: false })}\n`;

async function headOf(db: Db, name: string, options: Record<string, unknown>): Promise<CollectionHead> {
  const indexes = await db.collection(name).listIndexes().toArray();
  const own = indexes.filter((index) => index.name !== '_id_');
  return { collection: name, options, indexes: own };
}

/** Each collection with its options and indexes, then its documents, every type kept (canonical extended JSON). */
async function* linesOf(db: Db): AsyncGenerator<string> {
  const collections = await db.listCollections({ type: 'collection' }).toArray();
  for (const info of collections.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    if (info.name.startsWith('system.')) continue;
    yield line(await headOf(db, info.name, { ...('options' in info ? info.options : {}) }));
    const raw = db.collection(info.name).find({}, { promoteValues: false, bsonRegExp: true });
    for await (const document of raw) yield line({ document });
  }
}

const CHUNK = 64 * 1024;

/** Writes a database into a file only its owner can read; gives the number of documents. The file must not be there yet. */
export async function exportDatabase(db: Db, file: string): Promise<number> {
  const out = await open(file, 'wx', 0o600);
  let documents = 0;
  let chunk = '';
  try {
    for await (const text of linesOf(db)) {
      if (text.startsWith('{"document":')) documents += 1;
      chunk += text;
      if (chunk.length < CHUNK) continue;
      await out.appendFile(chunk);
      chunk = '';
    }
    await out.appendFile(chunk);
    await out.sync();
  } finally {
    await out.close();
  }
  return documents;
}
