import { isShort } from '@flint/testing/long';
import { mongo } from 'mongoose';

const WRITES = [
  'insertOne',
  'insertMany',
  'updateOne',
  'updateMany',
  'replaceOne',
  'deleteOne',
  'deleteMany',
  'bulkWrite',
  'findOneAndUpdate',
] as const;

type Method = (...args: unknown[]) => Promise<unknown>;

/** Lets one write to these collections fail, the nth while `work` runs; a commit counts as a write, too. Returns whether there was one. */
export async function failWrite(
  nth: number,
  collections: readonly string[],
  work: () => Promise<unknown>,
): Promise<boolean> {
  let writes = 0;
  const count = () => {
    writes += 1;
    if (writes === nth) throw new Error('the database is out of reach');
  };
  const spied = WRITES.map((name) => {
    const real = mongo.Collection.prototype[name] as unknown as Method;
    return jest
      .spyOn(mongo.Collection.prototype as unknown as Record<string, Method>, name)
      .mockImplementation(async function (this: mongo.Collection, ...args) {
        if (collections.includes(this.collectionName)) count();
        return real.apply(this, args);
      });
  });
  const commit = mongo.ClientSession.prototype.commitTransaction;
  const commits = jest
    .spyOn(mongo.ClientSession.prototype, 'commitTransaction')
    .mockImplementation(async function (this: mongo.ClientSession, ...args) {
      count();
      return commit.apply(this, args);
    });
  try {
    await work();
  } finally {
    for (const spy of [...spied, commits]) spy.mockRestore();
  }
  return writes >= nth;
}

/** `npm test` fails every third write, CI each. */
const SHORT_STEP = 3;

/** Which writes of an act to fail, one after the other, without an end: `npm test` begins at another one for each act. */
export function* writesToFail(act: number): Generator<number> {
  const step = isShort ? SHORT_STEP : 1;
  for (let nth = 1 + (act % step); ; nth += step) yield nth;
}
