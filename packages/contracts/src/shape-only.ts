/**
 * Replaces zod in the browser's copy of the route table (webpack.shared.js): the client only reads whether a route has parameters or a body;
 * the server validates them. This saves every signed-in student 8 kB of gzip.
 */
interface Shape {
  check(): Shape;
}
const shape: Shape = { check: () => shape };
const make = (): Shape => shape;

export {
  make as _default,
  make as array,
  make as boolean,
  make as enum,
  make as extend,
  make as gt,
  make as gte,
  make as int,
  make as literal,
  make as looseObject,
  make as lt,
  make as lte,
  make as maxLength,
  make as minLength,
  make as multipleOf,
  make as normalize,
  make as nullable,
  make as number,
  make as object,
  make as optional,
  make as record,
  make as refine,
  make as regex,
  make as strictObject,
  make as string,
  make as trim,
  make as union,
  make as unknown,
};
export const iso = { datetime: make };
export const coerce = { number: make };
