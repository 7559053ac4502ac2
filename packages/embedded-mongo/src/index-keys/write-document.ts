import { valueAt } from '../bson/paths';
import { wrapperOf, type Document } from '../bson/values';
import { keyPattern, type Collection, type Index } from '../catalog/collection';
import type { Store } from '../catalog/store';
import type { Entries } from '../catalog/transaction';
import { MongoError } from '../errors';
import { documentKey } from '../storage/keys';
import { entryKey, keysOf } from './keys-of';

const show = (value: unknown) =>
  wrapperOf(value) === 'ObjectId' ? `ObjectId('${String(value)}')` : JSON.stringify(value);

/** MongoDB's 11000, with the pattern of the index and the values that are taken. */
export function duplicate({ namespace }: Collection, index: Index, document: Document): MongoError {
  const keyValue = Object.fromEntries(
    index.fields.map((path) => [path, valueAt(document, path.split('.')) ?? null]),
  );
  const values = Object.entries(keyValue).map(([path, value]) => `${path}: ${show(value)}`);
  const message = `E11000 duplicate key error collection: ${namespace} index: ${index.name} dup key: { ${values.join(', ')} }`;
  return new MongoError(11000, message, { keyPattern: keyPattern(index), keyValue });
}

export interface DocumentChange {
  readonly record: number;
  /** The indexed fields of the old document; null if there was none. */
  readonly before: Document | null;
  readonly after: Document | null;
  readonly raw: Buffer | null;
  /** The change streams' description of an update; none for a replacement. */
  readonly description?: Document | undefined;
}

/** The event of a change: an insert and a replacement have the whole document. */
function logChange(entries: Entries, { namespace, id }: Collection, change: DocumentChange) {
  const { record, before, after, raw, description } = change;
  const op = !before ? 'insert' : !after ? 'delete' : description ? 'update' : 'replace';
  const about = description ? { description, in: id, record } : {};
  const head = { op, ns: namespace, at: new Date(), _id: (after ?? before)?._id as unknown, ...about };
  entries.log(head, op === 'insert' || op === 'replace' ? (raw ?? undefined) : undefined);
}

/** The only function that changes documents. It checks everything before the first write, so a refusal changes nothing. */
export function writeDocument(
  store: Store,
  entries: Entries,
  collection: Collection,
  change: DocumentChange,
) {
  const { record, before, after, raw } = change;
  const plain = entries.transaction === undefined;
  const gone: string[] = [];
  const added: string[] = [];
  const flags = () => collection.indexes.map(({ multikey, long }) => `${multikey}${long}`).join();
  const flagsBefore = flags();
  for (const index of collection.indexes) {
    const old = new Set(before ? keysOf(index, before) : []);
    const now = new Set(after ? keysOf(index, after) : []);
    for (const key of old) if (!now.has(key)) gone.push(entryKey(index, key, record));
    for (const key of now) {
      if (old.has(key)) continue;
      const entry = entryKey(index, key, record);
      if (index.unique) {
        if (plain) store.assertFree(entry);
        const owner = entries.get(entry);
        if (owner !== undefined && owner !== record) throw duplicate(collection, index, after ?? {});
      }
      added.push(entry);
    }
  }
  const key = documentKey(collection.id, record);
  if (plain) for (const one of [key, ...gone]) store.assertFree(one);
  for (const one of gone) entries.change(one, null);
  for (const one of added) entries.change(one, record);
  entries.change(key, raw);
  logChange(entries, collection, change);
  if (flags() === flagsBefore) return;
  const save = () => store.catalogue.save(collection);
  if (entries.transaction) entries.transaction.needs(store.write(save));
  else save();
}
