import { isDocument, isNumber, isOperators, isRegExp, toNumber, type Document } from '../bson/values';
import { evaluate } from '../aggregate/expressions';
import { fail } from '../errors';
import { anyOf, equalTo, isComparison, matching, ordered } from './comparison';
import { bits, isBitTest, ofSize, ofType, remainder } from './element';
import { every, not, onValues, onWhole, type MatchContext, type Test } from './test';

const LOGICAL = ['$and', '$or', '$nor', '$expr'];

function elementMatch(wanted: unknown, context: MatchContext): Test {
  if (!isDocument(wanted)) return fail(2, '$elemMatch needs an Object');
  const byValue = isOperators(wanted) && !LOGICAL.includes(Object.keys(wanted)[0] ?? '');
  const test = byValue ? compileField('v', wanted, context) : compile(wanted, context);
  return (value) =>
    Array.isArray(value) && value.some((one) => (byValue ? test({ v: one }) : isDocument(one) && test(one)));
}

function all(path: readonly string[], wanted: unknown, context: MatchContext): Test {
  if (!Array.isArray(wanted)) return fail(2, '$all needs an array');
  if (wanted.length === 0) return () => false;
  return every(
    wanted.map((one: unknown) => {
      if (isDocument(one) && '$elemMatch' in one) return onWhole(path, elementMatch(one.$elemMatch, context));
      return onValues(path, isRegExp(one) ? matching(one) : equalTo(one, context.fold));
    }),
  );
}

function negation(path: string, wanted: unknown, context: MatchContext): Test {
  if (isRegExp(wanted) || (isDocument(wanted) && Object.keys(wanted).length > 0 && isOperators(wanted))) {
    return not(compileField(path, wanted, context));
  }
  return fail(2, '$not needs a regex or a document');
}

/** The test of one operator on one path; null for what only goes with another. */
function operatorTest(
  name: string,
  operator: string,
  conditions: Document,
  context: MatchContext,
): Test | null {
  const path = name.split('.');
  const wanted: unknown = conditions[operator];
  const { fold } = context;
  if (isComparison(operator)) return onValues(path, ordered(operator, wanted, fold));
  if (isBitTest(operator)) return onValues(path, bits(operator, wanted));
  switch (operator) {
    case '$eq':
      return onValues(path, equalTo(wanted, fold));
    case '$ne':
      if (isRegExp(wanted)) fail(2, "Can't have regex as arg to $ne.");
      return not(onValues(path, equalTo(wanted, fold)));
    case '$in':
      return onValues(path, anyOf(operator, wanted, fold));
    case '$nin':
      return not(onValues(path, anyOf(operator, wanted, fold)));
    case '$exists': {
      const there = onWhole(path, (value) => value !== undefined);
      const wantsIt = isNumber(wanted) ? toNumber(wanted) !== 0 : Boolean(wanted);
      return wantsIt ? there : not(there);
    }
    case '$type':
      return onValues(path, ofType(wanted));
    case '$size':
      return onWhole(path, ofSize(wanted));
    case '$mod':
      return onValues(path, remainder(wanted));
    case '$regex':
      return onValues(path, matching(wanted, conditions.$options));
    case '$options':
      return '$regex' in conditions ? null : fail(2, '$options needs a $regex');
    case '$not':
      return negation(name, wanted, context);
    case '$all':
      return all(path, wanted, context);
    case '$elemMatch':
      return onWhole(path, elementMatch(wanted, context));
    case '$comment':
      return null;
    default:
      return fail(2, `unknown operator: ${operator}`);
  }
}

/** The test of everything a filter says about one path. */
export function compileField(path: string, condition: unknown, context: MatchContext): Test {
  if (isRegExp(condition)) return onValues(path.split('.'), matching(condition));
  if (!isOperators(condition)) return onValues(path.split('.'), equalTo(condition, context.fold));
  return every(
    Object.keys(condition).flatMap((operator) => operatorTest(path, operator, condition, context) ?? []),
  );
}

function branches(operator: string, list: unknown, context: MatchContext): Test[] {
  if (!Array.isArray(list) || list.length === 0) return fail(2, `${operator} must be a nonempty array`);
  return list.map((one: unknown) =>
    isDocument(one) ? compile(one, context) : fail(2, `${operator} entries need to be full objects`),
  );
}

const isTruthy = (value: unknown) =>
  !(value === false || value === null || value === undefined || value === 0);

function topTest(key: string, value: unknown, context: MatchContext): Test | null {
  switch (key) {
    case '$and':
      return every(branches(key, value, context));
    case '$or': {
      const tests = branches(key, value, context);
      return (document) => tests.some((test) => test(document));
    }
    case '$nor': {
      const tests = branches(key, value, context);
      return (document) => !tests.some((test) => test(document));
    }
    case '$expr':
      return (document) => isTruthy(evaluate(document, value, context.variables));
    case '$comment':
      return null;
    default:
      if (!key.startsWith('$')) return compileField(key, value, context);
      return fail(
        2,
        `unknown top level operator: ${key}. If you have a field name that starts with a '$' symbol, consider using $getField or $setField.`,
      );
  }
}

/** The test of a whole filter; refuses (2) what it does not know before any document is read. */
export const compile = (filter: Document, context: MatchContext = {}): Test =>
  every(Object.entries(filter).flatMap(([key, value]) => topTest(key, value, context) ?? []));
