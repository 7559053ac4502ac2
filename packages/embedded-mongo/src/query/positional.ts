import { isDocument, isOperators, type Document } from '../bson/values';
import { compile, compileField, compileValue } from './compile';
import type { Test } from './comparison';

/** Operators that do not apply to a field of a single element, and those that do not apply to the element. */
const NO_FIELD = ['$ne', '$nin', '$not', '$all', '$comment'];
const NO_ELEMENT = [...NO_FIELD, '$exists', '$size'];

/** The part of a condition that applies to single elements, or to a field of them; undefined if none. */
function ofElements(condition: unknown, isField: boolean): unknown {
  if (!isOperators(condition)) return condition;
  const others = condition.$exists === false || !isField ? NO_ELEMENT : NO_FIELD;
  const said = Object.entries(condition).filter(([operator]) => !others.includes(operator));
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
        const condition = ofElements(value, key !== path);
        if (condition === undefined) continue;
        const at = array.findIndex(elementTest(key.slice(path.length + 1), condition));
        if (at >= 0) found = at;
      }
    }
  };
  visit(filter);
  return found;
}
