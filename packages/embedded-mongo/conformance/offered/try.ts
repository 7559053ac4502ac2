import type { mongo } from 'mongoose';

export interface Thing {
  readonly _id: number;
  readonly [field: string]: unknown;
}

/** A collection with `THINGS`, its database and client. */
export interface Place {
  readonly client: mongo.MongoClient;
  readonly db: mongo.Db;
  readonly things: mongo.Collection<Thing>;
}

export const THINGS: readonly Thing[] = [
  { _id: 1, a: 1, l: [1, 2], t: 'one', s: [{ n: 1 }, { n: 2 }] },
  { _id: 2, a: 2, l: [2, 3, 4], t: 'two', n: null },
  { _id: 3, a: 3, l: [], t: 'three' },
];

/** By the name of the feature: a use of it, and the expected result. */
export type Tries = Readonly<
  Record<string, readonly [run: (place: Place) => Promise<unknown>, expected: unknown]>
>;

/** The first batch of a command's cursor. */
export const batchOf = (reply: mongo.Document, field = 'firstBatch') =>
  ((reply.cursor as mongo.Document)[field] as Thing[]).map(({ _id }) => _id);

export const mapTries = <T>(
  tries: Readonly<Record<string, readonly [T, unknown]>>,
  run: (place: Place, what: T) => Promise<unknown>,
): Tries =>
  Object.fromEntries(
    Object.entries(tries).map(([name, [what, expected]]) => [
      name,
      [(place: Place) => run(place, what), expected] as const,
    ]),
  );
