import { keyOf } from '../bson/encode';
import { isDocument, isNumber, isOperators, toNumber, type Document } from '../bson/values';
import type { Collection } from '../catalog/collection';
import { fail, notOffered } from '../errors';
import { words } from './known-fields';

export const INDEX_OPTIONS = words(
  'v key name unique sparse expireAfterSeconds partialFilterExpression background ns',
);
const LEFT_OUT = ['hidden', 'collation'];

function checkKey(key: Document) {
  if (Object.keys(key).length === 0) fail(67, 'Index keys cannot be an empty object');
  for (const [path, kind] of Object.entries(key)) {
    if (typeof kind === 'string') notOffered(`an index of type ${kind}`, 67);
    if (!isNumber(kind) || toNumber(kind) === 0) {
      fail(67, 'Values in the index key pattern must be numbers > 0, numbers < 0 or strings');
    }
    if (path.includes('$**')) notOffered('a wildcard index', 67);
    if (path.split('.').some((part) => part.startsWith('$')))
      fail(67, `Index key contains an illegal field name: field name starts with '$'.`);
    if (path === '' || path.split('.').includes('')) fail(67, 'Index keys cannot contain an empty field.');
  }
}

const IN_PARTIAL = words('$eq $exists $gt $gte $lt $lte $type');

/** Whether a partial index may have the filter. `$or` and `$in` (MongoDB 6.0) are not supported. */
const fitsPartial = (filter: unknown): boolean =>
  isDocument(filter) &&
  Object.entries(filter).every(([key, value]) => {
    if (key === '$and') return Array.isArray(value) && value.every(fitsPartial);
    const conditions = isOperators(value) ? Object.entries(value) : [];
    return (
      !key.startsWith('$') && conditions.every(([name, one]) => IN_PARTIAL.includes(name) && one !== false)
    );
  });

function checkOptions(spec: Document, key: Document) {
  for (const [option, value] of Object.entries(spec)) {
    if (INDEX_OPTIONS.includes(option)) continue;
    if (!LEFT_OUT.includes(option))
      fail(197, `The field '${option}' is not valid for an index specification.`);
    if (value) notOffered(`'${option}' of an index`);
  }
  if (!fitsPartial(spec.partialFilterExpression ?? {})) notOffered('this filter of a partial index', 67);
  if (spec.sparse && spec.partialFilterExpression)
    fail(67, "cannot mix 'partialFilterExpression' and 'sparse' options");
  if (spec.expireAfterSeconds === undefined) return;
  const seconds = isNumber(spec.expireAfterSeconds) ? toNumber(spec.expireAfterSeconds) : Number.NaN;
  if (!(seconds >= 0 && seconds <= 2_147_483_647))
    fail(67, 'TTL index expireAfterSeconds must be between 0 and 2147483647');
  if ('_id' in key) fail(197, "The field 'expireAfterSeconds' is not valid for an _id index specification.");
  if (Object.keys(key).length > 1)
    fail(67, 'TTL indexes are single-field indexes, compound indexes do not support TTL.');
}

/** The stored form of an index; 67, 197 and 303 for an invalid one. */
export function specOf(wanted: unknown): Document {
  const key: unknown = isDocument(wanted) ? wanted.key : undefined;
  if (!isDocument(wanted) || !isDocument(key))
    return fail(9, "The 'key' field is a required property of an index specification");
  checkKey(key);
  checkOptions(wanted, key);
  const { background: _, ns: __, ...rest } = wanted;
  const name =
    wanted.name ??
    Object.entries(key)
      .map(([path, kind]) => `${path}_${String(kind)}`)
      .join('_');
  return { v: 2, ...rest, name: name as unknown };
}

const identity = (spec: Document) =>
  keyOf([Object.entries(spec.key as Document).flat(), spec.partialFilterExpression ?? null]);
const options = (spec: Document) =>
  keyOf([Boolean(spec.unique), Boolean(spec.sparse), spec.expireAfterSeconds ?? null]);

/** Whether the collection already has this index; 85 and 86 if another one conflicts. */
export function isThere({ indexes }: Collection, spec: Document): boolean {
  const same = indexes.find((index) => identity(index.spec) === identity(spec));
  const named = indexes.find(({ name }) => name === spec.name);
  if (same?.name === '_id_') return true;
  if (same && options(same.spec) === options(spec)) {
    return same.name === spec.name || fail(85, `Index already exists with a different name: ${same.name}`);
  }
  const texts = `Requested index: ${JSON.stringify(spec)}, existing index: ${JSON.stringify((same ?? named)?.spec)}`;
  const code = same?.name === spec.name ? 86 : 85;
  if (same) fail(code, `An equivalent index already exists with different options. ${texts}`);
  if (named) fail(86, `An existing index has the same name as the requested index. ${texts}`);
  return false;
}
