import { isDocument, isOperators } from '../bson/values';
import { fail, notOffered } from '../errors';

/** Refuses an update that mixes operators and fields (9, 52), replaces many (9) or is none at all. */
export function checkUpdate(update: unknown, multi: boolean) {
  if (Array.isArray(update)) notOffered('an update written as a pipeline');
  if (!isDocument(update)) return fail(9, 'Either an update or remove=true must be specified');
  const operators = isOperators(update) || Object.keys(update)[0]?.startsWith('$') === true;
  if (multi && !operators) fail(9, 'multi update is not supported for replacement-style update');
  for (const key of Object.keys(update)) {
    if (operators && !key.startsWith('$')) {
      fail(
        9,
        `Unknown modifier: ${key}. Expected a valid update modifier or pipeline-style update specified as an array`,
      );
    }
    if (!operators && key.startsWith('$')) {
      fail(
        52,
        `The dollar ($) prefixed field '${key}' in '${key}' is not allowed in the context of an update's replacement document. Consider using an aggregation pipeline with $replaceWith.`,
      );
    }
  }
  return undefined;
}
