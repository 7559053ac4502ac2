import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const REPOSITORY = path.dirname(path.dirname(import.meta.dirname));

/** The `remote` block of a package.json. */
export interface RemoteWorkspace {
  readonly id: string;
  /** Default port of its origin. */
  readonly port: number;
  readonly screens: readonly string[];
  readonly dir: string;
  readonly version: string;
  /** Maximum kB (1000 bytes, gzip) of its scripts and styles together; a larger release is refused. */
  readonly budget: number;
}

/** The remotes of this repository, by the `remote` block of every `mfe-` workspace. */
export function remoteWorkspaces(): RemoteWorkspace[] {
  return readdirSync(REPOSITORY)
    .filter((name) => name.startsWith('mfe-'))
    .map((name) => {
      const dir = path.join(REPOSITORY, name);
      const manifest = JSON.parse(readFileSync(path.join(dir, 'package.json'), 'utf8')) as {
        version: string;
        remote: Omit<RemoteWorkspace, 'dir' | 'version'>;
      };
      return { ...manifest.remote, dir, version: manifest.version };
    });
}
