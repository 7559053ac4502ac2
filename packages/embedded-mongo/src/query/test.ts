import { reach } from '../bson/paths';

/** Whether a document (or a value) is what a condition wants. */
export type Test = (value: unknown) => boolean;

/** Tests the values a path reaches, and the elements where one is an array. */
export const onValues =
  (path: readonly string[], test: Test): Test =>
  (document) =>
    reach(document, path, (value) => test(value) || (Array.isArray(value) && value.some(test)));

/** Tests the values a path reaches as they are. */
export const onWhole =
  (path: readonly string[], test: Test): Test =>
  (document) =>
    reach(document, path, test);

export const not =
  (test: Test): Test =>
  (value) =>
    !test(value);

export const every = (tests: readonly Test[]): Test => {
  const [only] = tests;
  return tests.length === 1 && only ? only : (value) => tests.every((test) => test(value));
};
