import { decode } from '../bson/codec';
import type { Document } from '../bson/values';
import type { Collection } from '../catalog/collection';
import type { Store } from '../catalog/store';
import type { Entries } from '../catalog/transaction';
import { MongoError } from '../errors';
import { compile } from '../query/compile';
import { documentKey, REPLACED } from '../storage/keys';
import { duplicate } from './duplicate';
import { entryKey, keysOf } from './keys-of';

export interface DocumentChange {
  readonly record: number;
  /** As much of the document as indexes read; null when there was none. */
  readonly before: Document | null;
  readonly after: Document | null;
  readonly raw: Buffer | null;
  /** The whole document was given anew: change streams tell it from an update. */
  readonly replaced?: boolean;
}

function validate({ options }: Collection, raw: Buffer | null) {
  const validator = options.validator as Document | undefined;
  if (!raw || !validator || options.validationAction === 'warn') return;
  const document = decode(raw);
  if (compile(validator)(document)) return;
  throw new MongoError(121, 'Document failed validation', {
    errInfo: { failingDocumentId: document._id as unknown, details: { operatorName: 'validator' } },
  });
}

/** The one place documents change. All is checked before the first entry is written, so a refusal leaves nothing half done. */
export function writeDocument(
  store: Store,
  entries: Entries,
  collection: Collection,
  change: DocumentChange,
) {
  const { record, before, after, raw } = change;
  validate(collection, raw);
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
  if (change.replaced) entries.change(REPLACED + key, null);
  entries.change(key, raw);
  if (flags() === flagsBefore) return;
  if (plain) store.catalogue.save(collection);
  else void store.write(() => store.catalogue.save(collection));
}
