import { createRequire } from 'node:module';
import { relative, sep } from 'node:path';
import webpack from 'webpack';

const require = createRequire(import.meta.url);
const { ModuleFederationPlugin } = require('@module-federation/enhanced/webpack') as {
  ModuleFederationPlugin: new (options: object) => webpack.WebpackPluginInstance;
};

const ENTRY = 'data:text/javascript;charset=utf-8;base64,';

/**
 * The plugin's entry module imports its runtime by absolute paths, and every hash would depend on the folder of the repository. Here they are
 * relative to the build.
 */
const withRelativePaths = new webpack.NormalModuleReplacementPlugin(
  new RegExp(`^${ENTRY}`),
  (resource: { context: string; request: string }) => {
    const source = Buffer.from(resource.request.slice(ENTRY.length), 'base64').toString();
    const moved = source.replaceAll(
      /from '(\/.+|[A-Z]:.+)'/g,
      // not CommonJS, which would bring a second copy of the runtime
      (_, file: string) =>
        `from './${relative(resource.context, file)
          .split(sep)
          .join('/')
          .replace(/\.cjs$/, '.js')}'`,
    );
    resource.request = ENTRY + Buffer.from(moved).toString('base64');
  },
);

/** The part of a plugin's module identifier that has no path. */
const PATHLESS = /^(container entry|provide module \(\S+\) [^=]+(?= = ))/;

/** Webpack derives a module's number from its identifier, where these have paths; two that collide also change the number of a third one. */
const withPathlessIds: webpack.WebpackPluginInstance = {
  apply({ hooks }: webpack.Compiler) {
    hooks.compilation.tap('flint', ({ chunkGraph, hooks: { beforeModuleIds } }) =>
      beforeModuleIds.tap('flint', (modules) => {
        for (const module of modules) {
          const name = PATHLESS.exec(module.identifier())?.[0];
          if (name) chunkGraph.setModuleId(module, name);
        }
      }),
    );
  },
};

/** How shell and remotes use the official plugin: the shell provides the runtime of the page, and alone loads remotes; it reads manifests itself. */
export const federation = (
  options: Readonly<Record<string, unknown>>,
  { isRemote }: { readonly isRemote: boolean },
): webpack.WebpackPluginInstance[] => [
  new ModuleFederationPlugin({
    ...options,
    dts: false,
    virtualRuntimeEntry: true,
    experiments: {
      [isRemote ? 'externalRuntime' : 'provideExternalRuntime']: true,
      optimization: { target: 'web', disableSnapshot: true, disableRemote: isRemote },
    },
  }),
  withRelativePaths,
  withPathlessIds,
];
