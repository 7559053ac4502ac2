import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Configuration } from 'webpack';
import { precompress } from '@flint/remote-build/build/compress';
import { compileOne } from '../../build/compile-one';
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

async function configuration(part: 'shell' | 'boot', cut: Cut, out: string): Promise<Configuration> {
  const [{ default: webpack }, shared] = await Promise.all([
    import('webpack'),
    import('../../../webpack.shared.js'),
  ]);
  const config = shared[part](SHELL);
  const name = cut.replaceAll(' ', '-');
  const standIn = remotesOfThisBuild(cut);
  const inShell = ({ context }: { context: string }) => context.startsWith(join(SHELL, 'src'));
  const isFederation = (plugin: unknown) => (plugin as object).constructor.name === 'ModuleFederationPlugin';
  return {
    ...config,
    name,
    devtool: false,
    output: { ...config.output, path: out, uniqueName: name },
    cache: false,
    plugins: [
      ...(config.plugins ?? []).filter((plugin) => !isFederation(plugin)),
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
 * the folder. Throws webpack's own text, also for warnings: webpack only warns about a name that the replacements lack.
 */
export async function buildAsOne(cut: Cut): Promise<string> {
  const out = join(REPOSITORY, '.cache/composition', cut.replaceAll(' ', '-'));
  const boot = `${out}-boot`;
  await Promise.all([out, boot].map((folder) => rm(folder, { recursive: true, force: true })));
  await compileOne(await configuration('shell', cut, out), { isStrict: true });
  await compileOne(await configuration('boot', cut, boot), { isStrict: true });
  await inlineBoot(out, boot);
  await precompress(out);
  return out;
}
