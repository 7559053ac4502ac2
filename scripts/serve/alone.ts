import { basename } from 'node:path';
import { startDevServer, stopAtSignal, type DevConfiguration } from '@flint/remote-build/build/dev-server';
import { WrongArguments } from '@flint/remote-build/cli/arguments';
import { remoteWorkspaces } from '../compose/remotes';
import type { Call } from '../flint/read';

/** `npm run alone -w mfe-offers`: one remote with hot reload, a fake session and its scenarios; nothing else runs. */
export async function main({ positionals: [name] }: Call): Promise<void> {
  process.env['FLINT_DEV_SERVER'] = 'yes';
  const workspace = remoteWorkspaces().find(({ dir }) => basename(dir) === name);
  if (!workspace) throw new WrongArguments(`There is no remote '${name}'.`);
  const shared = await import('../../webpack.shared.js');
  const config = shared.alone(workspace.dir) as DevConfiguration;
  stopAtSignal([await startDevServer(config)]);
  process.stdout.write(`\nhttp://127.0.0.1:${String(config.devServer.port)}\n`);
}
