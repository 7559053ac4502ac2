/** `main.ts offers [folder of the built remote]`: tests a remote before its release. Prints problems and exits with 1, else with 0. */
import { remoteWorkspaces } from '@flint/scripts/compose/remotes';
import { tryRemote } from './trial';

const [id, dist] = process.argv.slice(2);
const workspace = remoteWorkspaces().find((each) => each.id === id);
if (!workspace) throw new Error(`There is no remote ${id}.`);
const found = await tryRemote({ id: workspace.id, screens: workspace.screens, ...(dist && { dist }) });
for (const line of found) process.stdout.write(`${line}\n`);
process.exit(found.length === 0 ? 0 : 1);
