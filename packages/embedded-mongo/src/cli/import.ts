import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { EJSON } from 'bson';
import type { mongo } from 'mongoose';
import type { CollectionHead } from './export';

type Db = mongo.Db;
interface DocumentLine {
  readonly document: mongo.Document;
}

const BATCH = 500;

function parse(text: string, number: number): CollectionHead | DocumentLine {
  try {
    return EJSON.parse(text, { relaxed: false }) as CollectionHead | DocumentLine;
  } catch {
    throw new Error(`Line ${number} of the file is no extended JSON. Nothing after it was read.`);
  }
}

/** Refuses a database that has one of the file's collections with documents in it. */
async function make(db: Db, { collection, options, indexes }: CollectionHead): Promise<mongo.Collection> {
  const target = db.collection(collection);
  if ((await target.estimatedDocumentCount()) > 0) {
    throw new Error(
      `The database ${db.databaseName} already holds documents in ${collection}. Import into an empty one.`,
    );
  }
  const there = await db.listCollections({ name: collection }, { nameOnly: true }).hasNext();
  if (!there) await db.createCollection(collection, options);
  if (indexes.length > 0) await target.createIndexes(indexes as unknown as mongo.IndexDescription[]);
  return target;
}

/** Reads what `export` wrote; gives the number of documents. */
export async function importDatabase(db: Db, file: string): Promise<number> {
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });
  let target: mongo.Collection | undefined;
  let batch: mongo.Document[] = [];
  let documents = 0;
  let number = 0;
  const flush = async () => {
    if (target && batch.length > 0) await target.insertMany(batch);
    documents += batch.length;
    batch = [];
  };
  for await (const text of lines) {
    number += 1;
    if (text === '') continue;
    const one = parse(text, number);
    if ('document' in one) {
      if (!target)
        throw new Error('The file does not start with a collection: it was not written by export.');
      batch.push(one.document);
      if (batch.length >= BATCH) await flush();
    } else {
      await flush();
      target = await make(db, one);
    }
  }
  await flush();
  return documents;
}
