/**
 * `npm run dev [-- mfe-offers …]`: the shell and the named remotes (all when none is named) with hot reload, in front of a
 * running `npm start`, which answers the API and serves the other remotes.
 */
import type { ServerResponse } from 'node:http';
import { basename, join } from 'node:path';
import type WebpackDevServer from 'webpack-dev-server';
import { REPOSITORY, remoteRooms } from '../compose/remotes';
import { API_PATHS } from './api-paths';
import { MANIFEST } from '../build/seal';
import { startDevServer, stopAtSignal, type DevConfiguration } from './dev-server';
import type { RemoteAddresses } from './remotes-json';

process.env['FLINT_DEV_SERVER'] = 'yes';

/** `/remotes.json` of the running Flint, with the remotes under development in the place of theirs. */
async function addresses(target: string, dev: ReadonlyMap<string, number>): Promise<RemoteAddresses> {
  const answer = await fetch(`${target}/remotes.json`);
  const running = (await answer.json()) as RemoteAddresses;
  const own = [...dev].map(([id, port]) => [
    id,
    { entry: `http://127.0.0.1:${port}/${MANIFEST}`, version: 'development' },
  ]);
  return { ...running, ...Object.fromEntries(own) };
}

async function main(names: readonly string[]): Promise<void> {
  const target = process.env['FLINT_URL'] ?? 'http://127.0.0.1:4300';
  const isUp = await fetch(`${target}/remotes.json`).then(
    ({ ok }) => ok,
    () => false,
  );
  if (!isUp) throw new Error(`No Flint answers at ${target}: run npm start first, or set FLINT_URL.`);
  const shared = await import('../../webpack.shared.js');
  const rooms = remoteRooms().filter(({ dir }) => names.length === 0 || names.includes(basename(dir)));
  const remotes = rooms.map(({ id, dir }) => ({ id, config: shared.remote(dir) as DevConfiguration }));
  const dev = new Map(remotes.map(({ id, config }) => [id, Number(config.devServer.port)]));
  const shell = shared.shell(join(REPOSITORY, 'shell')) as DevConfiguration;
  shell.devServer.proxy = [{ context: [...API_PATHS], target }];
  shell.devServer.setupMiddlewares = (middlewares) => [
    {
      name: 'remotes',
      path: '/remotes.json',
      middleware: (_request: unknown, response: ServerResponse) => {
        addresses(target, dev).then(
          (all) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(all)),
          () => response.writeHead(503).end(),
        );
      },
    },
    ...middlewares,
  ];
  const servers: WebpackDevServer[] = [];
  for (const config of [shell, ...remotes.map((remote) => remote.config)])
    servers.push(await startDevServer(config));
  process.stdout.write(`\nhttp://127.0.0.1:${String(shell.devServer.port)}\n`);
  stopAtSignal(servers);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
