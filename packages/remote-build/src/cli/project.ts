import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { BUILT_FOR } from '../build/contract';
import { readRemotePackage } from '../build/settings';
import { parseJson } from '../release/refused';
import type { KeyRing, TrustedKey } from '../release/signing/key-ring';

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
export const readEntry = ({ entryFile }: Project): Entry | null =>
  existsSync(entryFile) ? parseJson<Entry>(readFileSync(entryFile, 'utf8'), entryFile) : null;

/** The keys registered for this remote: one of them must have signed its releases. Null while there is none. */
export function ringOf(project: Project): KeyRing | null {
  const keys = readEntry(project)?.keys ?? [];
  return keys.length > 0 ? { keys: keys.map((key) => ({ ...key, remotes: [project.id] })) } : null;
}
