/**
 * A naive implementation of MongoDB's queries, sorts and updates, straight from its documentation, for the differential test. It shares no
 * code with the server.
 */
export type Value = number | string | boolean | null | Date | Value[] | { [key: string]: Value };
export type Doc = Record<string, Value>;
export type Condition = Value | RegExp | Doc;

export const isDoc = (value: unknown): value is Doc =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
export const isArray = (value: unknown): value is Value[] => Array.isArray(value);
export const isDigits = (key: string) => /^\d+$/.test(key);

/** Not structuredClone: under jest its result belongs to another realm. */
export function copy<T>(value: T): T {
  if (isArray(value)) return value.map((one) => copy(one)) as T;
  if (!isDoc(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, copy(one)])) as T;
}

function rank(value: unknown): number {
  if (value === undefined || value === null) return 2;
  if (typeof value === 'number') return 3;
  if (typeof value === 'string') return 4;
  if (isDoc(value)) return 5;
  if (isArray(value)) return 6;
  return typeof value === 'boolean' ? 9 : 10;
}

export function order(one: unknown, other: unknown): number {
  const ranks = rank(one) - rank(other);
  if (ranks !== 0) return ranks;
  if (isDoc(one) && isDoc(other)) {
    const [own, others] = [Object.entries(one), Object.entries(other)];
    for (const [at, [key, value]] of own.entries()) {
      const [otherKey, otherValue] = others[at] ?? [];
      if (otherKey === undefined) return 1;
      const found =
        rank(value) - rank(otherValue) ||
        (key < otherKey ? -1 : key > otherKey ? 1 : order(value, otherValue));
      if (found !== 0) return found;
    }
    return own.length - others.length;
  }
  if (isArray(one) && isArray(other)) {
    for (const [at, value] of one.entries()) {
      if (at >= other.length) return 1;
      const found = order(value, other[at]);
      if (found !== 0) return found;
    }
    return one.length - other.length;
  }
  if (rank(one) === 2) return 0;
  const [a, b] = [one, other] as [number | string, number | string];
  return a < b ? -1 : a > b ? 1 : 0;
}

export function reached(value: unknown, [key, ...rest]: readonly string[]): unknown[] {
  if (key === undefined) return [value];
  if (isArray(value)) {
    const at = isDigits(key) && Number(key) < value.length ? reached(value[Number(key)], rest) : [];
    return [...at, ...value.filter(isDoc).flatMap((one) => reached(one, [key, ...rest]))];
  }
  return isDoc(value) ? reached(value[key], rest) : [undefined];
}

export const spread = (values: readonly unknown[]) =>
  values.flatMap((one) => (isArray(one) ? [one, ...one] : [one]));
const isOperators = (value: unknown): value is Doc =>
  isDoc(value) && Object.keys(value)[0]?.startsWith('$') === true;
const equals = (value: unknown, wanted: unknown) =>
  wanted instanceof RegExp ? typeof value === 'string' && wanted.test(value) : order(value, wanted) === 0;

const types: Record<string, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  array: isArray,
  object: isDoc,
  bool: (value) => typeof value === 'boolean',
  date: (value) => value instanceof Date,
  null: (value) => value === null,
};

/** The result of one operator for the values of a path; for a single element, `values` contains one. */
function holds(operator: string, wanted: never, values: readonly unknown[], inElement: boolean): boolean {
  const each = inElement ? values : spread(values);
  const compared = (accepts: (order: number) => boolean) =>
    each.some(
      (one) =>
        (one !== undefined || wanted === null) && rank(one) === rank(wanted) && accepts(order(one, wanted)),
    );
  switch (operator) {
    case '$eq':
      return each.some((one) => equals(one, wanted));
    case '$ne':
      return !each.some((one) => equals(one, wanted));
    case '$gt':
      return compared((found) => found > 0);
    case '$gte':
      return compared((found) => found >= 0);
    case '$lt':
      return compared((found) => found < 0);
    case '$lte':
      return compared((found) => found <= 0);
    case '$in':
      return each.some((one) => (wanted as unknown[]).some((any) => equals(one, any)));
    case '$nin':
      return !each.some((one) => (wanted as unknown[]).some((any) => equals(one, any)));
    case '$exists':
      return values.some((one) => one !== undefined) === wanted;
    case '$type':
      return each.some((one) => types[wanted]?.(one));
    case '$size':
      return values.some((one) => isArray(one) && one.length === wanted);
    case '$all':
      return (
        (wanted as unknown[]).length > 0 &&
        (wanted as unknown[]).every((one) => each.some((any) => equals(any, one)))
      );
    case '$not':
      return !asked(wanted, values, inElement);
    case '$elemMatch':
      return values.some((one) => isArray(one) && one.some((element) => elementHolds(element, wanted)));
    default:
      throw new Error(`the naive evaluation has no ${operator}`);
  }
}

function elementHolds(element: unknown, wanted: Doc): boolean {
  return isOperators(wanted) ? asked(wanted, [element], true) : isDoc(element) && matches(element, wanted);
}

export function asked(condition: Condition, values: readonly unknown[], inElement = false): boolean {
  if (!isOperators(condition)) return holds('$eq', condition as never, values, inElement);
  return Object.entries(condition).every(([operator, wanted]) =>
    holds(operator, wanted as never, values, inElement),
  );
}

export function matches(doc: Doc, filter: Doc): boolean {
  return Object.entries(filter).every(([key, condition]) => {
    const branches = condition as Doc[];
    if (key === '$and') return branches.every((one) => matches(doc, one));
    if (key === '$or') return branches.some((one) => matches(doc, one));
    if (key === '$nor') return !branches.some((one) => matches(doc, one));
    return asked(condition as Condition, reached(doc, key.split('.')));
  });
}

const EMPTY = Symbol('an empty array sorts below null');

/** The values by which a document is sorted on one path: each element of an array. */
function sortValues(value: unknown, [key, ...rest]: readonly string[]): unknown[] {
  if (key === undefined) return isArray(value) ? (value.length === 0 ? [EMPTY] : value) : [value];
  if (isArray(value))
    return value.length === 0
      ? [undefined]
      : value.flatMap((one) => (isDoc(one) ? sortValues(one, [key, ...rest]) : [undefined]));
  return isDoc(value) ? sortValues(value[key], rest) : [undefined];
}

const sortOrder = (one: unknown, other: unknown) =>
  one === EMPTY || other === EMPTY ? Number(other === EMPTY) - Number(one === EMPTY) : order(one, other);

/** Sorts by one path, then by _id. */
export function sorted(docs: readonly Doc[], path: string, direction: 1 | -1): Doc[] {
  const keyed = docs.map((doc) => {
    const values = sortValues(doc, path.split('.'));
    return { doc, key: values.reduce((best, one) => (sortOrder(one, best) * direction < 0 ? one : best)) };
  });
  keyed.sort((one, other) => sortOrder(one.key, other.key) * direction || order(one.doc._id, other.doc._id));
  return keyed.map(({ doc }) => doc);
}

/** Whether two documents share a key of a unique index on one path. */
export const clash = (one: Doc, other: Doc, path: string) =>
  sortValues(one, path.split('.')).some((key) =>
    sortValues(other, path.split('.')).some((same) => sortOrder(key, same) === 0),
  );
