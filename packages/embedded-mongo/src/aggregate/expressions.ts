import { Context, evalExpr, ProcessingMode } from 'mingo/core';
import * as library from 'mingo/operators/expression';
import { fail, MongoError } from '../errors';
import { promote } from '../bson/promote';
import type { Document } from '../bson/values';
import { overrides } from './expression-overrides';

const context = Context.init({
  expression: { ...library, ...overrides } as NonNullable<
    Parameters<typeof Context.init>[0]
  >['expression'] & {},
});

/** The library's words for a problem as MongoDB's number. */
function refuse(error: unknown): never {
  if (error instanceof MongoError) throw error;
  const message = error instanceof Error ? error.message : String(error);
  const unknown = /accumulator '(\S+)' is not registered/.exec(message)?.[1];
  if (unknown) return fail(168, `Unrecognized expression '${unknown}'`);
  return fail(message.startsWith('Use of undefined variable') ? 17276 : 2, message);
}

/** The value of an aggregation expression over one document; undefined stands for missing. */
export function evaluate(document: unknown, expression: unknown, variables?: Document): unknown {
  try {
    return evalExpr(promote(document), expression, {
      context,
      idKey: '_id',
      processingMode: ProcessingMode.CLONE_OFF,
      variables: { ...variables, NOW: new Date() },
      scriptEnabled: false,
      useStrictMode: true,
      failOnError: true,
    });
  } catch (error) {
    return refuse(error);
  }
}

/** The variables a command's `let` names. */
export const variablesOf = (
  named: Document | undefined,
  outer?: Document,
  document: unknown = {},
): Document => ({
  ...outer,
  ...Object.fromEntries(
    Object.entries(named ?? {}).map(([name, expression]) => [name, evaluate(document, expression, outer)]),
  ),
});
