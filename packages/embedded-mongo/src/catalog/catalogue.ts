import { BSON } from 'bson';
import type { Document } from '../bson/values';
import { fail } from '../errors';
import type { Engine } from '../storage/engine';
import {
  catalogueKey,
  catalogueRange,
  documentRange,
  idOf,
  indexRange,
  lowOfUnused,
  recordOf,
  unusedRange,
} from '../storage/keys';
import { ID_INDEX, indexFrom, type Collection, type Index, type StoredIndex } from './collection';

interface StoredCollection {
  readonly id: number;
  /** Formats of older versions, which must be rewritten. */
  readonly options?: Document;
  readonly indexes: readonly StoredIndex[];
  /** The format of values in its indexes; folders that were moved to lmdb have older ones, and no entries in their indexes. */
  readonly keys?: number;
}

const KEYS = 4;

function checkName(namespace: string) {
  const isWrong =
    namespace.length > 255 ||
    /[\0$]/.test(namespace) ||
    namespace.includes('..') ||
    namespace.endsWith('.') ||
    /^[^.]*\.system\./.test(namespace);
  if (isWrong) fail(73, `Invalid namespace specified '${namespace}'`);
}

/** The collections and their indexes, stored under their own keys beside the documents. */
export class Catalogue {
  private collections = new Map<string, Collection>();
  private nextId = 1;
  /** Collections whose indexes an older version wrote. */
  readonly outdated: Collection[] = [];

  constructor(private readonly engine: Engine) {
    this.reload();
  }

  /** Reads everything again after a failed commit. Numbers are not reused. */
  reload() {
    const before = this.collections;
    this.outdated.length = 0;
    this.collections = new Map();
    // their entries may still be there
    for (const { key } of this.engine.range(unusedRange))
      this.nextId = Math.max(this.nextId, idOf(lowOfUnused(key)) + 1);
    for (const { key, value } of this.engine.range(catalogueRange)) {
      const namespace = Buffer.from(key.slice(1), 'latin1').toString();
      const collection = this.load(namespace, BSON.deserialize(value as Buffer) as StoredCollection);
      collection.nextRecord = Math.max(collection.nextRecord, before.get(namespace)?.nextRecord ?? 0);
    }
  }

  private load(namespace: string, { id, options, indexes, keys }: StoredCollection): Collection {
    const option = [...Object.keys(options ?? {}), ...indexes.flatMap(({ spec }) => Object.keys(spec))].find(
      (name) => name === 'validator' || name === 'collation',
    );
    if (option)
      throw new Error(
        `The collection ${namespace} has a ${option}, which the embedded database does not offer.`,
      );
    const [last] = this.engine.range({ ...documentRange(id), reverse: true, limit: 1 });
    const collection: Collection = {
      id,
      namespace,
      nextRecord: last ? recordOf(last.key) + 1 : 1,
      indexes: indexes.map(indexFrom),
    };
    if (keys !== KEYS) this.outdated.push(collection);
    this.collections.set(namespace, collection);
    this.nextId = Math.max(this.nextId, id + 1, ...indexes.map((index) => index.id + 1));
    return collection;
  }

  get = (namespace: string) => this.collections.get(namespace);
  all = () => [...this.collections.values()];
  ofDatabase = (database: string) =>
    this.all().filter(({ namespace }) => namespace.startsWith(`${database}.`));

  /** Only inside a commit, like all methods below. */
  save({ id, namespace, indexes }: Collection) {
    const stored = indexes.map(({ id: index, spec, multikey, long }) => ({
      id: index,
      spec,
      multikey,
      long,
    }));
    const value = Buffer.from(BSON.serialize({ id, indexes: stored, keys: KEYS }));
    this.engine.change(catalogueKey(namespace), value);
  }

  /** The collection, created if missing; 73 for an invalid name. */
  ensure(namespace: string): Collection {
    const known = this.get(namespace);
    if (known) return known;
    checkName(namespace);
    const collection: Collection = {
      id: this.nextId++,
      namespace,
      nextRecord: 1,
      indexes: [this.newIndex({ ...ID_INDEX, unique: true })],
    };
    this.collections.set(namespace, collection);
    this.save(collection);
    return collection;
  }

  newIndex = (spec: Document): Index => indexFrom({ id: this.nextId++, spec });

  dropIndex(collection: Collection, index: Index) {
    this.engine.discard(indexRange(index.id));
    collection.indexes = collection.indexes.filter((one) => one !== index);
    this.save(collection);
  }

  /** Gives a collection another name, in place of the collection that has it. */
  rename(collection: Collection, namespace: string) {
    checkName(namespace);
    const replaced = this.get(namespace);
    if (replaced) this.drop(replaced);
    this.engine.change(catalogueKey(collection.namespace), null);
    this.collections.delete(collection.namespace);
    collection.namespace = namespace;
    this.collections.set(namespace, collection);
    this.save(collection);
  }

  drop(collection: Collection) {
    this.engine.discard(documentRange(collection.id));
    for (const { id } of collection.indexes) this.engine.discard(indexRange(id));
    this.engine.change(catalogueKey(collection.namespace), null);
    this.engine.log({ op: 'drop', ns: collection.namespace, at: new Date() });
    this.collections.delete(collection.namespace);
  }
}
