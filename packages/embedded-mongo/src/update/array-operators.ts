import { keyOf } from '../bson/encode';
import { typeName } from '../bson/type-name';
import { clone, isDocument, isNumber, isOperators, isRegExp, toNumber } from '../bson/values';
import { fail, notOffered } from '../errors';
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

/** `$position` and `$slice` of a `$push` with `$each`. */
function modifiers(argument: unknown): { readonly position?: number; readonly slice?: number } {
  if (!isDocument(argument) || !('$each' in argument)) return {};
  const { $each: _, $position, $slice, $sort, ...others } = argument as Record<string, unknown>;
  const [unknown] = Object.keys(others);
  if (unknown) fail(2, `Unrecognized clause in $push: ${unknown}`);
  if ($sort !== undefined) notOffered('$sort of $push');
  const whole = (name: string, value: unknown) => {
    if (value === undefined) return {};
    const number = isNumber(value) ? toNumber(value) : Number.NaN;
    if (!Number.isInteger(number)) fail(2, `The value for $${name} must be an integer value`);
    return { [name]: number };
  };
  return { ...whole('position', $position), ...whole('slice', $slice) };
}

const push: UpdateOperator = {
  create: true,
  apply: (change) => {
    const array = arrayOf(change);
    const { position = array.length, slice = Number.POSITIVE_INFINITY } = modifiers(change.argument);
    array.splice(position, 0, ...clone(eachOf(change.argument, '$push')));
    change.box[change.key] = slice < 0 ? array.slice(slice) : array.slice(0, slice);
  },
};

const addToSet: UpdateOperator = {
  create: true,
  apply: (change) => {
    const array = arrayOf(change);
    if (isDocument(change.argument) && '$each' in change.argument && Object.keys(change.argument).length > 1)
      fail(2, 'Found unexpected fields after $each in $addToSet');
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
    const end = toNumber(change.argument);
    if (end !== 1 && end !== -1) fail(9, `$pop expects 1 or -1, found: ${String(change.argument)}`);
    if (change.old === undefined) return;
    const array = arrayOf(change);
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
    // a value is compared with the elements, a condition also with the elements of arrays in them
    const isValue = !byDocument && !isOperators(argument) && !isRegExp(argument);
    const wanted = isValue ? keyOf(argument) : '';
    const matches = (one: unknown) =>
      isValue ? keyOf(one) === wanted : byDocument ? isDocument(one) && test(one) : test({ v: one });
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
