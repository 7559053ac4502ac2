import { readdirSync } from 'node:fs';
import path from 'node:path';
import { readRemotePackage } from '@flint/remote-build/build/remote-package';

export const REPOSITORY = path.dirname(path.dirname(import.meta.dirname));

/** A remote of this repository: its folder, and the `remote` block of its package.json. */
export type RemoteWorkspace = ReturnType<typeof remoteWorkspaces>[number];

/** The remotes of this repository: every `mfe-` workspace. */
export const remoteWorkspaces = () =>
  readdirSync(REPOSITORY)
    .filter((name) => name.startsWith('mfe-'))
    .map((name) => {
      const dir = path.join(REPOSITORY, name);
      return { ...readRemotePackage(dir).remote, dir };
    });
