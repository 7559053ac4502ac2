import { isDeepStrictEqual } from 'node:util';
import type { mongo } from 'mongoose';

type Document = mongo.Document;

const isPlain = (value: unknown): value is Document =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Values that compare as their text: ObjectId, Decimal128, dates. */
const plain = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && '_bsontype' in value ? String(value) : value;

/** What a special operator of the unified test format says about a value; undefined for an ordinary expectation. */
function special(expected: Document, found: unknown, known: ReadonlyMap<string, unknown>, isRoot: boolean) {
  const [[name, wanted] = ['']] = Object.entries(expected);
  switch (name) {
    case '$$exists':
      return wanted === (found !== undefined);
    case '$$unsetOrMatches':
      return found === undefined || found === null || matches(wanted, found, known, isRoot);
    case '$$matchesEntity':
      return matches(known.get(String(wanted)), found, known);
    case '$$matchAsRoot':
      return matches(wanted, found, known, true);
    case '$$type':
      return found !== undefined;
    case '$$lte':
      return Number(found) <= Number(wanted);
    default:
      return undefined;
  }
}

/** Whether a result matches an expectation of the unified test format. Only a root can have more fields. */
export function matches(
  expected: unknown,
  found: unknown,
  known: ReadonlyMap<string, unknown>,
  isRoot = false,
): boolean {
  if (Array.isArray(expected))
    return (
      Array.isArray(found) &&
      found.length === expected.length &&
      expected.every((one, at) => matches(one, found[at], known, isRoot))
    );
  if (!isPlain(expected)) return isDeepStrictEqual(plain(expected), plain(found));
  const answer = special(expected, found, known, isRoot);
  if (answer !== undefined) return answer;
  if (typeof found !== 'object' || found === null) return false;
  const fields = found as Document;
  const isWhole = isRoot || Object.keys(fields).every((key) => key in expected || fields[key] === undefined);
  return isWhole && Object.entries(expected).every(([key, one]) => matches(one, fields[key], known));
}
