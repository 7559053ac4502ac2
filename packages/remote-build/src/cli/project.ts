import { spawn } from 'node:child_process';
import path from 'node:path';
import { BUILT_FOR } from '../build/contract';
import { readRemotePackage, type Entry } from '../build/remote-package';
import type { Context } from '../release/commands';
import { folderStore } from '../release/folder-store';
import { ReleaseRefused } from '../release/refused';
import { signerOf } from '../release/signing/signatures';

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
  /** Absent for a remote whose package.json describes it. */
  readonly entry?: Entry | undefined;
}

/** Reads the project in a folder. Throws ReleaseRefused when it is none. */
export function readProject(dir: string, env: NodeJS.ProcessEnv): Project {
  const { remote, version, scripts = {}, entry } = readRemotePackage(dir);
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
    entry,
  };
}

/** The project's releases, its signer, and its registered keys, one of which must have signed them; while there is no key, nothing is signed. */
export async function contextOf({ id, releases, entry }: Project, env: NodeJS.ProcessEnv): Promise<Context> {
  const keys = (entry?.keys ?? []).map((key) => ({ ...key, remotes: [id] }));
  return {
    store: folderStore(releases),
    signer: await signerOf(env),
    ring: keys.length > 0 ? { keys } : null,
  };
}

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
