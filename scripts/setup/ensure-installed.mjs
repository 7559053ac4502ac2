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
 * Installs what node_modules lacks for this lockfile, platform and Node: everything, or with `toRun` only what `npm start` needs (without the
 * devDependencies: browser, test and check tools). Ends the process with one sentence if that fails. Returns whether it installed.
 */
export function ensureInstalled(
  root,
  { toRun = false, say = (text) => process.stdout.write(`${text}\n`), exit = process.exit } = {},
) {
  const stampFile = path.join(root, 'node_modules', '.flint-installed');
  const stamp = stampOf(root);
  const [of, extent] = existsSync(stampFile) ? readFileSync(stampFile, 'utf8').split(' ') : [];
  const isCurrent = of === stamp;
  if (isCurrent && (extent === 'all' || toRun)) return false;
  // `npm ci` would first delete what a running server uses
  const command = isCurrent ? ['install', '--no-save'] : ['ci'];
  if (toRun) command.push('--omit=dev');
  say(`installing packages (npm ${command.join(' ')}) …`);
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const run = spawnSync(npm, [...command, '--no-audit', '--no-fund', '--loglevel=error'], {
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
  writeFileSync(stampFile, `${stamp} ${toRun ? 'run' : 'all'}`);
  return true;
}
