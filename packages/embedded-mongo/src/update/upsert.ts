import { ObjectId } from 'bson';
import { equal } from '../bson/compare';
import { isOperators, isRegExp, type Document } from '../bson/values';
import { fail } from '../errors';
import { conjuncts } from '../query/fields';
import { applyUpdate } from './apply';
import type { UpdateContext } from './array-positions';
import { visitPath } from './path';

/** The value of a condition that allows only one. */
function onlyValue(condition: unknown): unknown {
  if (!isOperators(condition)) return condition;
  if ('$eq' in condition) return condition.$eq;
  const list: unknown = condition.$in ?? condition.$all;
  return Array.isArray(list) && list.length === 1 ? list[0] : undefined;
}

function seedOf(filter: Document): Document {
  const seed: Document = {};
  const seen: string[] = [];
  for (const [path, condition] of conjuncts(filter)) {
    const value = onlyValue(condition);
    if (value === undefined || isRegExp(value)) continue;
    const other = seen.find(
      (one) => one === path || one.startsWith(`${path}.`) || path.startsWith(`${one}.`),
    );
    if (other !== undefined)
      fail(
        54,
        `cannot infer query fields to set, ${other === path ? `path '${path}' is matched twice` : `both paths '${path}' and '${other}' are matched`}`,
      );
    seen.push(path);
    visitPath(seed, path.split('.'), true, (box, key) => {
      box[key] = value;
    });
  }
  return seed;
}

/** The document an upsert stores: the filter's equalities, then the update; `_id` first, a new one if there is none. */
export function upsertDocument(filter: Document, update: unknown, context: UpdateContext): Document {
  const seed = seedOf(filter);
  const replaces = !isOperators(update);
  const start = replaces ? (seed._id === undefined ? {} : { _id: seed._id as unknown }) : seed;
  const { _id, ...rest } = applyUpdate(start, update, { ...context, insert: true });
  if (seed._id !== undefined && _id !== undefined && !equal(seed._id, _id)) {
    fail(66, "Performing an update on the path '_id' would modify the immutable field '_id'");
  }
  return { _id: _id === undefined ? new ObjectId() : (_id as unknown), ...rest };
}
