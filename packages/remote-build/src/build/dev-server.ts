import type { Configuration } from 'webpack';
import type WebpackDevServer from 'webpack-dev-server';

export interface DevConfiguration extends Configuration {
  readonly devServer: WebpackDevServer.Configuration;
}

/** Starts one development server; prints the time or the errors of every compilation. */
export async function startDevServer(config: DevConfiguration): Promise<WebpackDevServer> {
  const [{ default: webpack }, { default: DevServer }] = await Promise.all([
    import('webpack'),
    import('webpack-dev-server'),
  ]);
  // one compiler per server: with a MultiCompiler every server would serve every workspace
  const compiler = webpack(config);
  compiler.hooks.done.tap('dev', (stats) => {
    const took = `${(stats.endTime ?? 0) - (stats.startTime ?? 0)} ms`;
    process.stdout.write(`${config.name}: ${stats.hasErrors() ? stats.toString('errors-only') : took}\n`);
  });
  const server = new DevServer(config.devServer, compiler);
  await server.start();
  return server;
}

/** Stops the servers and the process at Ctrl-C. */
export function stopAtSignal(servers: readonly WebpackDevServer[]): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(
      signal,
      () => void Promise.all(servers.map((server) => server.stop())).then(() => process.exit(0)),
    );
  }
}
