import { Int32, Long, Timestamp } from 'bson';
import { calculate } from '../bson/arithmetic';
import { compare } from '../bson/compare';
import { typeName } from '../bson/type-name';
import { clone, isDocument, isLong, isNumber, toNumber } from '../bson/values';
import { fail } from '../errors';
import type { Box } from './path';
import { show } from './show';

export interface Change {
  readonly box: Box;
  readonly key: string | number;
  readonly old: unknown;
  readonly argument: unknown;
  readonly path: string;
}

export interface UpdateOperator {
  /** Makes missing parents of its path. */
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

function checkNumbers({ old, argument, path, key }: Change, operator: '$inc' | '$mul') {
  const verb = operator === '$inc' ? 'increment' : 'multiply';
  if (!isNumber(argument)) fail(14, `Cannot ${verb} with non-numeric argument: {${path}: ${show(argument)}}`);
  if (old !== undefined && !isNumber(old)) {
    fail(
      14,
      `Cannot apply ${operator} to a value of non-numeric type. The field '${key}' has non-numeric type ${typeName(old)}`,
    );
  }
}

const increment: UpdateOperator = {
  create: true,
  apply: (change) => {
    checkNumbers(change, '$inc');
    const { box, key, old, argument } = change;
    box[key] = old === undefined ? argument : calculate(old, argument, 'add');
  },
};

const multiply: UpdateOperator = {
  create: true,
  apply: (change) => {
    checkNumbers(change, '$mul');
    const { box, key, old, argument } = change;
    box[key] = calculate(old ?? new Int32(0), argument, 'multiply');
  },
};

const bound = (direction: 1 | -1): UpdateOperator => ({
  create: true,
  apply: ({ box, key, old, argument }) => {
    if (old === undefined || direction * compare(argument, old) > 0) box[key] = argument;
  },
});

function now(argument: unknown): unknown {
  const type: unknown = isDocument(argument) ? argument.$type : argument === true ? 'date' : undefined;
  if (type === 'timestamp') return new Timestamp({ t: Math.floor(Date.now() / 1000), i: 1 });
  if (type === 'date') return new Date();
  return fail(
    2,
    `${typeName(argument)} is not valid type for $currentDate. Please use a boolean ('true') or a $type expression.`,
  );
}

const currentDate: UpdateOperator = {
  create: true,
  apply: ({ box, key, argument }) => {
    box[key] = now(argument);
  },
};

const bitwise: Readonly<Record<string, (one: bigint, other: bigint) => bigint>> = {
  and: (one, other) => one & other,
  or: (one, other) => one | other,
  xor: (one, other) => one ^ other,
};
const isInteger = (value: unknown) => isNumber(value) && Number.isInteger(toNumber(value));
const asBigInt = (value: unknown) => (isLong(value) ? value.toBigInt() : BigInt(toNumber(value)));

const bit: UpdateOperator = {
  create: true,
  apply: ({ box, key, old, argument }) => {
    if (!isDocument(argument)) return fail(2, 'The $bit modifier is not compatible with this argument');
    box[key] = Object.entries(argument).reduce<unknown>(
      (value, [name, operand]) => {
        const work =
          bitwise[name] ?? fail(2, `The $bit modifier only supports 'and', 'or', and 'xor', not '${name}'`);
        if (!isInteger(value) || !isInteger(operand))
          fail(2, 'Cannot apply $bit to a value of non-integral type');
        const result = work(asBigInt(value), asBigInt(operand));
        return isLong(value) || isLong(operand) ? Long.fromBigInt(result) : new Int32(Number(result));
      },
      old ?? new Int32(0),
    );
    return undefined;
  },
};

export const fieldOperators: Readonly<Record<string, UpdateOperator>> = {
  $set: set,
  $setOnInsert: set,
  $unset: unset,
  $inc: increment,
  $mul: multiply,
  $min: bound(-1),
  $max: bound(1),
  $currentDate: currentDate,
  $bit: bit,
};
