import { finish } from '@flint/remote-build/build/finish';
import type { Configuration, MultiStats, Stats } from 'webpack';

/** A folder with a browser build. */
export interface Workspace {
  readonly name: string;
  readonly kind: 'shell' | 'remote' | 'desk';
  readonly dir: string;
}

export interface Compiled {
  readonly workspace: Workspace;
  readonly seconds: number;
}

/** The workspaces that do not compile, with webpack's errors. */
export interface Broken {
  readonly workspaces: readonly Workspace[];
  readonly text: string;
}

/** Compiles the workspaces in one process, two at a time; returns the errors, or null. */
export async function compile(
  workspaces: readonly Workspace[],
  onDone: (done: Compiled) => void,
  onProgress?: (fraction: number) => void,
): Promise<Broken | null> {
  // loaded lazily: a build that is up to date does not need webpack
  const [{ default: webpack }, shared] = await Promise.all([
    import('webpack'),
    import('../../webpack.shared.js'),
  ]);
  const configs: Configuration[] = workspaces.map(({ kind, dir }) => shared[kind](dir));
  const compiler = webpack(Object.assign(configs, { parallelism: 2 }));
  if (onProgress) new webpack.ProgressPlugin(onProgress).apply(compiler);
  const broken: Workspace[] = [];
  compiler.compilers.forEach((each, index) =>
    each.hooks.done.tap('report', (stats: Stats) => {
      const workspace = workspaces[index] as Workspace;
      const seconds = ((stats.endTime ?? 0) - (stats.startTime ?? 0)) / 1000;
      if (stats.hasErrors()) broken.push(workspace);
      else onDone({ workspace, seconds });
    }),
  );
  const stats = await finish<MultiStats>(compiler);
  return stats.hasErrors() ? { workspaces: broken, text: stats.toString('errors-only') } : null;
}
