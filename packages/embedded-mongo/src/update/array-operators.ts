import { compare } from '../bson/compare';
import { keyOf } from '../bson/encode';
import { valueAt } from '../bson/paths';
import { typeName } from '../bson/type-name';
import { clone, isDocument, isNumber, isOperators, toNumber, type Document } from '../bson/values';
import { fail } from '../errors';
import { compile, LOGICAL } from '../query/compile';
import type { Change, UpdateOperator } from './field-operators';

function arrayOf({ old, path }: Change): unknown[] {
  if (old === undefined) return [];
  return Array.isArray(old)
    ? [...(old as unknown[])]
    : fail(2, `The field '${path}' must be an array but is of type ${typeName(old)}`);
}

function eachOf(argument: unknown, operator: string): unknown[] {
  if (!isDocument(argument) || !('$each' in argument)) return [argument];
  return Array.isArray(argument.$each)
    ? argument.$each
    : fail(2, `The argument to $each in ${operator} must be an array`);
}

const PUSH = new Set(['$each', '$position', '$sort', '$slice']);

function pushSort(array: unknown[], sort: unknown) {
  const keys: [string, unknown][] = isDocument(sort) ? Object.entries(sort) : [['', sort]];
  const read = (value: unknown, path: string) => (path === '' ? value : valueAt(value, path.split('.')));
  array.sort((one, other) => {
    for (const [path, direction] of keys) {
      const order = compare(read(one, path), read(other, path)) * toNumber(direction);
      if (order !== 0) return order;
    }
    return 0;
  });
}

function modifiers(argument: unknown): Document {
  if (!isDocument(argument) || !('$each' in argument)) return {};
  const unknown = Object.keys(argument).find((key) => !PUSH.has(key));
  if (unknown) fail(2, `Unrecognized clause in $push: ${unknown}`);
  for (const key of ['$position', '$slice']) {
    if (argument[key] !== undefined && !isNumber(argument[key]))
      fail(2, `The value for ${key} must be an integer value`);
  }
  return argument;
}

const push: UpdateOperator = {
  create: true,
  apply: (change) => {
    const array = arrayOf(change);
    const { $position, $sort, $slice } = modifiers(change.argument);
    const at = $position === undefined ? array.length : toNumber($position);
    array.splice(at, 0, ...clone(eachOf(change.argument, '$push')));
    if ($sort !== undefined) pushSort(array, $sort);
    const size = $slice === undefined ? array.length : toNumber($slice);
    change.box[change.key] = size < 0 ? array.slice(size) : array.slice(0, size);
  },
};

const addToSet: UpdateOperator = {
  create: true,
  apply: (change) => {
    const array = arrayOf(change);
    const known = new Set(array.map((one) => keyOf(one)));
    for (const one of eachOf(change.argument, '$addToSet')) {
      const key = keyOf(one);
      if (!known.has(key)) array.push(clone(one));
      known.add(key);
    }
    change.box[change.key] = array;
  },
};

const pop: UpdateOperator = {
  create: false,
  apply: (change) => {
    if (change.old === undefined) return;
    const array = arrayOf(change);
    const end = toNumber(change.argument);
    if (end !== 1 && end !== -1) fail(9, `$pop expects 1 or -1, found: ${String(change.argument)}`);
    change.box[change.key] = end < 0 ? array.slice(1) : array.slice(0, -1);
  },
};

const pullAll: UpdateOperator = {
  create: false,
  apply: (change) => {
    if (!Array.isArray(change.argument)) fail(2, '$pullAll requires an array argument');
    if (change.old === undefined) return;
    const gone = new Set((change.argument as unknown[]).map((one) => keyOf(one)));
    change.box[change.key] = arrayOf(change).filter((one) => !gone.has(keyOf(one)));
  },
};

const pull: UpdateOperator = {
  create: false,
  apply: (change) => {
    const { argument, old } = change;
    const byDocument =
      isDocument(argument) && (!isOperators(argument) || LOGICAL.includes(Object.keys(argument)[0] ?? ''));
    const test = byDocument ? compile(argument) : compile({ v: argument });
    if (old === undefined) return;
    const matches = (one: unknown) => (byDocument ? isDocument(one) && test(one) : test({ v: one }));
    change.box[change.key] = arrayOf(change).filter((one) => !matches(one));
  },
};

export const arrayOperators: Readonly<Record<string, UpdateOperator>> = {
  $push: push,
  $addToSet: addToSet,
  $pop: pop,
  $pullAll: pullAll,
  $pull: pull,
};
