import { randomInt } from 'node:crypto';
import path from 'node:path';
import { runNode } from '../setup/run-tests.mjs';

/** Every long run: a command of `npx flint check`, and its arguments. */
export const RUNS = [
  ['security'],
  ['faults'],
  ['releases'],
  ['elsewhere'],
  ['test', 'embedded-mongo/differential', 'embedded-mongo/durability'],
  ['test', 'embedded-mongo/src/wire', 'remote-kit/src/outbox', 'mfe-onboarding/tests', 'shell/tests/trial'],
  ['mongo'],
  ['bench', 'backup', '1000', '5000'],
];

/** `npm run test:long`: runs them all, although some fail, and ends with the names of these. */
export async function main({ text, from }) {
  const clone = text('specifications');
  const failed = [];
  for (const run of [...RUNS, ...(clone ? [['spec', path.resolve(from, clone)]] : [])]) {
    const seed = text('seed') ?? String(randomInt(2 ** 31));
    process.stdout.write(`\n== FLINT_SEED=${seed} npx flint check ${run.join(' ')}\n`);
    const env = { FLINT_SEED: seed, FLINT_LONG: 'yes', WIRE_RUNS: '10000', OUTBOX_RUNS: '2000' };
    if (await runNode(['scripts/flint.mjs', 'check', ...run], env)) failed.push(run[0]);
  }
  process.stdout.write(failed.length > 0 ? `\nfailed: ${failed.join(', ')}\n` : '\nall long runs passed\n');
  return failed.length === 0 ? 0 : 1;
}
