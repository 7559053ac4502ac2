import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { remoteWorkspaces } from '@flint/scripts/compose/remotes';

const REPOSITORY = path.resolve(__dirname, '../../..');
const read = (file: string) =>
  JSON.parse(readFileSync(path.join(REPOSITORY, file), 'utf8')) as Record<string, any>;

const workspaces = [
  '.',
  'services',
  'scripts',
  'shell',
  ...list('packages'),
  ...remoteWorkspaces().map(({ dir }) => path.basename(dir)),
];
function list(folder: string): string[] {
  return readdirSync(path.join(REPOSITORY, folder)).map((name) => path.join(folder, name));
}

const lock = read('package-lock.json').packages as Record<string, any>;
const installed = Object.entries(lock).filter(([at, { link }]) => at.includes('node_modules/') && !link);

/** Packages that may run a program at installation; each was reviewed. */
const INSTALL_SCRIPTS = new Set([
  '@swc/core',
  'esbuild',
  'lmdb',
  'fsevents',
  'sharp',
  'core-js',
  'core-js-pure',
  '@parcel/watcher',
  '@scarf/scarf',
  'unrs-resolver',
  'msgpackr-extract',
]);

const LICENCES =
  /^(?:MIT|MIT-0|ISC|BSD|BSD-2-Clause|BSD-3-Clause|0BSD|Apache-2\.0|MPL-2\.0|CC0-1\.0|CC-BY-4\.0|Python-2\.0|BlueOak-1\.0\.0|Unlicense|LGPL-3\.0-or-later|WTFPL|OFL-1\.1|Zlib)$/;
/** 'A OR B' counts as its best licence, 'A AND B' as its worst. */
const isFree = (licence: string): boolean =>
  licence
    .replace(/[()]/g, '')
    .split(/ OR /i)
    .some((choice) => choice.split(/ AND /i).every((part) => LICENCES.test(part.trim())));

describe('installed packages', () => {
  it.each(workspaces)('%s - names every package by one exact version', (workspace) => {
    const { dependencies = {}, devDependencies = {} } = read(path.join(workspace, 'package.json'));
    const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
      ([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(String(version)),
    );
    expect(loose).toEqual([]);
  });

  it('the lockfile - contains no download address, and a digest for each installed package', () => {
    const addressed = installed.filter(([, { resolved }]) => resolved !== undefined).map(([at]) => at);
    expect(addressed).toEqual([]);
    const unsealed = installed
      .filter(([, { integrity, optional, inBundle }]) => !integrity && !optional && !inBundle)
      .map(([at]) => at);
    expect(unsealed).toEqual([]);
    expect(JSON.stringify(lock)).not.toMatch(/git\+|github:|file:\.\.\//);
  });

  it('install scripts - run for listed packages only', () => {
    const names = installed
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([at]) => at.slice(at.lastIndexOf('node_modules/') + 13));
    expect(names.filter((name) => !INSTALL_SCRIPTS.has(name))).toEqual([]);
  });

  it('licenses - of everything that ships - allow it', () => {
    const unfree = installed
      .filter(([, { dev, optional }]) => !dev && !optional)
      .filter(([, { license }]) => license !== undefined && !isFree(String(license)))
      .map(([at, { license }]) => `${at}: ${license}`);
    expect(unfree).toEqual([]);
  });

  it('npm sbom - from the lockfile alone - lists every direct dependency', () => {
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
    const sbom = JSON.parse(
      execFileSync(npm, ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--workspace=services'], {
        cwd: REPOSITORY,
        encoding: 'utf8',
        maxBuffer: 64_000_000,
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
    ) as { bomFormat: string; components: { name: string; group?: string }[] };
    expect(sbom.bomFormat).toBe('CycloneDX');
    const names = new Set(sbom.components.map(({ name }) => name));
    const direct = Object.keys(read('services/package.json').dependencies).filter(
      (name) => !name.startsWith('@flint/'),
    );
    expect(direct.filter((name) => !names.has(name))).toEqual([]);
  });
});
