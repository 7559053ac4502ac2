/**
 * `npm run dev [-- mfe-offers …]`: the shell and the named remotes (all when none is named) with hot reload, in front of the
 * running `npm start` of the same settings (PORT), which answers the API and serves the other remotes. FLINT_URL names another one.
 */
import type { ServerResponse } from 'node:http';
import { basename, join } from 'node:path';
import Html from 'html-webpack-plugin';
import type { Compiler } from 'webpack';
import { API_BASE } from '@flint/contracts';
import type WebpackDevServer from 'webpack-dev-server';
import { WrongArguments } from '@flint/remote-build/cli/arguments';
import { ReleaseRefused } from '@flint/remote-build/release/refused';
import type { Call } from '../flint/read';
import { REPOSITORY, remoteWorkspaces } from '../compose/remotes';
import { API_PATHS } from './api-paths';
import { MANIFEST } from '@flint/remote-build/build/seal';
import { startDevServer, stopAtSignal, type DevConfiguration } from '@flint/remote-build/build/dev-server';
import { withNames, type PageNames } from './page';
import type { RemoteAddresses } from '@flint/contracts/remote-addresses';
import { readSettings } from '../start/env-file';

process.env['FLINT_DEV_SERVER'] = 'yes';

/** `/remotes.json` of the running Flint, with the remotes under development. */
async function addresses(target: string, dev: ReadonlyMap<string, number>): Promise<RemoteAddresses> {
  const answer = await fetch(`${target}/remotes.json`);
  const running = (await answer.json()) as RemoteAddresses;
  const own = [...dev].map(([id, port]) => [
    id,
    { entry: `http://127.0.0.1:${port}/${MANIFEST}`, version: 'development' },
  ]);
  return { ...running, ...Object.fromEntries(own) };
}

/** The names in the settings of the Flint at an address; null without an answer. */
async function namesAt(target: string): Promise<PageNames | null> {
  const answer = await fetch(`${target}${API_BASE}/config`).catch(() => null);
  return answer?.ok ? ((await answer.json()) as PageNames) : null;
}

const DEFAULT_PORT = 4300;

export async function main({ positionals: names }: Call): Promise<void> {
  const known = remoteWorkspaces().map(({ dir }) => basename(dir));
  const unknown = names.find((name) => !known.includes(name));
  if (unknown) throw new WrongArguments(`There is no remote '${unknown}': ${known.join(', ')}.`);
  const { readEnv } = await import('@flint/services');
  const { PORT } = readEnv(readSettings());
  // beside its Flint, so that two of them can have a dev server each
  process.env['FLINT_DEV_PORT_OFFSET'] ??= String(100 + PORT - DEFAULT_PORT);
  const target = process.env['FLINT_URL'] ?? `http://127.0.0.1:${PORT}`;
  const pageNames = await namesAt(target);
  if (!pageNames)
    throw new ReleaseRefused(`No Flint answers at ${target}: run npm start first, or set FLINT_URL.`);
  const shared = await import('../../webpack.shared.js');
  const workspaces = remoteWorkspaces().filter(
    ({ dir }) => names.length === 0 || names.includes(basename(dir)),
  );
  const remotes = workspaces.map(({ id, dir }) => ({ id, config: shared.remote(dir) as DevConfiguration }));
  const dev = new Map(remotes.map(({ id, config }) => [id, Number(config.devServer.port)]));
  const shell = shared.shell(join(REPOSITORY, 'shell')) as DevConfiguration;
  shell.plugins?.push({
    apply: ({ hooks }: Compiler) =>
      hooks.compilation.tap('names', (compilation) =>
        Html.getHooks(compilation).beforeEmit.tap('names', (page) => ({
          ...page,
          html: withNames(page.html, pageNames),
        })),
      ),
  });
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
