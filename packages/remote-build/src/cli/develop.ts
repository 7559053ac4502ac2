import { release } from '../release/commands';
import { build } from './build';
import { contextOf, type Project } from './project';
import { serveReleases } from './serve';

interface Options {
  readonly env: NodeJS.ProcessEnv;
  readonly say: (line: string) => void;
}

/** Serves the remote in a folder alone, in every state of its scenarios, with hot reload. `root`: its repository. */
export async function showAlone(dir: string, root = dir): Promise<void> {
  process.env['FLINT_DEV_SERVER'] = 'yes';
  const [{ alone }, { startDevServer, stopAtSignal }] = await Promise.all([
    import('../build/remote'),
    import('../build/dev-server'),
  ]);
  const config = alone(dir, { root });
  stopAtSignal([await startDevServer({ ...config, devServer: config.devServer! })]);
  process.stdout.write(`\nhttp://127.0.0.1:${String(config.devServer?.port)}\n`);
}

/**
 * Builds at each change and releases the build to a local origin. A Flint with this origin in its registry shows the release at the next
 * navigation.
 */
export async function develop(project: Project, { env, say }: Options): Promise<void> {
  const { id, dist, budget, contract, port } = project;
  await serveReleases(project.releases, port);
  say(`${id} is served at http://127.0.0.1:${port}`);
  const releaseBuild = async () => {
    const origin = { commit: '', author: 'development', untried: true as const };
    try {
      const context = await contextOf(project, env);
      say(`${id} ${(await release(context, { id, dist, budget, contract, origin })).release}`);
    } catch (refused) {
      say((refused as Error).message);
    }
  };
  await build(project, (error) => (error ? say(error.message) : void releaseBuild()));
}
