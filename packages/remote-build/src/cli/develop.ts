import { rm } from 'node:fs/promises';
import path from 'node:path';
import { release } from '../release/commands';
import { folderStore } from '../release/folder-store';
import type { Pointers } from '../release/pointers';
import { say } from '../release/refused';
import { build } from './build';
import type { Project } from './project';
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

/** The origin of development builds. */
const DEVELOPMENT = { commit: '', author: 'development', untried: true } as const;

/** Whether `dev` serves these pointers: they are no history of releases. */
export const isDevelopment = ({ remotes }: Pointers, id: string): boolean =>
  remotes[id]?.live?.author === DEVELOPMENT.author;

/** Development builds have a folder and a history of their own, and no signature: what is saved must not become a release. */
export function developmentReleases({ dir, id, dist, budget, contract }: Project) {
  const folder = path.join(dir, '.flint/dev-releases');
  const store = folderStore(folder);
  const built = { id, dist, budget, contract, origin: DEVELOPMENT };
  return { folder, releaseBuild: () => release({ store }, built) };
}

/**
 * Builds at each change and serves the build from a local origin. A Flint on this machine that has this origin in its registry, without keys,
 * shows it at the next navigation.
 */
export async function develop(project: Project): Promise<void> {
  const { id, port } = project;
  const { folder, releaseBuild } = developmentReleases(project);
  await rm(folder, { recursive: true, force: true });
  await serveReleases(folder, port);
  say(`${id} is served at http://127.0.0.1:${port}, unsigned: register it without keys`);
  const onBuilt = () =>
    releaseBuild().then(
      (made) => say(`${id} ${made.release}`),
      (refused: Error) => say(refused.message),
    );
  await build(project, (error) => (error ? say(error.message) : void onBuilt()));
}
