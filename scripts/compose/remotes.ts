import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { readRemotePackage } from '@flint/remote-build/build/remote-package';

export const REPOSITORY = path.dirname(path.dirname(import.meta.dirname));

/** A remote of this repository: its folder, and the `remote` block of its package.json. */
export type RemoteWorkspace = ReturnType<typeof remoteWorkspaces>[number];

/** The remotes of a repository, by default of this one: every `mfe-` workspace, but not a folder that git left with what it ignores. */
export const remoteWorkspaces = (root = REPOSITORY) =>
  readdirSync(root)
    .filter((name) => name.startsWith('mfe-'))
    .map((name) => path.join(root, name))
    .filter((dir) => existsSync(path.join(dir, 'package.json')))
    .map((dir) => ({ ...readRemotePackage(dir).remote, dir }));
