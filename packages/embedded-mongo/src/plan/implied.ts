import { compare } from '../bson/compare';
import { keyOf } from '../bson/encode';
import { ORDER, typeOrder } from '../bson/type-order';
import { isOperators, type Document } from '../bson/values';
import { conjuncts } from '../query/conjuncts';
import { boundsOf } from './bounds';

export type Predicates = ReadonlyMap<string, unknown>;

function holdsFor(value: unknown, wanted: Document): boolean {
  const [[operator, bound] = ['', undefined], ...more] = Object.entries(wanted);
  if (more.length > 0) return false;
  if (operator === '$exists') return Boolean(bound) && typeOrder(value) !== ORDER.null;
  if (operator === '$type') return bound === 'string' && typeof value === 'string';
  if (operator === '$gt') return typeOrder(value) === typeOrder(bound) && compare(value, bound) > 0;
  return false;
}

/** Whether every document a query wants is in a partial index: certain, or false. */
export function implied(partial: Document, predicates: Predicates): boolean {
  if (Object.keys(partial).some((key) => key.startsWith('$') && key !== '$and')) return false;
  return conjuncts(partial).every(([path, wanted]) => {
    if (!predicates.has(path)) return false;
    const condition = predicates.get(path);
    if (keyOf(condition) === keyOf(wanted)) return true;
    if (!isOperators(wanted)) return false;
    const bounds = boundsOf(condition);
    if (!bounds) return false;
    if ('equals' in bounds) return bounds.equals.every((value) => holdsFor(value, wanted));
    return Object.keys(wanted).length === 1 && Boolean(wanted.$exists);
  });
}
