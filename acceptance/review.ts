/**
 * `npx flint check review`: runs the test of each fault of review-bugs.ts on code that has the fault; the test must fail. The code on disk does
 * not change, so no build is needed; `npx flint check mutate` has the faults that need one. `21-30`, or the beginning or words of a name, selects some.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { REPOSITORY } from '@flint/scripts/compose/remotes';
import type { Call } from '@flint/scripts/flint/read';
import { chosen } from './mutations';
import { isInBrowser, REVIEW_BUGS, type ReviewBug } from './review-bugs';

const out = (line: string) => process.stdout.write(`${line}\n`);
const folder = mkdtempSync(join(tmpdir(), 'flint-review-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/** Runs the test of a bug with the edits until it fails; returns how, or null. Throws if it did not run. */
function findFailure({ caughtBy, title, env }: ReviewBug, edits: readonly string[][]): string | null {
  const file = join(folder, 'edits.json');
  writeFileSync(file, JSON.stringify(edits));
  const jest = ['node_modules/jest/bin/jest.js', '--config', 'scripts/jest/fresh.config.mjs', '--forceExit'];
  // a slow test is no fault
  jest.push('--testTimeout=600000');
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [...jest, ...(title ? ['-t', title] : []), '--runTestsByPath', caughtBy],
    {
      cwd: REPOSITORY,
      encoding: 'utf8',
      maxBuffer: 100_000_000,
      env: { ...process.env, ...env, FLINT_EDITS: file },
    },
  );
  // the lines of scripts/jest/first-failure.cjs
  if (!/^(ended|FAIL )/m.test(stdout)) throw new Error(`${caughtBy} did not run\n${stderr.slice(-2_000)}`);
  return /^FAIL .*/ms.exec(stdout)?.[0] ?? null;
}

export function main({ positionals: [only = ''] }: Call): number {
  const bugs = chosen(
    REVIEW_BUGS.filter((bug) => !isInBrowser(bug)),
    only,
  );
  const sound = new Set<string>();
  let missed = 0;
  for (const bug of bugs) {
    const test = JSON.stringify([bug.caughtBy, bug.env]);
    if (!sound.has(test) && findFailure(bug, []) !== null) throw new Error(`${bug.caughtBy} fails as it is`);
    sound.add(test);
    const edits = [bug, ...(bug.also ? [bug.also] : [])].map(({ file, from, to }) => [file, from, to]);
    const failure = findFailure(bug, edits);
    const isCaught = failure !== null && (!bug.output || bug.output.test(failure));
    if (!isCaught) missed += 1;
    out(`${isCaught ? 'caught ' : 'SURVIVED'} ${bug.name.padEnd(70)} ${bug.caughtBy}`);
  }
  out(`\n${bugs.length - missed} of ${bugs.length} faults caught`);
  return missed === 0 ? 0 : 1;
}
