import { EMPTY_ARRAY } from '../bson/type-order';
import { fieldOf, isDigits, isDocument } from '../bson/values';
import { fail } from '../errors';

interface Slot {
  readonly value: unknown;
  readonly rest: readonly string[];
}

/** Follows a path until it ends or reaches an array without an index in the path. */
function follow({ value, rest }: Slot): Slot {
  let [at, path] = [value, rest];
  for (let [key] = path; key !== undefined; [key] = path) {
    const position = Array.isArray(at) && isDigits(key) && Number(key) < at.length;
    if (Array.isArray(at) && !position) break;
    if (position && (at as unknown[]).some((one) => isDocument(one) && fieldOf(one, key) !== undefined)) {
      fail(
        16746,
        `Ambiguous field name found in array (do not use numeric field names in embedded elements in an array), field: '${key}'`,
      );
    }
    at = position ? (at as unknown[])[Number(key)] : isDocument(at) ? fieldOf(at, key) : undefined;
    path = path.slice(1);
  }
  return { value: at, rest: path };
}

/** The values of each key a document has in an index: fields of one array pair up element by element, two arrays are refused (171). */
export function* tuples(slots: readonly Slot[]): Generator<unknown[]> {
  const found = slots.map(follow);
  const arrays = found.filter(({ value }) => Array.isArray(value));
  const array = arrays[0]?.value as unknown[] | undefined;
  if (array === undefined) {
    yield found.map(({ value }) => value);
    return;
  }
  if (arrays.some(({ value }) => value !== array)) fail(171, 'cannot index parallel arrays');
  if (array.length === 0) {
    yield found.map(({ value, rest }) =>
      value !== array ? value : rest.length > 0 ? undefined : EMPTY_ARRAY,
    );
    return;
  }
  for (const element of array) {
    const next = found.map((slot) => {
      if (slot.value !== array) return slot;
      return { value: slot.rest.length > 0 && !isDocument(element) ? undefined : element, rest: slot.rest };
    });
    // an array inside the array is one key
    const nested = next.some(
      ({ value, rest }, at) => found[at]?.value === array && rest.length === 0 && Array.isArray(value),
    );
    if (nested) yield next.map(({ value }) => value);
    else yield* tuples(next);
  }
}
