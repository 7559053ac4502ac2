import { basename } from 'node:path';
import { WrongArguments } from '@flint/remote-build/cli/arguments';
import { showAlone } from '@flint/remote-build/cli/develop';
import { REPOSITORY, remoteWorkspaces } from '../compose/remotes';
import type { Call } from '../flint/read';

/** `npm run alone -w mfe-offers`: one remote with hot reload, a fake session and its scenarios; nothing else runs. */
export async function main({ positionals: [name] }: Call): Promise<void> {
  const workspace = remoteWorkspaces().find(({ dir }) => basename(dir) === name);
  if (!workspace) throw new WrongArguments(`There is no remote '${name}'.`);
  await showAlone(workspace.dir, REPOSITORY);
}
