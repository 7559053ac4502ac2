import { isDocument, type Document } from '../bson/values';
import { fail, notOffered } from '../errors';

const words = (text: string) => text.trim().split(/\s+/);

const GENERIC =
  words(`$db lsid txnNumber autocommit startTransaction readConcern writeConcern $clusterTime $readPreference
  comment maxTimeMS apiVersion apiStrict apiDeprecationErrors`);

/** What each command may say; false, zero and null of the refused are as good as nothing. */
const FIELDS: Readonly<Record<string, { readonly known: string[]; readonly refused?: string[] }>> = {
  find: {
    known: words(`filter projection sort skip limit batchSize singleBatch hint allowDiskUse
      noCursorTimeout allowPartialResults`),
    refused: words('collation let tailable awaitData min max returnKey showRecordId oplogReplay'),
  },
  insert: { known: words('documents ordered'), refused: words('bypassDocumentValidation') },
  update: { known: words('updates ordered'), refused: words('let bypassDocumentValidation') },
  'update.updates': { known: words('q u multi upsert arrayFilters hint'), refused: words('c collation') },
  delete: { known: words('deletes ordered'), refused: words('let') },
  'delete.deletes': { known: words('q limit hint'), refused: words('collation') },
  findAndModify: {
    known: words('query sort remove update new fields upsert arrayFilters hint'),
    refused: words('collation let bypassDocumentValidation'),
  },
  aggregate: {
    known: words('pipeline cursor explain allowDiskUse hint'),
    refused: words('collation let bypassDocumentValidation'),
  },
  count: { known: words('query limit skip hint fields'), refused: words('collation') },
  distinct: { known: words('key query hint'), refused: words('collation') },
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

/** The collation all comparison has anyway. */
const isSimple = (field: string, value: unknown) =>
  field === 'collation' && isDocument(value) && value.locale === 'simple';

/** 40415 for a field MongoDB does not know, 303 for one it knows and this server leaves out: nothing asked for is passed over. */
export function checkFields(what: string, document: Document, generic = true) {
  const fields = FIELDS[what];
  if (!fields) return;
  for (const [field, value] of Object.entries(document)) {
    if (field === what || fields.known.includes(field) || (generic && GENERIC.includes(field))) continue;
    if (!fields.refused?.includes(field)) fail(40415, `BSON field '${what}.${field}' is an unknown field.`);
    if (value && !isSimple(field, value)) notOffered(`'${field}' of ${what}`);
  }
}
