import { wrapperOf } from '../bson/values';

/** A value as error messages print it. */
export const show = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) => (wrapperOf(one) === undefined ? one : String(one))) ??
  'undefined';
