import type { Document } from '../bson/values';
import { fail, notOffered } from '../errors';

export const words = (text: string) => text.trim().split(/\s+/);

const GENERIC =
  words(`$db lsid txnNumber autocommit startTransaction readConcern writeConcern $clusterTime $readPreference
  comment maxTimeMS`);

export const FIELDS: Readonly<Record<string, readonly string[]>> = {
  find: words('filter projection sort skip limit batchSize singleBatch allowDiskUse noCursorTimeout hint'),
  insert: words('documents ordered'),
  update: words('updates ordered'),
  'update.updates': words('q u multi upsert arrayFilters sort hint'),
  delete: words('deletes ordered'),
  'delete.deletes': words('q limit hint'),
  findAndModify: words('query sort remove update new fields upsert arrayFilters hint'),
  aggregate: words('pipeline cursor allowDiskUse hint'),
  count: words('query limit skip fields hint'),
  distinct: words('key query hint'),
  create: [],
  createIndexes: words('indexes commitQuorum'),
  dropIndexes: words('index'),
  renameCollection: words('to dropTarget'),
};

/** MongoDB's fields that are not supported; false, zero and null are ignored. */
const LEFT_OUT =
  words(`allowPartialResults awaitData bypassDocumentValidation c capped changeStreamPreAndPostImages clusteredIndex
  collation encryptedFields expireAfterSeconds explain indexOptionDefaults let max min oplogReplay pipeline returnKey
  showRecordId size storageEngine tailable timeseries validationAction validationLevel validator viewOn
  apiVersion apiStrict apiDeprecationErrors`);

/** 40415 for a field unknown to MongoDB, 303 for an unsupported one: no requested option is ignored silently. */
export function checkFields(what: string, document: Document, generic = true) {
  const known = FIELDS[what];
  if (!known) return;
  for (const [field, value] of Object.entries(document)) {
    if (field === what || known.includes(field) || (generic && GENERIC.includes(field))) continue;
    if (!LEFT_OUT.includes(field)) fail(40415, `BSON field '${what}.${field}' is an unknown field.`);
    if (value) notOffered(`'${field}' of ${what}`);
  }
}
