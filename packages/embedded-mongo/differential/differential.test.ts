import fc from 'fast-check';
import { cases, type Case } from './cases';
import { check, closeStore } from './run';

if (process.env.FLINT_LONG === 'yes') jest.setTimeout(14_400_000);
afterAll(closeStore);

/** Cases that failed once. */
const FOUND: [Case][] = [
  [
    {
      docs: [
        {
          _id: 0,
          a: [
            { b: 0, c: 0 },
            { b: 0, c: 0 },
          ],
        },
        { _id: 1 },
      ],
      indexes: [{ key: { 'a.1': 1, 'a.0': 1 } }],
      filter: { 'a.1': { $eq: null }, a: { $not: { $size: 0 } } },
      sort: ['a', 1],
      update: { $min: { d: '' } },
      element: { $gt: 0, $lt: 0 },
      replacement: {},
      seed: { 'a.b': 0.5 },
      projection: { a: 0 },
      types: ['plain'],
    },
  ],
];

it('random cases - with and without every index - equal the naive evaluation', async () => {
  // a failure prints its seed and the smallest case: FLINT_SEED repeats it
  await fc.assert(fc.asyncProperty(cases, check), {
    numRuns: process.env.FLINT_LONG === 'yes' ? 100_000 : process.env.FLINT_SHORT === 'yes' ? 50 : 150,
    examples: FOUND,
  });
});
