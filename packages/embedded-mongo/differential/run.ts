import { BSON, Decimal128, Double, Long } from 'bson';
import { decode } from '../src/bson/codec';
import { Store } from '../src/catalog/store';
import { specOf } from '../src/commands/index-spec';
import { insertDocument } from '../src/commands/insert-document';
import { modify } from '../src/commands/modify';
import { MongoError } from '../src/errors';
import { buildIndex } from '../src/index-keys/build-index';
import { findRecords } from '../src/read/find';
import { projector } from '../src/read/projection';
import type { Case } from './cases';
import { projected } from './naive-projection';
import { clash, isDoc, matches, order, sorted, type Doc } from './naive';
import { positionOf, seeded, updated } from './naive-update';

const NAMESPACE = 'test.things';

/** Sorts fields by name: another test covers the order of new fields. */
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

/** The result of the work, or the code of its refusal. */
function refusable<R>(work: () => R): R | number {
  try {
    return work();
  } catch (error) {
    if (error instanceof MongoError) return error.code;
    throw error;
  }
}

/** A value whose numbers alternate between the types of a case, as a client would send it. */
function typed(value: unknown, types: Case['types'], next = { at: 0 }): unknown {
  if (Array.isArray(value)) return value.map((one) => typed(one, types, next));
  if (isDoc(value))
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, key === '_id' ? one : typed(one, types, next)]),
    );
  if (typeof value !== 'number') return value;
  switch (types[next.at++ % types.length]) {
    case 'long':
      return Number.isInteger(value) ? Long.fromNumber(value) : value;
    case 'double':
      return new Double(value);
    case 'decimal':
      return Decimal128.fromString(String(value));
    default:
      return value;
  }
}

/** Converts numbers of all types to JavaScript's, with one zero. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (isDoc(value)) return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plain(one)]));
  const number = value instanceof Decimal128 ? Number(String(value)) : value;
  return number === 0 ? 0 : number;
}

const asTyped = (value: object) => BSON.deserialize(BSON.serialize(value), { promoteValues: false });

let shared: Promise<Store> | undefined;
/** One store for all cases, because a folder takes longer to open than a case. */
const sharedStore = () => (shared ??= Store.open());
export const closeStore = async () => (await shared)?.close();

class Side {
  /** The paths of the unique indexes. */
  readonly unique: string[] = [];

  constructor(
    readonly store: Store,
    private readonly types: Case['types'],
  ) {}

  async fill({ docs }: Case, indexes: Case['indexes']): Promise<void> {
    const { store, types } = this;
    // a case that failed has left its documents
    await this.drop();
    await store.write(() => {
      const collection = store.catalogue.ensure(NAMESPACE);
      for (const doc of docs)
        insertDocument(store, store, collection, Buffer.from(BSON.serialize(typed(doc, types) as Doc)));
      for (const [at, spec] of indexes.entries()) {
        const made = store.catalogue.newIndex(specOf({ ...spec, name: `i${at}` }));
        // MongoDB cannot build this index either: two arrays in one key, or a duplicate
        if (refusable(() => buildIndex(store, collection, made)) !== undefined) continue;
        collection.indexes.push(made);
        if (spec.unique) this.unique.push(...made.fields);
      }
    });
  }

  find = (filter: Doc, sort?: Doc, projection: object = {}): Doc[] | number =>
    refusable(() => {
      const query = { filter: asTyped(typed(filter, this.types) as Doc), sort };
      const cut = projector(projection);
      return [...findRecords(this.store, this.store.catalogue.get(NAMESPACE), query)].map(
        ([, raw]) => plain(decode(cut(raw))) as Doc,
      );
    });

  update = (filter: Doc, update: object, more: object = {}): Promise<number | undefined> =>
    this.store.write(() => {
      const statement = {
        filter: asTyped(filter),
        update: asTyped(typed(update, this.types) as Doc),
        multi: false,
        ...more,
      };
      const work = () => void modify(this.store, this.store, NAMESPACE, statement);
      return refusable(() => this.store.engine.attempt(work));
    });

  drop = (): Promise<void> =>
    this.store.write(() => this.store.catalogue.drop(this.store.catalogue.ensure(NAMESPACE)));
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

/** The expected result of an update: the new document, or the code of its refusal. */
async function checkChange(
  side: Side,
  what: string,
  [before, wanted]: readonly [Doc, Doc | undefined],
  others: readonly Doc[],
  refused: number | undefined,
): Promise<Doc> {
  const [got] = side.find({ _id: before._id ?? 0 }) as Doc[];
  const taken =
    wanted !== undefined &&
    text(wanted) !== text(before) &&
    side.unique.some((path) => others.some((other) => clash(wanted, other, path)));
  // an index may refuse the result: two arrays in one key
  const stays = wanted === undefined || taken || refused === 171;
  if (refused !== 171) {
    const expected = taken ? 11_000 : wanted === undefined ? 'refused' : 'done';
    const found = refused === undefined ? 'done' : refused === 11_000 ? refused : 'refused';
    expectSame(`${what}, answer`, found, expected);
  }
  const now = stays ? before : wanted;
  expectSame(`${what}, stored`, got, now);
  return now;
}

async function checkUpdates(side: Side, one: Case, what: string): Promise<Doc[]> {
  const now: Doc[] = [];
  const said = JSON.stringify(one.update);
  const positional = /\.\$(?!\[)/.test(said);
  // a field identifies a sub-document
  const asks = said.includes('.$.') ? 'a.b' : 'a';
  const inner = /\$\[e\]\./.test(said) ? 'e.b' : 'e';
  const more = said.includes('$[e]') ? { arrayFilters: [asTyped({ [inner]: one.element })] } : {};
  for (const [at, doc] of one.docs.entries()) {
    const filter: Doc = positional ? { _id: doc._id ?? 0, [asks]: one.element } : { _id: doc._id ?? 0 };
    const position = positional ? positionOf(doc, asks, one.element) : -1;
    const hit = matches(doc, filter);
    const wanted = hit ? updated(doc, one.update, { position, element: one.element }) : doc;
    const refused = await side.update(filter, one.update, more);
    const others = [...now, ...one.docs.slice(at + 1)];
    now.push(await checkChange(side, `${what}, update of ${text(doc)}`, [doc, wanted], others, refused));
  }
  return now;
}

async function checkReplacements(side: Side, docs: readonly Doc[], { replacement }: Case, what: string) {
  const now = [...docs];
  for (const [at, doc] of docs.entries()) {
    const wanted: Doc = { _id: doc._id ?? 0, ...replacement };
    const refused = await side.update({ _id: doc._id ?? 0 }, replacement);
    const others = now.filter((_, other) => other !== at);
    now[at] = await checkChange(side, `${what}, replacement of ${text(doc)}`, [doc, wanted], others, refused);
  }
  return now;
}

/** An upsert of the equalities with an unused _id. */
async function checkUpsert(side: Side, docs: readonly Doc[], one: Case, what: string) {
  const before = { _id: 99 };
  const said = JSON.stringify(one.update);
  if (said.includes('$[e]')) return;
  const seed = { ...seeded(one.seed), ...before };
  const wanted = updated(seed, one.update, { position: -1, element: null, insert: true });
  const filter = { ...one.seed, ...before };
  const refused = await side.update(filter, one.update, { upsert: true });
  const found = side.find(before) as Doc[];
  if (refused === 171) return;
  const taken =
    wanted !== undefined && side.unique.some((path) => docs.some((other) => clash(wanted, other, path)));
  expectSame(`${what}, upsert of ${text(seed)}`, found, wanted === undefined || taken ? [] : [wanted]);
}

function checkProjection(side: Side, docs: readonly Doc[], { projection }: Case, what: string) {
  const paths = Object.keys(projection).map((path) => path.split('.'));
  const including = Object.values(projection)[0] === 1;
  const wanted = docs.map((doc) => projected(doc, including ? [...paths, ['_id']] : paths, including));
  expectSame(`${what}, projection`, side.find({}, { _id: 1 }, projection), wanted);
}

/** Compares the server with the naive evaluation: without indexes, with each and with all, before and after updates. */
export async function check(one: Case): Promise<void> {
  const ways: [string, Case['indexes']][] = [
    ['no index', []],
    ...one.indexes.map((index): [string, Case['indexes']] => [`index ${JSON.stringify(index)}`, [index]]),
  ];
  // one index is all of them
  if (one.indexes.length > 1) ways.push(['all indexes', one.indexes]);
  for (const [what, indexes] of ways) {
    const side = new Side(await sharedStore(), one.types);
    await side.fill(one, indexes);
    checkFinds(side, one.docs, one, what);
    checkProjection(side, one.docs, one, what);
    const updatedDocs = await checkUpdates(side, one, what);
    checkFinds(side, updatedDocs, one, `${what}, after the update`);
    const now = await checkReplacements(side, updatedDocs, one, what);
    checkFinds(side, now, one, `${what}, after the replacement`);
    await checkUpsert(side, now, one, what);
    await side.drop();
  }
}
