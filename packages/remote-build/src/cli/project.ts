import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { BUILT_FOR } from '../build/contract';
import { readRemotePackage } from '../build/settings';
import type { Context } from '../release/commands';
import { folderStore } from '../release/folder-store';
import { parseJson, ReleaseRefused } from '../release/refused';
import type { KeyRing, TrustedKey } from '../release/signing/key-ring';
import { signerOf } from '../release/signing/signatures';

/** The file that the platform registers (`flint-remote.json`). */
interface Entry {
  readonly id: string;
  readonly keys: readonly Omit<TrustedKey, 'remotes'>[];
}

/** A remote's project: its paths and the content of its files. */
export interface Project {
  readonly dir: string;
  readonly id: string;
  readonly version: string;
  readonly port: number;
  readonly budget: number;
  readonly contract: number;
  readonly scripts: Readonly<Record<string, string>>;
  readonly dist: string;
  /** The folder of its releases, as its origin serves them. */
  readonly releases: string;
  readonly entryFile: string;
}

/** Reads the project in a folder. Throws when its package.json has no `remote`. */
export function readProject(dir: string, env: NodeJS.ProcessEnv): Project {
  const { remote, version, scripts = {} } = readRemotePackage(dir);
  return {
    dir,
    id: remote.id,
    version,
    port: remote.port,
    budget: remote.budget,
    contract: BUILT_FOR,
    scripts,
    dist: path.join(dir, 'dist'),
    releases: path.resolve(dir, env['RELEASES'] || 'releases'),
    entryFile: path.join(dir, 'flint-remote.json'),
  };
}

/** Reads the project's `flint-remote.json`; null without one. */
const readEntry = ({ entryFile }: Project): Entry | null =>
  existsSync(entryFile) ? parseJson<Entry>(readFileSync(entryFile, 'utf8'), entryFile) : null;

/** The keys registered for this remote: one of them must have signed its releases. Null while there is none. */
function ringOf(project: Project): KeyRing | null {
  const keys = readEntry(project)?.keys ?? [];
  return keys.length > 0 ? { keys: keys.map((key) => ({ ...key, remotes: [project.id] })) } : null;
}

/** The project's releases, its signer, and the keys it trusts. */
export const contextOf = async (project: Project, env: NodeJS.ProcessEnv): Promise<Context> => ({
  store: folderStore(project.releases),
  signer: await signerOf(env),
  ring: ringOf(project),
});

/** Runs a script of the project's package.json, if it exists. Throws ReleaseRefused when it fails. */
export async function runScript({ dir, id, scripts }: Project, name: string): Promise<void> {
  if (!scripts[name]) return;
  // not `npm` by name: on Windows that is a batch file
  const child = spawn(`npm run --silent ${name}`, { cwd: dir, shell: true, stdio: 'inherit' });
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new ReleaseRefused(`${id} is not released: npm run ${name} failed.`)),
    );
  });
}
