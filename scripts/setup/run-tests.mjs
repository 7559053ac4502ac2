import { spawn } from 'node:child_process';
import { leaveBy } from './leaving.mjs';

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

/** Runs jest, `built` after a build of what the browser tests open, without the long tests if `short`; returns the exit code. */
export async function runTests(args, { env, built = false, short = false } = {}) {
  const failed = built && (await runNode(['scripts/flint.mjs', 'build', 'browser']));
  const told = { ...(built && { FLINT_BUILT: 'yes' }), ...(short && { FLINT_SHORT: 'yes' }) };
  return failed || runNode(['node_modules/jest/bin/jest.js', ...args], { ...env, ...told });
}
