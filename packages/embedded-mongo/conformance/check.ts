import { EJSON } from 'bson';
import type { mongo } from 'mongoose';

interface Stored {
  readonly _id?: string | number | object;
  readonly [field: string]: unknown;
}

export type Docs = mongo.Collection<Stored>;

/** One documented behavior of MongoDB. The collection contains only `docs` when `run` starts. */
export interface Check {
  readonly what: string;
  readonly docs: readonly Record<string, unknown>[];
  readonly run: (docs: Docs) => Promise<unknown>;
  readonly expected: unknown;
}

export interface Area {
  readonly area: string;
  readonly checks: readonly Check[];
  /** Indexes other than `a`, `a.b` and `a, z` that its checks need in both runs. */
  readonly always?: readonly { readonly key: Record<string, 1 | -1>; readonly options?: object }[];
}

export const check = (what: string, docs: Check['docs'], run: Check['run'], expected: unknown): Check => ({
  what,
  docs,
  run,
  expected,
});

/** Expects MongoDB to refuse the command with this code. */
export const refused = (code: number) => ({ refusedWith: code });

const codeOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;

/** The result of a check: its value or error code, as canonical text, so that types matter. */
export async function outcome(one: Check, docs: Docs): Promise<string> {
  await docs.deleteMany({});
  if (one.docs.length > 0) await docs.insertMany(one.docs.map((doc) => ({ ...doc })) as never[]);
  const value = await one.run(docs).catch((error: unknown) => {
    if (codeOf(error) === undefined) throw error;
    return refused(Number(codeOf(error)));
  });
  return text(value);
}

export const text = (value: unknown) => EJSON.stringify({ value: value ?? null }, { relaxed: true });

export const count = (filter: Record<string, unknown>) => (docs: Docs) =>
  docs.countDocuments(filter as never);

export const ids =
  (sort: Record<string, 1 | -1>, filter: Record<string, unknown> = {}) =>
  async (docs: Docs) =>
    (
      await docs
        .find(filter as never)
        .sort(sort)
        .toArray()
    ).map(({ _id }) => _id);

/** The only document after an update, without its _id. */
export const updated =
  (update: Record<string, unknown>, filter: Record<string, unknown> = {}, options: object = {}) =>
  async (docs: Docs) => {
    await docs.updateOne(filter as never, update, options);
    return docs.findOne({}, { projection: { _id: 0 } });
  };

/** The stored BSON type of a field after an update. */
export const typeAfter = (update: Record<string, unknown>, field: string) => async (docs: Docs) => {
  await docs.updateOne({}, update);
  const doc = await docs.findOne({}, { promoteValues: false });
  return (doc?.[field] as { _bsontype?: string } | undefined)?._bsontype;
};
