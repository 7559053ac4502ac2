import fc from 'fast-check';
import { cases } from './cases';
import { check } from './run';

jest.setTimeout(900_000);

it('5,000 random cases - with and without every index - answer as the naive evaluation does', async () => {
  // a failure prints its seed and the smallest case: npm run test:differential -w @flint/embedded-mongo -- 5000 SEED
  await fc.assert(fc.asyncProperty(cases, check), { numRuns: 5000 });
});
