import type { Model } from 'mongoose';
import { cipherOf, sealedUnder, type CipherNeeds } from './field-cipher';
import type { SealedValue } from './key-fault';

/** The sealed field of a collection's documents; it may be absent. */
export interface SealedField {
  readonly field: string;
  /** The place a document's value is bound to. */
  readonly placeOf: (id: never) => string;
}

type Documents = Pick<Model<never>, 'collection'>;
type Row = Record<string, unknown> & { _id: never };

/** Seals that field under the current key. A value changed meanwhile has that key already. Returns how many were sealed. */
export async function resealField(
  needs: CipherNeeds,
  { collection }: Documents,
  { field, placeOf }: SealedField,
): Promise<number> {
  const cipher = cipherOf(needs);
  let count = 0;
  for await (const row of collection.find({ [field]: { $ne: null } }, { projection: { [field]: 1 } })) {
    const { _id, [field]: stored } = row as unknown as Row;
    if (sealedUnder(stored) === cipher.current) continue;
    const sealed = cipher.seal(cipher.open(stored, placeOf(_id)), placeOf(_id));
    const { modifiedCount } = await collection.updateOne(
      { _id, [field]: stored },
      { $set: { [field]: sealed } },
    );
    count += modifiedCount;
  }
  return count;
}

const SAMPLE = 5;

/** The values of the newest documents, to test the keys. */
export async function sampleField(
  { collection }: Documents,
  { field, placeOf }: SealedField,
): Promise<SealedValue[]> {
  const found = await collection.find().sort({ _id: -1 }).limit(SAMPLE).toArray();
  return (found as unknown as Row[]).map(({ _id, [field]: stored }) => ({ stored, place: placeOf(_id) }));
}
