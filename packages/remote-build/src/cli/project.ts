import path from 'node:path';
import { BUILT_FOR } from '../build/contract';
import { readRemotePackage, type Entry } from '../build/remote-package';

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
