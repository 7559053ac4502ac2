import { Int32 } from 'bson';
import { calculate, type Operation } from '../bson/arithmetic';
import { compare } from '../bson/compare';
import { typeName } from '../bson/type-name';
import { clone, isNumber } from '../bson/values';
import { fail } from '../errors';
import type { Box } from './path';
import { show } from './path';

export interface Change {
  readonly box: Box;
  readonly key: string | number;
  readonly old: unknown;
  readonly argument: unknown;
  readonly path: string;
}

export interface UpdateOperator {
  /** Creates missing parents of its path. */
  readonly create: boolean;
  readonly apply: (change: Change) => void;
}

const set: UpdateOperator = {
  create: true,
  apply: ({ box, key, argument }) => {
    box[key] = clone(argument);
  },
};

const unset: UpdateOperator = {
  create: false,
  apply: ({ box, key, old }) => {
    if (old === undefined) return;
    if (Array.isArray(box)) box[key] = null;
    else delete box[key];
  },
};

const arithmetic = (operator: '$inc' | '$mul', verb: string, operation: Operation): UpdateOperator => ({
  create: true,
  apply: ({ box, key, old, argument, path }) => {
    if (!isNumber(argument))
      fail(14, `Cannot ${verb} with non-numeric argument: {${path}: ${show(argument)}}`);
    if (old !== undefined && !isNumber(old)) {
      fail(
        14,
        `Cannot apply ${operator} to a value of non-numeric type. The field '${key}' has non-numeric type ${typeName(old)}`,
      );
    }
    const isNew = old === undefined && operation === 'add';
    box[key] = isNew ? argument : calculate(old ?? new Int32(0), argument, operation);
  },
});

const bound = (direction: 1 | -1): UpdateOperator => ({
  create: true,
  apply: ({ box, key, old, argument }) => {
    if (old === undefined || direction * compare(argument, old) > 0) box[key] = argument;
  },
});

export const fieldOperators: Readonly<Record<string, UpdateOperator>> = {
  $set: set,
  $setOnInsert: set,
  $unset: unset,
  $inc: arithmetic('$inc', 'increment', 'add'),
  $mul: arithmetic('$mul', 'multiply', 'multiply'),
  $min: bound(-1),
  $max: bound(1),
};
