import { ObjectId } from 'bson';
import { check, refused, updated, type Area } from './check';

const id = new ObjectId();

export const arrayUpdates: Area = {
  area: 'Arrays in updates',
  checks: [
    check(
      '$ with two conditions',
      [
        {
          a: [
            { x: 1, y: 1 },
            { x: 1, y: 2 },
          ],
        },
      ],
      updated({ $set: { 'a.$.c': 9 } }, { 'a.x': 1, 'a.y': 2 }),
      {
        a: [
          { x: 1, y: 1 },
          { x: 1, y: 2, c: 9 },
        ],
      },
    ),
    check('$ in a sub-document', [{ d: { a: [1, 2] } }], updated({ $set: { 'd.a.$': 9 } }, { 'd.a': 2 }), {
      d: { a: [1, 9] },
    }),
    check(
      '$ by a condition in $and',
      [{ a: [1, 2] }],
      updated({ $set: { 'a.$': 9 } }, { $and: [{ a: 2 }] }),
      { a: [1, 9] },
    ),
    check(
      '$ by a field that an element has',
      [{ a: [{ c: 1 }, { b: 1 }] }],
      updated({ $set: { 'a.$.b': 9 } }, { 'a.b': { $exists: true } }),
      { a: [{ c: 1 }, { b: 9 }] },
    ),
    check(
      '$ by a field that no element has is refused',
      [{ a: [{ c: 1 }] }],
      updated({ $set: { 'a.$.b': 9 } }, { 'a.b': { $exists: false } }),
      refused(2),
    ),
    check('$ without a condition is refused', [{ a: [1] }], updated({ $set: { 'a.$': 9 } }), refused(2)),
    check(
      '$[] and $[name]',
      [{ a: [{ b: [{ c: 1 }, { c: 2 }] }] }],
      updated({ $set: { 'a.$[].b.$[f].c': 9 } }, {}, { arrayFilters: [{ 'f.c': 2 }] }),
      { a: [{ b: [{ c: 1 }, { c: 9 }] }] },
    ),
    check(
      '$[name] without its filter is refused',
      [{ a: [1] }],
      updated({ $set: { 'a.$[f]': 9 } }),
      refused(2),
    ),
    check(
      '$push with position and slice',
      [{ a: [1, 2] }],
      updated({ $push: { a: { $each: [9], $position: 0, $slice: 2 } } }),
      { a: [9, 1] },
    ),
    check('$pull by a document', [{ a: [{ x: 1, y: 1 }, { x: 2 }] }], updated({ $pull: { a: { x: 1 } } }), {
      a: [{ x: 2 }],
    }),
    check('$pull by a comparison', [{ a: [1, 5, 9] }], updated({ $pull: { a: { $gte: 5 } } }), { a: [1] }),
    check('$pullAll', [{ a: [1, 2, 1] }], updated({ $pullAll: { a: [1] } }), { a: [2] }),
    check(
      '$addToSet minds the key order',
      [{ a: [{ x: 1, y: 1 }] }],
      updated({ $addToSet: { a: { y: 1, x: 1 } } }),
      {
        a: [
          { x: 1, y: 1 },
          { y: 1, x: 1 },
        ],
      },
    ),
    check(
      '$addToSet knows an ObjectId again',
      [{ a: [id] }],
      updated({ $addToSet: { a: new ObjectId(id.toHexString()) } }),
      { a: [id] },
    ),
    check(
      'several paths with $ - one position, of the document before',
      [{ c: [{ n: 1 }, { n: 5 }, { n: 6 }] }],
      updated({ $set: { 'c.$.n': 0, 'c.$.u': 1 } }, { 'c.n': { $gte: 5 } }),
      { c: [{ n: 1 }, { n: 0, u: 1 }, { n: 6 }] },
    ),
    check(
      'several paths with $ where only one element matches',
      [{ c: [{ n: 1 }, { n: 5 }] }],
      updated({ $set: { 'c.$.n': 0, 'c.$.u': 1 } }, { 'c.n': 5 }),
      { c: [{ n: 1 }, { n: 0, u: 1 }] },
    ),
    check(
      'several operators with $',
      [{ c: [{ n: 5 }, { n: 6 }] }],
      updated({ $inc: { 'c.$.n': -5 }, $set: { 'c.$.u': 1 } }, { 'c.n': { $gte: 5 } }),
      { c: [{ n: 0, u: 1 }, { n: 6 }] },
    ),
    check(
      'several paths with $[name]',
      [{ c: [{ n: 1 }, { n: 5 }, { n: 6 }] }],
      updated({ $set: { 'c.$[e].n': 0, 'c.$[e].u': 1 } }, {}, { arrayFilters: [{ 'e.n': { $gte: 5 } }] }),
      { c: [{ n: 1 }, { n: 0, u: 1 }, { n: 0, u: 1 }] },
    ),
    check(
      '$ and a position that are the same element are refused',
      [{ c: [{ n: 5 }] }],
      updated({ $set: { 'c.$.n': 0, 'c.0.n': 1 } }, { 'c.n': 5 }),
      refused(40),
    ),
    check(
      '$ after a negation is refused',
      [{ a: [1, 2] }],
      updated({ $set: { 'a.$': 9 } }, { a: { $ne: 3 } }),
      refused(2),
    ),
    check(
      '$ of an array that is an element',
      [{ a: [1, [1]] }],
      updated({ $set: { 'a.$': 9 } }, { a: [1] }),
      {
        a: [1, 9],
      },
    ),
    check(
      '$pull by $or',
      [{ a: [{ x: 1 }, { x: 2 }, { x: 3 }] }],
      updated({ $pull: { a: { $or: [{ x: 1 }, { x: 2 }] } } }),
      { a: [{ x: 3 }] },
    ),
    check('a field whose name starts with $', [{ a: 1 }], updated({ $set: { $k: 1 } }), { a: 1, $k: 1 }),
    check('$pop from the front', [{ a: [1, 2] }], updated({ $pop: { a: -1 } }), { a: [2] }),
  ],
};
