import type { Configuration } from 'webpack';
import type WebpackDevServer from 'webpack-dev-server';

export interface DevConfiguration extends Configuration {
  readonly devServer: WebpackDevServer.Configuration;
}

/** Starts one development server and says on stdout, after every compilation, how long it took or what is wrong. */
export async function startDevServer(config: DevConfiguration): Promise<WebpackDevServer> {
  const [{ default: webpack }, { default: DevServer }] = await Promise.all([
    import('webpack'),
    import('webpack-dev-server'),
  ]);
  // one compiler per server: a MultiCompiler would make every server serve every room
  const compiler = webpack(config);
  compiler.hooks.done.tap('dev', (stats) => {
    const took = `${(stats.endTime ?? 0) - (stats.startTime ?? 0)} ms`;
    process.stdout.write(`${config.name}: ${stats.hasErrors() ? stats.toString('errors-only') : took}\n`);
  });
  const server = new DevServer(config.devServer, compiler);
  await server.start();
  return server;
}

/** Stops the servers and ends the process at Ctrl-C. */
export function stopAtSignal(servers: readonly WebpackDevServer[]): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(
      signal,
      () => void Promise.all(servers.map((server) => server.stop())).then(() => process.exit(0)),
    );
  }
}
