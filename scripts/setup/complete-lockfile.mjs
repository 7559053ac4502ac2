import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

// A registry mirror may lack the builds of tools for other platforms. npm then omits them from the lockfile, and `npm ci` considers
// the lockfile out of date. This adds the entries that npm would write (without integrity, which needs the files).
// Run it after every `npm install`: node scripts/setup/complete-lockfile.mjs [package-lock.json of an example]

const SYSTEMS = [
  'darwin',
  'linux',
  'win32',
  'freebsd',
  'android',
  'openharmony',
  'aix',
  'netbsd',
  'openbsd',
  'sunos',
];
const CPUS = {
  arm64: 'arm64',
  x64: 'x64',
  ia32: 'ia32',
  ppc64: 'ppc64',
  riscv64: 'riscv64',
  s390x: 's390x',
  loong64: 'loong64',
  mips64el: 'mips64el',
  wasm32: 'wasm32',
  arm: 'arm',
};

/** The platform in a build's name. */
function platformOf(name) {
  const os = SYSTEMS.find((system) => name.includes(system));
  const cpu = Object.keys(CPUS).find((part) => new RegExp(`[-/]${part}`).test(name));
  return { ...(os && { os: [os] }), ...(cpu && { cpu: [CPUS[cpu]] }) };
}

/** Adds the missing optional packages to a lockfile's `packages`; returns how many. */
export function completeLockfile(packages) {
  let added = 0;
  for (const entry of Object.values(packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      const key = `node_modules/${name}`;
      const { os, cpu } = platformOf(name);
      if (packages[key] || !(os || cpu) || !/^\d/.test(version)) continue;
      packages[key] = {
        version,
        ...(cpu && { cpu }),
        ...(entry.dev && { dev: true }),
        optional: true,
        ...(os && { os }),
      };
      added += 1;
    }
  }
  return added;
}

if (process.argv[1] === import.meta.filename) {
  const file = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '../../package-lock.json'));
  const lock = JSON.parse(readFileSync(file, 'utf8'));
  const added = completeLockfile(lock.packages);
  // our archives change with every change of their sources
  for (const entry of Object.values(lock.packages))
    if (entry.resolved?.startsWith('file:')) delete entry.integrity;
  const root = lock.packages[''];
  lock.packages = {
    '': root,
    ...Object.fromEntries(
      Object.entries(lock.packages)
        .filter(([key]) => key !== '')
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    ),
  };
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  process.stdout.write(`lockfile: ${added} platform packages added\n`);
}
