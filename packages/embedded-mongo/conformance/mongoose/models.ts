import mongoose, { Schema, type Connection } from 'mongoose';

const thing = new Schema(
  {
    email: { type: String, unique: true, lowercase: true },
    name: String,
    n: Number,
    tags: [String],
    opt: String,
    loc: { zip: String },
    until: { type: Date, index: { expireAfterSeconds: 0 } },
  },
  { timestamps: true },
)
  .index({ name: 1, n: -1 })
  .index({ opt: 1 }, { unique: true, sparse: true })
  .index({ 'loc.zip': 1 }, { unique: true, partialFilterExpression: { 'loc.zip': { $type: 'string' } } })
  .index({ tags: 1 });

const make = (connection: Connection) => ({ Thing: connection.model('Thing', thing) });

export type Models = ReturnType<typeof make> & {
  readonly connection: Connection;
  /** Empties the collection and inserts the documents that each check needs: `a@x`, and `u0` to `u19`. */
  readonly fresh: () => Promise<void>;
};

/** Mongoose's model on a separate connection, with its indexes built. */
export async function openModels(uri: string, dbName: string): Promise<Models> {
  const connection = await mongoose.createConnection(uri, { dbName }).asPromise();
  const { Thing } = make(connection);
  await Thing.init();
  return {
    Thing,
    connection,
    async fresh() {
      await Thing.collection.deleteMany({});
      await Thing.create({ email: 'A@x', name: 'b', n: 1, tags: ['x', 'y'] });
      await Thing.insertMany(
        Array.from({ length: 20 }, (__, n) => ({ email: `u${n}`, name: `n${n % 7}`, n })),
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
