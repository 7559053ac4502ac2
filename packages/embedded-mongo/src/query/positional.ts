import type { Document } from '../bson/values';
import { compile, compileField } from './compile';
import type { MatchContext } from './test';

/** The index of the array element that made the filter match: what the positional `$` means; -1 when none did. */
export function positional(
  filter: Document,
  document: unknown,
  arrayPath: string,
  array: readonly unknown[],
  context: MatchContext,
): number {
  let found = -1;
  const visit = (part: Document) => {
    for (const [key, value] of Object.entries(part)) {
      if (key === '$and' || key === '$or') {
        for (const branch of value as Document[]) {
          if (key === '$and' || compile(branch, context)(document)) visit(branch);
        }
      } else if (key === arrayPath || key.startsWith(`${arrayPath}.`)) {
        const test = compileField(`a${key.slice(arrayPath.length)}`, value, context);
        const at = array.findIndex((one) => test({ a: [one] }));
        if (at >= 0) found = at;
      }
    }
  };
  visit(filter);
  return found;
}
