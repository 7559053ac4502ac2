import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { leaveBy } from './leaving.mjs';
import { step } from './step.mjs';

const LOOK_MS = 300;

/** The first code in npm's output that has a remedy. */
const REMEDIES = [
  [
    /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT)\b/,
    'the npm registry cannot be reached. Check the connection (and a proxy), then run the command again; what is downloaded stays',
  ],
  [/\bENOSPC\b/, 'the disk is full. Free 1 GB, then run the command again'],
  [
    /\b(EACCES|EPERM|EROFS)\b/,
    'this folder or the npm cache is read-only. Clone Flint into a folder of your own, and run the command there',
  ],
  [
    /\bEUSAGE\b/,
    'package-lock.json does not fit the package.json files. Run npm install, then the command again',
  ],
];

const lockOf = (root) => readFileSync(path.join(root, 'package-lock.json'));
const stampFileOf = (root) => path.join(root, 'node_modules', '.flint-installed');
const stampOf = (root) =>
  createHash('sha256')
    .update(lockOf(root))
    .update(`${process.platform} ${process.arch} ${process.versions.modules}`)
    .digest('hex');

/** The folders that an install fills on this platform. */
function foldersOf(root, toRun) {
  const fits = (list, own) => !list || list.includes(own);
  return Object.entries(JSON.parse(lockOf(root)).packages)
    .filter(([key, { link, dev, os, cpu }]) => {
      const isOurs = key.includes('node_modules/') && !link && !(toRun && dev);
      return isOurs && fits(os, process.platform) && fits(cpu, process.arch);
    })
    .map(([key]) => path.join(root, key, 'package.json'));
}

/** Whether every devDependency is there: an npm that omits them, as with NODE_ENV=production, says nothing. */
const hasTools = (root) =>
  Object.keys(JSON.parse(readFileSync(path.join(root, 'package.json'))).devDependencies ?? {}).every((name) =>
    existsSync(path.join(root, 'node_modules', name, 'package.json')),
  );

/** Runs npm, and shows how many of the folders have a package. Returns its exit code and its errors. */
async function runNpm(root, args, folders, show) {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const child = spawn(npm, args, { cwd: root, stdio: ['ignore', 'ignore', 'pipe'], shell: npm !== 'npm' });
  let errors = '';
  child.stderr.on('data', (chunk) => (errors += chunk));
  const ended = new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: 1, errors: error.message }));
    child.on('close', (code) => resolve({ code, errors }));
  });
  leaveBy(async () => {
    child.kill('SIGTERM');
    await ended;
    process.exit(1);
  });
  const looking = setInterval(() => show(folders.filter(existsSync).length / folders.length), LOOK_MS);
  return ended.finally(() => clearInterval(looking));
}

/** The sentence for a failed npm, with what to do. */
export function remedyOf(errors) {
  const [, remedy] = REMEDIES.find(([code]) => code.test(errors)) ?? [];
  if (remedy) return remedy;
  const said = /npm error (?!code)(.+)/.exec(errors)?.[1] ?? (errors.trim().split('\n')[0] || 'npm failed');
  return `${said}. Run npm install to see all of it`;
}

/** Whether an import failed for a package, or a file of one, not for a file of this repository. */
export function isOfPackage({ message, requireStack: [from = ''] = [] }) {
  const named = /'([^']*)'/.exec(message)?.[1] ?? '';
  return !/^[./]/.test(named) || [named, from].some((file) => file.includes('/node_modules/'));
}

/** Makes the next start install everything again. */
export const forgetInstalled = (root) => rmSync(stampFileOf(root), { force: true });

/**
 * Installs what node_modules lacks for this lockfile, platform and Node: everything, or with `toRun` only what `npm start` needs (without the
 * devDependencies: browser, test and check tools). Ends the process with one sentence if that fails. Returns whether it installed.
 */
export async function ensureInstalled(
  root,
  { toRun = false, out = process.stdout, exit = process.exit } = {},
) {
  const stampFile = stampFileOf(root);
  const stamp = stampOf(root);
  const [of, extent] = existsSync(stampFile) ? readFileSync(stampFile, 'utf8').split(' ') : [];
  const isCurrent = of === stamp;
  if (isCurrent && (toRun || (extent === 'all' && hasTools(root)))) return false;
  // `npm ci` would first delete what a running server uses
  const command = isCurrent ? ['install', '--no-save'] : ['ci'];
  command.push(toRun ? '--omit=dev' : '--include=dev');
  const folders = foldersOf(root, toRun);
  // without a network the sentence comes after seconds, not after minutes
  const patience = ['--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=4000'];
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  try {
    // an install that is interrupted counts as none
    forgetInstalled(root);
    await step(
      `${folders.length} packages (npm ${command.join(' ')})`,
      async (show) => {
        const { code, errors } = await runNpm(root, [...command, ...quiet, ...patience], folders, show);
        if (code !== 0) throw new Error(errors);
      },
      out,
    );
    writeFileSync(stampFile, `${stamp} ${toRun ? 'run' : 'all'}`);
  } catch (error) {
    process.stderr.write(`Flint could not install its packages: ${remedyOf(error.message)}.\n`);
    exit(1);
    return false;
  }
  return true;
}
