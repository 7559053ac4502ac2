import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const stampOf = (root) =>
  createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .update(`${process.platform} ${process.arch} ${process.versions.modules}`)
    .digest('hex');

/**
 * Runs `npm ci` if node_modules is missing or was made from another lockfile, platform or Node.
 * Ends the process with one sentence if that fails. Returns whether it installed.
 */
export function ensureInstalled(
  root,
  { say = (text) => process.stdout.write(`${text}\n`), exit = process.exit } = {},
) {
  const stampFile = path.join(root, 'node_modules', '.flint-installed');
  const stamp = stampOf(root);
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return false;
  say('installing packages (npm ci) …');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const run = spawnSync(npm, ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (run.status !== 0) {
    process.stderr.write(
      'Flint could not download its packages. Check the connection to the npm registry and run the command again.\n',
    );
    exit(1);
    return false;
  }
  writeFileSync(stampFile, stamp);
  return true;
}
