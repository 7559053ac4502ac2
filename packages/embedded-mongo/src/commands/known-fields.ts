import type { Document } from '../bson/values';
import { fail } from '../errors';

const words = (text: string) => text.trim().split(/\s+/);

const GENERIC =
  words(`$db lsid txnNumber autocommit startTransaction readConcern writeConcern $clusterTime $readPreference
  comment maxTimeMS apiVersion apiStrict apiDeprecationErrors`);

/** What each command may say; false, zero and null of the refused are as good as nothing. */
const FIELDS: Readonly<Record<string, { readonly known: string[]; readonly refused?: string[] }>> = {
  find: {
    known: words(`filter projection sort skip limit batchSize singleBatch hint collation let allowDiskUse
      noCursorTimeout allowPartialResults`),
    refused: words('tailable awaitData min max returnKey showRecordId oplogReplay'),
  },
  insert: { known: words('documents ordered'), refused: words('bypassDocumentValidation') },
  update: { known: words('updates ordered let'), refused: words('bypassDocumentValidation') },
  'update.updates': { known: words('q u multi upsert arrayFilters collation hint'), refused: words('c') },
  delete: { known: words('deletes ordered let') },
  'delete.deletes': { known: words('q limit collation hint') },
  findAndModify: {
    known: words('query sort remove update new fields upsert arrayFilters collation hint let'),
    refused: words('bypassDocumentValidation'),
  },
  aggregate: {
    known: words('pipeline cursor explain allowDiskUse collation hint let'),
    refused: words('bypassDocumentValidation'),
  },
  count: { known: words('query limit skip hint collation fields') },
  distinct: { known: words('key query collation hint') },
  create: {
    known: words('validator validationLevel validationAction collation'),
    refused:
      words(`capped size max timeseries viewOn pipeline expireAfterSeconds clusteredIndex encryptedFields
      changeStreamPreAndPostImages storageEngine indexOptionDefaults`),
  },
  createIndexes: { known: words('indexes commitQuorum') },
  collMod: {
    known: words('index'),
    refused:
      words(`validator validationLevel validationAction viewOn pipeline expireAfterSeconds timeseries cappedSize
      cappedMax changeStreamPreAndPostImages`),
  },
  'collMod.index': {
    known: words('name keyPattern expireAfterSeconds'),
    refused: words('hidden unique prepareUnique'),
  },
  dropIndexes: { known: words('index') },
};

/** 40415 for a field MongoDB does not know, 303 for one it knows and this server leaves out: nothing asked for is passed over. */
export function checkFields(what: string, document: Document, generic = true) {
  const fields = FIELDS[what];
  if (!fields) return;
  for (const [field, value] of Object.entries(document)) {
    if (field === what || fields.known.includes(field) || (generic && GENERIC.includes(field))) continue;
    if (!fields.refused?.includes(field)) fail(40415, `BSON field '${what}.${field}' is an unknown field.`);
    if (value) fail(303, `'${what}.${field}' is not supported by the embedded server`);
  }
}
