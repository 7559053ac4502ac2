import type { Connection } from 'mongoose';
import { bytesSealedUnder, cipherOf, sealedUnder, type CipherNeeds, type FieldCipher } from './field-cipher';

/** A stored value, text or bytes, with its path in the document and the place it is bound to. */
export interface SealedValue {
  readonly at: string;
  readonly stored: unknown;
  readonly place: string;
}

/** The sealed values of a collection. */
export interface SealedFields {
  readonly collection: string;
  /** The top-level fields that hold them. */
  readonly fields: readonly string[];
  /** Those of a document; absent ones may be null. */
  valuesOf(document: never): readonly SealedValue[];
}

/** A collection with one sealed field. */
export const sealedField = (
  collection: string,
  field: string,
  placeOf: (id: never) => string,
): SealedFields => ({
  collection,
  fields: [field],
  valuesOf: ({ _id, [field]: stored }: Record<string, unknown> & { _id: never }) => [
    { at: field, stored, place: placeOf(_id) },
  ],
});

type Needs = CipherNeeds & { readonly db: Connection };
type Row = Record<string, unknown>;

/** Stored bytes as a Buffer, whichever type the driver returned. */
export const bytesOf = (stored: Uint8Array | { readonly buffer: Uint8Array }): Buffer =>
  Buffer.from(stored instanceof Uint8Array ? stored : stored.buffer);

const read = ({ db }: Pick<Needs, 'db'>, { collection, fields }: SealedFields) =>
  db
    .collection<{ _id: never }>(collection)
    .find({}, { projection: Object.fromEntries(fields.map((field) => [field, 1])) });

const valuesIn = ({ valuesOf }: SealedFields, document: unknown) =>
  valuesOf(document as never).filter(({ stored }) => stored !== null && stored !== undefined);

const keyOf = ({ stored }: SealedValue) =>
  stored instanceof Uint8Array ? bytesSealedUnder(stored) : sealedUnder(stored);

/** The opened value in an array, which is empty if it does not open. */
function opened(cipher: FieldCipher, { stored, place }: SealedValue): readonly unknown[] {
  try {
    return [stored instanceof Uint8Array ? cipher.openBytes(stored, place) : cipher.open(stored, place)];
  } catch {
    return [];
  }
}

const BATCH = 500;

export interface Resealed {
  /** Values found under another key, or unsealed, and sealed under the current one. */
  readonly sealed: number;
  /** Values that no key opens; they stay as they are. */
  readonly damaged: number;
}

/**
 * Seals every value of a collection under the current key, in batches. A value that changes meanwhile is left alone; another pass finds it.
 * `onBatch` gets the number of documents so far.
 */
export async function reseal(
  needs: Needs,
  fields: SealedFields,
  onBatch: (documents: number) => void,
): Promise<Resealed> {
  const cipher = cipherOf(needs);
  const count = { sealed: 0, damaged: 0 };
  let documents = 0;
  let writes: { filter: Row; update: { $set: Row } }[] = [];
  const write = async () => {
    const operations = writes.map((updateOne) => ({ updateOne }));
    writes = [];
    if (operations.length > 0)
      await needs.db.collection(fields.collection).bulkWrite(operations, { ordered: false });
  };
  for await (const document of read(needs, fields)) {
    const stale = valuesIn(fields, document).filter((value) => keyOf(value) !== cipher.current);
    const filter: Row = { _id: document._id };
    const $set: Row = {};
    for (const value of stale)
      for (const plain of opened(cipher, value)) {
        const { at, stored, place } = value;
        filter[at] = stored;
        $set[at] =
          stored instanceof Uint8Array ? cipher.sealBytes(plain as Buffer, place) : cipher.seal(plain, place);
      }
    const sealed = Object.keys($set).length;
    if (sealed > 0) writes.push({ filter, update: { $set } });
    count.sealed += sealed;
    count.damaged += stale.length - sealed;
    documents += 1;
    if (documents % BATCH === 0) {
      await write();
      onBatch(documents);
    }
  }
  await write();
  return count;
}

const SAMPLE = 5;

/** The ids of keys that sealed the newest documents, each with whether these settings open what it sealed. */
export async function sampleKeys(
  needs: Needs,
  among: readonly SealedFields[],
): Promise<ReadonlyMap<string, boolean>> {
  const cipher = cipherOf(needs);
  const keys = new Map<string, boolean>();
  for (const fields of among)
    for (const document of await read(needs, fields).sort({ _id: -1 }).limit(SAMPLE).toArray())
      for (const value of valuesIn(fields, document)) {
        const id = keyOf(value);
        // a single damaged value among readable ones is no lack of a key
        if (id !== null && !keys.get(id)) keys.set(id, opened(cipher, value).length > 0);
      }
  return keys;
}
