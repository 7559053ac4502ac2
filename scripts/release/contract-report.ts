import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { REMOTE_CONTRACT } from '@flint/remote-kit/contract';
import { REPOSITORY } from '../compose/remotes';

/** The path of the printed contract. */
export const REPORT_FILE = join(REPOSITORY, 'packages/remote-kit/contract.txt');

const KIT = join(REPOSITORY, 'packages/remote-kit');

/** Files of remote-kit whose declarations are the contract, in reading order. */
const DECLARATIONS = [
  'remote',
  'mount',
  'screens',
  'platform',
  'context',
  'data/failure',
  'data/from-contract',
  'data/listen',
  'data/transport',
] as const;

async function declarationsIn(outDir: string): Promise<string> {
  const tsc = join(REPOSITORY, 'node_modules/typescript/bin/tsc');
  const options = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--removeComments'];
  const where = ['-p', KIT, '--rootDir', join(REPOSITORY, 'packages'), '--outDir', outDir];
  // `npm run types` reports type errors; declarations are written anyway
  await promisify(execFile)(process.execPath, [tsc, ...where, ...options]).catch(() => undefined);
  const parts = DECLARATIONS.map(async (name) => {
    const text = await readFile(join(outDir, 'remote-kit/src', `${name}.d.ts`), 'utf8');
    return `--- ${name}\n${text.replace(/^import .*\n/gm, '').trim()}\n`;
  });
  return (await Promise.all(parts)).join('\n');
}

/** The exports of a module, sorted by name; the API's contract defines their shapes. */
async function namesOf(file: string): Promise<string> {
  const text = await readFile(join(KIT, 'src', file), 'utf8');
  const lists = [...text.matchAll(/export (?:type |const )?\{([^}]*)\}/g)].flatMap(([, list = '']) =>
    list.split(','),
  );
  const names = lists.map((name) =>
    name
      .replace(/\/\/.*$/gm, '')
      .replace(/^\s*type /, '')
      .trim(),
  );
  return names.filter(Boolean).toSorted().join('\n');
}

async function versions(): Promise<string> {
  const read = async (file: string) =>
    JSON.parse(await readFile(join(REPOSITORY, file), 'utf8')) as {
      version: string;
      dependencies: Record<string, string>;
    };
  const [root, kit] = await Promise.all([read('package.json'), read('packages/remote-kit/package.json')]);
  const { react, 'react-dom': reactDom } = root.dependencies;
  return [
    `contract ${REMOTE_CONTRACT}; the shell takes remotes of ${REMOTE_CONTRACT - 1} and ${REMOTE_CONTRACT}`,
    `@flint/remote-kit ${kit.version}`,
    `react ${react}`,
    `react-dom ${reactDom}`,
  ].join('\n');
}

/** The contract between shell and remotes as text: a breaking change is a changed or missing line in review. */
export async function contractReport(): Promise<string> {
  const outDir = await mkdtemp(join(tmpdir(), 'flint-contract-'));
  try {
    const declarations = await declarationsIn(outDir);
    return [
      'What the shell and the remotes have agreed on. Printed by `npx flint build contract`; a test compares.',
      'A changed or removed line breaks remotes that are out there: raise REMOTE_CONTRACT and the major version. An added line raises the minor one.',
      '',
      '--- versions',
      await versions(),
      '',
      declarations,
      '--- names of @flint/remote-kit',
      await namesOf('index.ts'),
      '',
      '--- names of @flint/remote-kit/data',
      await namesOf('data/index.ts'),
      '',
    ].join('\n');
  } finally {
    await rm(outDir, { recursive: true });
  }
}

const versionIn = (report: string) => /^@flint\/remote-kit (.+)$/m.exec(report)?.[1];

/** Throws if a report has another contract under the same version: a shell refuses a release by the version that it requires. */
export function assertRaised(before: string, after: string): void {
  if (before !== after && versionIn(before) === versionIn(after))
    throw new Error(
      `The contract has changed: raise the minor version of packages/remote-kit (${versionIn(after)}), or with a changed or removed line the major one.`,
    );
}

/** `npx flint build contract`: prints the contract between shell and remotes into packages/remote-kit/contract.txt. Throws under the version of another. */
export async function main(): Promise<void> {
  const report = await contractReport();
  assertRaised(await readFile(REPORT_FILE, 'utf8'), report);
  await writeFile(REPORT_FILE, report);
}
