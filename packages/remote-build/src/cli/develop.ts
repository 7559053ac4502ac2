import { release } from '../release/commands';
import { say } from '../release/refused';
import { build } from './build';
import { contextOf } from './home';
import type { Project } from './project';
import { homeOf } from './project-home';
import { serveReleases } from './serve';

/** Serves the remote in a folder alone, in every state of its scenarios, with hot reload. `root`: its repository. */
export async function showAlone(dir: string, root = dir): Promise<void> {
  process.env['FLINT_DEV_SERVER'] = 'yes';
  const [{ alone }, { startDevServer, stopAtSignal }] = await Promise.all([
    import('../build/remote'),
    import('../build/dev-server'),
  ]);
  const config = alone(dir, { root });
  stopAtSignal([await startDevServer({ ...config, devServer: config.devServer! })]);
  say(`\nhttp://127.0.0.1:${String(config.devServer?.port)}`);
}

/**
 * Builds at each change and releases the build to a local origin. A Flint with this origin in its registry shows the release at the next
 * navigation.
 */
export async function develop(project: Project, env: NodeJS.ProcessEnv): Promise<void> {
  const { id, port, releases } = project;
  await serveReleases(releases, port);
  say(`${id} is served at http://127.0.0.1:${port}`);
  const home = homeOf(project, env);
  const releaseBuild = async () => {
    const origin = { commit: '', author: 'development', untried: true as const };
    try {
      say(`${id} ${(await release(await contextOf(home), { ...home.here!, origin })).release}`);
    } catch (refused) {
      say((refused as Error).message);
    }
  };
  await build(project, (error) => (error ? say(error.message) : void releaseBuild()));
}
