import mongoose, { Schema, type Connection } from 'mongoose';

const item = new Schema({ sku: String, qty: Number, done: Boolean });
const thing = new Schema(
  {
    email: { type: String, unique: true, lowercase: true },
    name: String,
    n: Number,
    tags: [String],
    items: [item],
    at: Date,
    ref: { type: Schema.Types.ObjectId, ref: 'Other' },
    big: BigInt,
    dec: Schema.Types.Decimal128,
    buf: Buffer,
    map: { type: Map, of: Number },
    mixed: Schema.Types.Mixed,
    opt: String,
    loc: { city: String, zip: String },
  },
  { timestamps: true },
)
  .index({ name: 1, n: -1 })
  .index({ opt: 1 }, { unique: true, sparse: true })
  .index({ 'loc.zip': 1 }, { unique: true, partialFilterExpression: { 'loc.zip': { $type: 'string' } } })
  .index({ tags: 1 });
const other = new Schema({ t: String, owner: Schema.Types.ObjectId });
const session = new Schema({ exp: { type: Date, index: { expireAfterSeconds: 0 } } });

const make = (connection: Connection) => ({
  Thing: connection.model('Thing', thing),
  Other: connection.model('Other', other),
  Session: connection.model('Session', session),
});

export type Models = ReturnType<typeof make> & {
  readonly connection: Connection;
  /** Empties every collection and inserts the documents that each check needs: `a@x`, and `u0` to `u19`. */
  readonly fresh: () => Promise<void>;
};

const rich = {
  email: 'A@x',
  name: 'b',
  n: 1,
  tags: ['x', 'y'],
  items: [
    { sku: 's1', qty: 1 },
    { sku: 's2', qty: 5 },
  ],
  at: new Date(5),
  big: 9007199254740993n,
  dec: '1.10',
  buf: Buffer.from([1, 255]),
  map: { k: 1 },
  mixed: { z: [1, { q: 2 }] },
};

/** Mongoose's models on a separate connection, with their indexes built. */
export async function openModels(uri: string, dbName: string): Promise<Models> {
  const connection = await mongoose.createConnection(uri, { dbName }).asPromise();
  const models = make(connection);
  const all = Object.values(models);
  await Promise.all(all.map((model) => model.init()));
  return {
    ...models,
    connection,
    async fresh() {
      for (const model of all) await model.collection.deleteMany({});
      const { _id } = await models.Other.create({ t: 'o1' });
      await models.Thing.create({ ...rich, ref: _id });
      await models.Thing.insertMany(
        Array.from({ length: 20 }, (__, n) => ({
          email: `u${n}`,
          name: `n${n % 7}`,
          n,
          tags: [`t${n % 3}`, `z${n % 5}`],
        })),
      );
    },
  };
}

export interface MongooseCheck {
  readonly what: string;
  readonly run: (models: Models) => Promise<unknown>;
  readonly expected: unknown;
}

export interface MongooseArea {
  readonly area: string;
  readonly checks: readonly MongooseCheck[];
}

export const check = (what: string, run: MongooseCheck['run'], expected: unknown): MongooseCheck => ({
  what,
  run,
  expected,
});

/** The error code (else the name) of a rejected promise. */
export const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'not refused',
    (error: { code?: number; name?: string }) => error.code ?? error.name,
  );
