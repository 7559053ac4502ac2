import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Configuration, Stats } from 'webpack';
import { precompress } from '@flint/remote-build/build/compress';
import { inlineBoot } from '../../build/inline-boot';
import { REPOSITORY, remoteWorkspaces } from '../../compose/remotes';

/** One bundle with every screen in it, or one build with a file for each remote as bundlers split by `import()`. */
export type Cut = 'one bundle' | 'split by screen';

const SHELL = join(REPOSITORY, 'shell');

/** Replaces the shell's loading of remotes with modules of the same build. */
function remotesOfThisBuild(cut: Cut): string {
  const mode = cut === 'one bundle' ? '/* webpackMode: "eager" */ ' : '';
  const modules = remoteWorkspaces().map(
    ({ id, dir }) => `${id}: () => import(${mode}${JSON.stringify(join(dir, 'src/remote.tsx'))})`,
  );
  const source = `
    const modules = { ${modules.join(', ')} };
    export const loadRemote = async (id) =>
      ({ module: (await modules[id]()).default, version: 'one', release: { entry: 'one' } });
    export const loadAhead = loadRemote;
    export const prefetchRemote = (id) => modules[id]();
    export const pageNews = { look: async () => undefined, hasNewer: () => false };
    export const versionOf = () => 'one';
    export const readScreens = () => undefined;
    export const needsNewPage = () => false;`;
  return `data:text/javascript,${encodeURIComponent(source)}`;
}

/** The replaced file of shell/src/remotes. */
const REPLACED = /^\.{1,2}(\/remotes)?\/registry$/;
/** In the boot script only: there is nothing else to preload. */
const REPLACED_IN_BOOT = /^\.\/remotes\/addresses$/;
const NO_ADDRESSES = `data:text/javascript,${encodeURIComponent(
  'export const addressesInPage = () => ({}); export const fetchAddresses = async () => ({});',
)}`;

async function configuration(cut: Cut, out: string): Promise<Configuration> {
  const [{ default: webpack }, shared] = await Promise.all([
    import('webpack'),
    import('../../../webpack.shared.js'),
  ]);
  const config = shared.shell(SHELL);
  const name = cut.replaceAll(' ', '-');
  const standIn = remotesOfThisBuild(cut);
  const inShell = ({ context }: { context: string }) => context.startsWith(join(SHELL, 'src'));
  return {
    ...config,
    name,
    devtool: false,
    output: { ...config.output, path: out, uniqueName: name },
    cache: false,
    plugins: [
      ...(config.plugins ?? []),
      new webpack.NormalModuleReplacementPlugin(REPLACED, (resource) => {
        if (inShell(resource)) resource.request = standIn;
      }),
      new webpack.NormalModuleReplacementPlugin(REPLACED_IN_BOOT, (resource) => {
        if (inShell(resource)) resource.request = NO_ADDRESSES;
      }),
    ],
  };
}

/**
 * Builds the shell and all remotes without federation into a folder below .cache, with the settings of the real builds. Returns
 * the folder. Throws webpack's own text.
 */
export async function buildAsOne(cut: Cut): Promise<string> {
  const out = join(REPOSITORY, '.cache/composition', cut.replaceAll(' ', '-'));
  await rm(out, { recursive: true, force: true });
  const [{ default: webpack }, config] = await Promise.all([import('webpack'), configuration(cut, out)]);
  const compiler = webpack(config);
  const stats = await new Promise<Stats>((resolve, reject) => {
    compiler.run((error, result) =>
      result ? resolve(result) : reject(error ?? new Error('webpack stopped')),
    );
  });
  await new Promise<void>((resolve) => compiler.close(() => resolve()));
  // webpack only warns about a name that the replacements lack
  if (stats.hasErrors() || stats.hasWarnings()) throw new Error(stats.toString('errors-warnings'));
  await inlineBoot(out);
  await precompress(out);
  return out;
}
