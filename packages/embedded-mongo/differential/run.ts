import { BSON } from 'bson';
import { decode } from '../src/bson/codec';
import { Store } from '../src/catalog/store';
import { specOf } from '../src/commands/index-spec';
import { insertDocument } from '../src/commands/insert-document';
import { modify } from '../src/commands/modify';
import { MongoError } from '../src/errors';
import { buildIndex } from '../src/index-keys/build-index';
import { findRecords } from '../src/read/find';
import type { Case } from './cases';
import { isDoc, matches, order, positionOf, sorted, updated, type Doc } from './naive';

const NAMESPACE = 'test.things';

/** Fields in order of their names: the order of new ones is another test's. */
const canonical = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(canonical);
  if (!isDoc(value)) return value instanceof Date ? { date: value.getTime() } : value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, inner]) => [key, canonical(inner)] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
};
const text = (value: unknown) => JSON.stringify(canonical(value));

/** What the work gives; the number of a refusal. */
function refusable<R>(work: () => R): R | number {
  try {
    return work();
  } catch (error) {
    if (error instanceof MongoError) return error.code;
    throw error;
  }
}

class Side {
  readonly store = new Store(undefined);

  async fill({ docs }: Case, indexes: Case['indexes']): Promise<void> {
    const { store } = this;
    await store.write(() => {
      const collection = store.catalogue.ensure(NAMESPACE);
      for (const doc of docs) insertDocument(store, store, collection, Buffer.from(BSON.serialize(doc)));
      for (const [at, spec] of indexes.entries()) {
        const made = store.catalogue.newIndex(specOf({ ...spec, name: `i${at}` }));
        // two arrays in one key: MongoDB has no such index either
        if (refusable(() => buildIndex(store, collection, made)) === undefined) collection.indexes.push(made);
      }
    });
  }

  find = (filter: Doc, sort?: Doc): Doc[] | number =>
    refusable(() =>
      [...findRecords(this.store, this.store.catalogue.get(NAMESPACE), { filter, sort })].map(
        ([, raw]) => decode(raw) as Doc,
      ),
    );

  update = (filter: Doc, update: object): Promise<number | undefined> =>
    this.store.write(() => {
      const point = this.store.engine.savepoint();
      const statement = {
        filter,
        update: BSON.deserialize(BSON.serialize(update), { promoteValues: false }),
        multi: false,
      };
      const refused = refusable(() => void modify(this.store, this.store, NAMESPACE, statement));
      if (refused !== undefined) this.store.engine.restore(point);
      return refused;
    });
}

const byId = (docs: readonly Doc[]) => [...docs].sort((one, other) => order(one._id, other._id));

function expectSame(what: string, got: unknown, wanted: unknown) {
  if (text(got) !== text(wanted)) throw new Error(`${what}: got ${text(got)}, wanted ${text(wanted)}`);
}

function checkFinds(
  side: Side,
  docs: readonly Doc[],
  { filter, sort: [path, direction] }: Case,
  what: string,
) {
  const wanted = docs.filter((doc) => matches(doc, filter));
  const found = side.find(filter);
  expectSame(`${what}, find`, typeof found === 'number' ? found : byId(found), byId(wanted));
  expectSame(
    `${what}, sorted`,
    side.find(filter, { [path]: direction, _id: 1 }),
    sorted(wanted, path, direction),
  );
}

async function checkUpdates(side: Side, one: Case, what: string): Promise<Doc[]> {
  const now: Doc[] = [];
  const positional = JSON.stringify(one.update).includes('.$');
  // of sub-documents a field of theirs says which one is meant
  const asks = JSON.stringify(one.update).includes('.$.') ? 'a.b' : 'a';
  for (const doc of one.docs) {
    const filter: Doc = positional ? { _id: doc._id ?? 0, [asks]: one.element } : { _id: doc._id ?? 0 };
    const hit = matches(doc, filter);
    const wanted = hit ? updated(doc, one.update, positional ? positionOf(doc, asks, one.element) : -1) : doc;
    const refused = await side.update(filter, one.update);
    const [got] = side.find({ _id: doc._id ?? 0 }) as Doc[];
    // an index may refuse what the update makes: two arrays in one key
    if (refused === 171) now.push(doc);
    else {
      expectSame(
        `${what}, update of ${text(doc)}`,
        refused === undefined ? got : 'refused',
        wanted ?? 'refused',
      );
      now.push(wanted ?? doc);
    }
    expectSame(`${what}, stored`, got, now.at(-1));
  }
  return now;
}

/** Holds the server against the naive evaluation: without indexes, with each one and with all, before and after updates. */
export async function check(one: Case): Promise<void> {
  const ways: [string, Case['indexes']][] = [
    ['no index', []],
    ...one.indexes.map((index): [string, Case['indexes']] => [`index ${JSON.stringify(index)}`, [index]]),
    ['all indexes', one.indexes],
  ];
  for (const [what, indexes] of ways) {
    const side = new Side();
    await side.fill(one, indexes);
    checkFinds(side, one.docs, one, what);
    const now = await checkUpdates(side, one, what);
    checkFinds(side, now, one, `${what}, after the update`);
    await side.store.close();
  }
}
