import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { BREAKS } from '../../services/tests/security/breaks.mjs';

// `npm run test:breaks`: the inference attack on today's code, which must tell nothing, then with each earlier fault put back, which it must
// notice. The code on disk stays as it is.
const root = path.resolve(import.meta.dirname, '../..');
const FACTS = /(\d+) facts learnt/;

function factsLearnt(at) {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['node_modules/jest/bin/jest.js', '--config', 'scripts/jest/breaks.config.mjs', '-t', 'an attacker with'],
    {
      cwd: root,
      encoding: 'utf8',
      env: {
        ...process.env,
        FLINT_BREAK: String(at),
        FLINT_INFERENCE_SEED: '1',
        FLINT_INFERENCE_STEPS: '80',
      },
    },
  );
  const found = FACTS.exec(stdout);
  if (!found) throw new Error(`the attack did not run (${status}): ${stderr.slice(-2000)}`);
  return Number(found[1]);
}

const out = (line) => process.stdout.write(`${line}\n`);
let missed = 0;
out('finding | fault | facts learnt in 80 steps | as it should');
for (const [at, { finding, name }] of [
  [-1, { finding: 0, name: 'none: the code as it is' }],
  ...BREAKS.entries(),
]) {
  const facts = factsLearnt(at);
  const isGood = at < 0 ? facts === 0 : facts > 0;
  if (!isGood) missed++;
  out([finding || '', name, facts, isGood ? 'yes' : 'NO'].join(' | '));
}
process.exitCode = missed === 0 ? 0 : 1;
