import fc from 'fast-check';
import { cases } from './cases';
import { check, closeStore } from './run';

// `npm run test:differential -- [cases] [seed]`: 100,000 cases, each night
const [count = '100000', given] = process.argv.slice(2);
const seed = Number(given ?? process.env.FLINT_SEED ?? Date.now() % 2 ** 31);
process.stdout.write(`${count} cases, seed ${seed}\n`);
const started = performance.now();
await fc.assert(fc.asyncProperty(cases, check), { numRuns: Number(count), seed });
await closeStore();
process.stdout.write(`no difference in ${((performance.now() - started) / 1000).toFixed(0)} s\n`);
