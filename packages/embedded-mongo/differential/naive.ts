/**
 * MongoDB's queries, sorts and updates once more, as plainly as its documentation says them, for the differential test: nothing here is
 * shared with the server.
 */
export type Value = number | string | boolean | null | Date | Value[] | { [key: string]: Value };
export type Doc = Record<string, Value>;
export type Condition = Value | RegExp | Doc;

export const isDoc = (value: unknown): value is Doc =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
const isArray = (value: unknown): value is Value[] => Array.isArray(value);
const isDigits = (key: string) => /^\d+$/.test(key);

/** Not structuredClone: under jest what it makes is of another realm. */
function copy<T>(value: T): T {
  if (isArray(value)) return value.map((one) => copy(one)) as T;
  if (!isDoc(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, copy(one)])) as T;
}

/** MongoDB's order of types. */
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

/** Every value a path leads to. */
function reached(value: unknown, [key, ...rest]: readonly string[]): unknown[] {
  if (key === undefined) return [value];
  if (isArray(value)) {
    const at = isDigits(key) && Number(key) < value.length ? reached(value[Number(key)], rest) : [];
    return [...at, ...value.filter(isDoc).flatMap((one) => reached(one, [key, ...rest]))];
  }
  return isDoc(value) ? reached(value[key], rest) : [undefined];
}

const spread = (values: readonly unknown[]) =>
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

/** What one operator says of the values a path leads to; of single elements `values` holds one. */
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

function asked(condition: Condition, values: readonly unknown[], inElement = false): boolean {
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

/** The values a document sorts by on one path: of arrays each element. */
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

/** Sorted by one path, equal ones by _id. */
export function sorted(docs: readonly Doc[], path: string, direction: 1 | -1): Doc[] {
  const keyed = docs.map((doc) => {
    const values = sortValues(doc, path.split('.'));
    return { doc, key: values.reduce((best, one) => (sortOrder(one, best) * direction < 0 ? one : best)) };
  });
  keyed.sort((one, other) => sortOrder(one.key, other.key) * direction || order(one.doc._id, other.doc._id));
  return keyed.map(({ doc }) => doc);
}

/** A refusal of the naive evaluation: the server has to refuse, too. */
class Refused extends Error {}

function place(
  doc: Doc,
  path: string,
  create: boolean,
): { box: Record<string, Value>; key: string } | undefined {
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  let box: Value = doc;
  for (const [at, key] of [...keys, last].entries()) {
    if (isArray(box)) {
      if (!isDigits(key)) {
        if (create) throw new Refused(path);
        return undefined;
      }
      const missing = create ? Number(key) - box.length : 0;
      for (let added = 0; added < missing; added += 1) box.push(null);
    } else if (!isDoc(box)) {
      if (create) throw new Refused(path);
      return undefined;
    }
    if (at === keys.length) break;
    const inside = box as Record<string, Value>;
    if (inside[key] === undefined) {
      if (!create) return undefined;
      inside[key] = {};
    }
    box = inside[key] as Value;
  }
  return { box: box as Record<string, Value>, key: last };
}

function changed(operator: string, old: Value | undefined, argument: never): Value | undefined {
  const array = () => {
    if (old !== undefined && !isArray(old)) throw new Refused(operator);
    return [...(old ?? [])];
  };
  switch (operator) {
    case '$set':
    case '$setOnInsert':
      return copy(argument);
    case '$mul':
      if (old !== undefined && typeof old !== 'number') throw new Refused(operator);
      return (old ?? 0) * argument;
    case '$inc':
      if (old !== undefined && typeof old !== 'number') throw new Refused(operator);
      return (old ?? 0) + argument;
    case '$min':
      return old === undefined || order(argument, old) < 0 ? argument : old;
    case '$max':
      return old === undefined || order(argument, old) > 0 ? argument : old;
    case '$push':
      return [...array(), copy(argument)];
    case '$addToSet':
      return array().some((one) => order(one, argument) === 0) ? old : [...array(), copy(argument)];
    case '$pop':
      return old === undefined
        ? undefined
        : array().slice(...((argument === 1 ? [0, -1] : [1]) as [number, number]));
    case '$pull':
      if (old === undefined) return undefined;
      return array().filter((one) => !asked(argument, [one]));
    default:
      throw new Error(`the naive evaluation has no ${operator}`);
  }
}

/** The elements of `a` that each part of a path with `$`, `$[]` or `$[e]` stands for. */
function placesOf(doc: Doc, path: string, { position, element }: Positions): string[] {
  const mark = /\$(?:\[\w*\])?/.exec(path)?.[0];
  if (mark === undefined) return [path];
  const array = doc[path.split('.')[0] ?? ''];
  if (!isArray(array) || (mark === '$' && position < 0)) throw new Refused(path);
  const inner = path.endsWith('.b') || path.endsWith('.c') ? 'b' : undefined;
  const meant = (one: Value) => {
    if (inner === undefined) return asked(element, spread([one]));
    return asked(element, spread(reached(one, ['b'])));
  };
  return array.flatMap((one, at) => {
    const hit = mark === '$' ? at === position : mark === '$[]' || meant(one);
    return hit ? [path.replace(mark, String(at))] : [];
  });
}

interface Positions {
  /** What `$` stands for. */
  readonly position: number;
  /** What `$[e]` asks of an element, or of its field `b`. */
  readonly element: Condition;
  /** The document is made by an upsert. */
  readonly insert?: boolean;
}

function stepsOf(doc: Doc, update: Record<string, Doc>, positions: Positions): [string, string, Value][] {
  return Object.entries(update)
    .filter(([operator]) => operator !== '$setOnInsert' || positions.insert)
    .flatMap(([operator, fields]) =>
      Object.entries(fields).flatMap(([path, argument]) =>
        placesOf(doc, path, positions).map((one): [string, string, Value] => [operator, one, argument]),
      ),
    );
}

/** The document after an update of operators; undefined when the update has to be refused. */
export function updated(doc: Doc, update: Record<string, Doc>, positions: Positions): Doc | undefined {
  const out = copy(doc);
  try {
    for (const [operator, path, argument] of stepsOf(doc, update, positions)) {
      const at = place(out, path, !['$unset', '$pull', '$pop'].includes(operator));
      if (!at) continue;
      const old = at.box[at.key];
      if (operator === '$unset') {
        if (old === undefined) continue;
        if (isArray(at.box)) at.box[Number(at.key)] = null;
        else delete at.box[at.key];
      } else {
        const next = changed(operator, old, argument as never);
        if (next !== undefined) at.box[at.key] = next;
      }
    }
    return out;
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
}

/** The first element of an array that a condition on it, or on a field of it, finds: what `$` means. */
export const positionOf = (doc: Doc, path: string, wanted: Condition): number => {
  const [field = '', inner] = path.split('.');
  const array = doc[field];
  if (!isArray(array)) return -1;
  return array.findIndex((one) =>
    inner === undefined ? asked(wanted, [one], true) : isDoc(one) && asked(wanted, reached(one, [inner])),
  );
};

/** What an upsert starts from: the equalities of its filter. */
export function seeded(seed: Doc): Doc {
  const out: Doc = {};
  for (const [path, value] of Object.entries(seed)) {
    const at = place(out, path, true);
    if (at) at.box[at.key] = value;
  }
  return out;
}

/** Whether two documents have a key of a unique index on one path in common. */
export const clash = (one: Doc, other: Doc, path: string) =>
  sortValues(one, path.split('.')).some((key) =>
    sortValues(other, path.split('.')).some((same) => sortOrder(key, same) === 0),
  );
