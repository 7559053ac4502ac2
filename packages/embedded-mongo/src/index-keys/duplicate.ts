import { valueAt } from '../bson/paths';
import { wrapperOf, type Document } from '../bson/values';
import { keyPattern, type Collection, type Index } from '../catalog/collection';
import { MongoError } from '../errors';

const show = (value: unknown) =>
  wrapperOf(value) === 'ObjectId' ? `ObjectId('${String(value)}')` : JSON.stringify(value);

/** MongoDB's 11000, with the pattern of the index and the values that are taken. */
export function duplicate({ namespace }: Collection, index: Index, document: Document): MongoError {
  const keyValue = Object.fromEntries(
    index.fields.map(({ path }) => [path, valueAt(document, path.split('.')) ?? null]),
  );
  const values = Object.entries(keyValue).map(([path, value]) => `${path}: ${show(value)}`);
  const message = `E11000 duplicate key error collection: ${namespace} index: ${index.name} dup key: { ${values.join(', ')} }`;
  return new MongoError(11000, message, { keyPattern: keyPattern(index), keyValue });
}
