import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { REVIEW_MUTANTS } from '../../services/tests/review-mutants.mjs';
import { BREAKS } from '../../services/tests/security/breaks.mjs';

// `npx flint check breaks`: the two worlds test on today's code, which must find no difference, then with each earlier fault restored, which it
// must detect. The code on disk does not change.
const root = path.resolve(import.meta.dirname, '../..');
const SEQUENCES = '40';

/** Runs tests on the code with one fault; -1 is none. */
function runTests(at, args, env) {
  return spawnSync(
    process.execPath,
    ['node_modules/jest/bin/jest.js', '--config', 'scripts/jest/breaks.config.mjs', '--forceExit', ...args],
    {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 100_000_000,
      env: { ...process.env, FLINT_BREAK: String(at), ...env },
    },
  );
}

/** Whether the two worlds differ, by an act in one of them. */
function differs(at, act = 'is there while the observer tries other answers') {
  const { stdout, stderr } = runTests(at, ['-t', 'sequences'], {
    FLINT_WORLDS: SEQUENCES,
    FLINT_SEED: '1',
    FLINT_WORLDS_ACT: act,
    FLINT_WORLDS_QUICK: 'yes',
  });
  if (stdout.includes(', 0 differences')) return false;
  if (!(stdout + stderr).includes('Property failed'))
    throw new Error(`it did not run: ${stderr.slice(-2000)}`);
  return true;
}

export function main({ flag }) {
  // edits whose text does not occur exactly once in the source
  const misplaced = [...BREAKS, ...REVIEW_MUTANTS].flatMap(({ name, edits }) =>
    edits
      .filter(([file, from]) => readFileSync(path.join(root, file), 'utf8').split(from).length !== 2)
      .map(([file]) => `${name}: ${file}`),
  );
  if (misplaced.length > 0) throw new Error(`these edits do not occur once:\n${misplaced.join('\n')}`);
  // `--check` runs nothing
  if (flag('check')) return 0;

  const out = (line) => process.stdout.write(`${line}\n`);
  let missed = 0;
  out(`finding | fault | a difference in ${SEQUENCES} sequences | as it should`);
  for (const [at, { finding, name, act }] of [
    [-1, { finding: 0, name: 'none: the code as it is' }],
    ...BREAKS.entries(),
  ]) {
    const isFound = differs(at, act);
    const isGood = isFound === at >= 0;
    if (!isGood) missed++;
    out([finding || '', name, isFound ? 'found' : 'none', isGood ? 'yes' : 'NO'].join(' | '));
  }
  out('mutant | tests | failed | caught');
  for (const [i, { name, tests }] of REVIEW_MUTANTS.entries()) {
    const { stdout, stderr } = runTests(BREAKS.length + i, [], { FLINT_RACES: '20' });
    const [, failed = '0'] = /^Tests: +(\d+) failed/m.exec(stderr + stdout) ?? [];
    if (failed === '0') missed++;
    out([name, tests, failed, failed === '0' ? 'NO' : 'yes'].join(' | '));
  }
  return missed === 0 ? 0 : 1;
}
