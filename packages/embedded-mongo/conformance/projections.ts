import { check, refused, type Area, type Docs } from './check';

const shown =
  (projection: Record<string, unknown>, filter: Record<string, unknown> = {}) =>
  (docs: Docs) =>
    docs.findOne(filter as never, { projection });

export const projections: Area = {
  area: 'Projections',
  checks: [
    check('fields named, and _id', [{ _id: 1, a: 1, b: 2 }], shown({ a: 1 }), { _id: 1, a: 1 }),
    check('fields left out', [{ _id: 1, a: 1, b: 2 }], shown({ a: 0 }), { _id: 1, b: 2 }),
    check('a path into an array', [{ _id: 1, a: [{ b: 1, c: 1 }, { c: 2 }] }], shown({ 'a.b': 1 }), {
      _id: 1,
      a: [{ b: 1 }, {}],
    }),
    check('naming and leaving out together is refused', [{ a: 1 }], shown({ a: 1, b: 0 }), refused(31254)),
  ],
};
