import { isDocument, isOperators, type Document } from '../bson/values';
import { compile, compileField, compileValue } from './compile';
import type { Test } from './comparison';

/** Operators that do not apply to a single element. */
const NO_ELEMENT = new Set(['$ne', '$nin', '$not', '$exists', '$size', '$all', '$comment']);

/** The part of a condition that applies to single elements; undefined if none. */
function ofElements(condition: unknown): unknown {
  if (!isOperators(condition)) return condition;
  const said = Object.entries(condition).filter(([operator]) => !NO_ELEMENT.has(operator));
  return said.length > 0 ? Object.fromEntries(said) : undefined;
}

function elementTest(rest: string, condition: unknown): Test {
  if (rest !== '') {
    const test = compileField(rest, condition);
    return (one) => isDocument(one) && test(one);
  }
  if (!isOperators(condition) || !('$elemMatch' in condition)) return compileValue(condition);
  const test = compileValue({ $elemMatch: condition.$elemMatch });
  return (one) => test([one]);
}

/** The index of the array element that matched the filter, for the positional `$`; -1 if none did. */
export function positional(filter: Document, document: unknown, path: string, array: readonly unknown[]) {
  let found = -1;
  const visit = (part: Document) => {
    for (const [key, value] of Object.entries(part)) {
      if (key === '$and' || key === '$or') {
        for (const branch of value as Document[]) {
          if (key === '$and' || compile(branch)(document)) visit(branch);
        }
      } else if (key === path || key.startsWith(`${path}.`)) {
        const condition = ofElements(value);
        if (condition === undefined) continue;
        const at = array.findIndex(elementTest(key.slice(path.length + 1), condition));
        if (at >= 0) found = at;
      }
    }
  };
  visit(filter);
  return found;
}
