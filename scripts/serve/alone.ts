/**
 * `npm run alone -w mfe-offers`: one remote with hot reload, a fake session and its scenarios; nothing else runs.
 */
import { basename } from 'node:path';
import { startDevServer, stopAtSignal, type DevConfiguration } from '@flint/remote-build/build/dev-server';
import { remoteWorkspaces } from '../compose/remotes';

process.env['FLINT_DEV_SERVER'] = 'yes';

async function main([name]: readonly string[]): Promise<void> {
  const workspace = remoteWorkspaces().find(({ dir }) => basename(dir) === name);
  if (!workspace) throw new Error('Name the remote: npm run alone -w mfe-offers');
  const shared = await import('../../webpack.shared.js');
  const config = shared.alone(workspace.dir) as DevConfiguration;
  stopAtSignal([await startDevServer(config)]);
  process.stdout.write(`\nhttp://127.0.0.1:${String(config.devServer.port)}\n`);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
