import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { leaveBy } from './leaving.mjs';

/** What jest and the tests write at least, in bytes. */
const ROOM = 10_000_000;

/** Runs a program of Node at the root until it ends, and ends it with this process; returns its exit code. */
export function runNode(args, env = {}) {
  const child = spawn(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  const ended = new Promise((resolve) => child.on('close', (code) => resolve(code ?? 1)));
  leaveBy(async () => {
    child.kill('SIGTERM');
    await ended;
    process.exit(1);
  });
  return ended;
}

/** Whether the temporary folder takes what tests write; says what to do where it does not. */
function hasTemporaryFolder() {
  let trial;
  try {
    trial = mkdtempSync(path.join(tmpdir(), 'flint-trial-'));
    writeFileSync(path.join(trial, 'room'), Buffer.alloc(ROOM));
    return true;
  } catch (error) {
    process.stderr.write(
      `The tests cannot write to ${tmpdir()} (${error.code}): free some space there, or name another folder in TMPDIR.\n`,
    );
    return false;
  } finally {
    if (trial) rmSync(trial, { recursive: true, force: true });
  }
}

/** Runs jest, `built` after a build of what the browser tests open, without the long tests if `short`; returns the exit code. */
export async function runTests(args, { env, built = false, short = false } = {}) {
  if (!hasTemporaryFolder()) return 1;
  const failed = built && (await runNode(['scripts/flint.mjs', 'build', 'browser']));
  const told = { ...(built && { FLINT_BUILT: 'yes' }), ...(short && { FLINT_SHORT: 'yes' }) };
  return failed || runNode(['node_modules/jest/bin/jest.js', ...args], { ...env, ...told, NODE_ENV: 'test' });
}
