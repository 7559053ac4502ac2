import { createRequire } from 'node:module';
import { join } from 'node:path';
import MiniCss from 'mini-css-extract-plugin';
import Minimizer from 'minimizer-webpack-plugin';
import webpack, { type Configuration } from 'webpack';
import type WebpackDevServer from 'webpack-dev-server';
import { isProd, type Place } from './settings';

const require = createRequire(import.meta.url);
const here = (file: string) => join(import.meta.dirname, file);

export interface BrowserBuild extends Configuration {
  output: NonNullable<Configuration['output']>;
  plugins: NonNullable<Configuration['plugins']>;
  optimization: NonNullable<Configuration['optimization']>;
  resolve: NonNullable<Configuration['resolve']>;
  devServer?: WebpackDevServer.Configuration;
}

interface Named extends Place {
  readonly name: string;
  readonly publicPath: string;
}

const fileName = (extension: string) =>
  isProd ? `[name].[contenthash:10].${extension}` : `[name].${extension}`;

const swc = {
  loader: require.resolve('swc-loader'),
  options: {
    jsc: {
      parser: { syntax: 'typescript', tsx: true },
      target: 'es2022',
      transform: { react: { runtime: 'automatic', development: !isProd, refresh: !isProd } },
    },
  },
};

/** The contracts' route tables: their source in Flint's repository, the published files elsewhere. */
const ROUTES = /contracts[\\/](src|dist)[\\/](routes|desk)[\\/]\w.*\.[jt]s$/;
const ROUTE_TABLES = /contracts[\\/](src|dist)([\\/](routes|desk))?$/;

/** The questionnaire's English and French, which its entries declare side by side. */
const QUESTIONS = /contracts[\\/]src[\\/]questions[\\/](sections|french-in-order)\.ts$/;

/** The client's route table says only whether a route has a body; the server validates it. */
export const withoutSchemas = new webpack.NormalModuleReplacementPlugin(
  /^zod\/mini$/,
  (resource: { context: string; request: string }) => {
    if (ROUTE_TABLES.test(resource.context)) resource.request = '@flint/contracts/shape-only';
  },
);

/** The common build settings of shell, remotes and desk: TypeScript, styles, pictures, content hashes in names. */
export function base({ dir, root, name, publicPath }: Named): BrowserBuild {
  return {
    mode: isProd ? 'production' : 'development',
    name,
    context: isProd ? dir : root,
    target: ['web', 'es2022'],
    devtool: isProd ? 'source-map' : 'cheap-module-source-map',
    output: {
      path: join(dir, 'dist'),
      clean: true,
      publicPath,
      uniqueName: name,
      filename: fileName('js'),
      chunkFilename: fileName('js'),
      assetModuleFilename: '[name].[contenthash:10][ext]',
      chunkLoadTimeout: 10_000,
      crossOriginLoading: 'anonymous',
      // a module that threw at load throws the same error again, instead of exporting half
      strictModuleErrorHandling: true,
    },
    resolve: { extensions: ['.ts', '.tsx', '.js'] },
    module: {
      rules: [
        {
          test: /\.[jt]sx?$/,
          exclude: /node_modules/,
          use: [{ loader: here('relative-sources.cjs'), options: { root, name: 'flint' } }, swc],
        },
        { test: ROUTES, enforce: 'pre', use: [here('without-summaries.cjs')] },
        // in development React's refresh cannot run in the build, and both languages load
        ...(isProd
          ? [
              {
                test: QUESTIONS,
                resourceQuery: { not: [/made/] },
                enforce: 'pre' as const,
                use: [here('as-value.cjs')],
              },
            ]
          : []),
        // our packages have no side effects: a screen that needs one limit does not include every schema
        { test: /packages[\\/](contracts|remote-kit|texts|ui)[\\/]src[\\/].*\.tsx?$/, sideEffects: false },
        { test: /\.css$/, use: [MiniCss.loader, require.resolve('css-loader')], sideEffects: true },
        { test: /\.(svg|png|webp|woff2)$/, type: 'asset/resource' },
      ],
    },
    plugins: [new MiniCss({ filename: fileName('css'), chunkFilename: fileName('css') })],
    optimization: {
      moduleIds: isProd ? 'deterministic' : 'named',
      chunkIds: 'named',
      ...(isProd && {
        minimizer: [
          new Minimizer({
            minify: Minimizer.swcMinify,
            extractComments: false,
            // gzip packs the longer forms of ES5 better than the arrows and shorthands that a later target adds
            terserOptions: { ecma: 5, compress: { ecma: 5, passes: 10 }, mangle: true },
          }),
          new Minimizer({ test: /\.css$/, minify: Minimizer.esbuildMinifyCss }),
        ],
      }),
    },
    // a production build is as fast without the 125 MB that it would write
    cache: !isProd && {
      type: 'filesystem',
      name,
      cacheDirectory: join(root, '.cache/webpack'),
      buildDependencies: { config: [import.meta.filename] },
    },
    performance: false,
    stats: 'errors-warnings',
    // the manifest plugin warns that publicPath 'auto' resolves against the manifest, which is intended
    infrastructureLogging: { level: 'error' },
  };
}

/** Development: components update at once and retain their state. One refresh runtime serves the whole page. */
export function withRefresh(
  config: BrowserBuild,
  { port, isPage }: { readonly port: number; readonly isPage: boolean },
): BrowserBuild {
  const Refresh = require('@pmmmwh/react-refresh-webpack-plugin') as {
    default?: new (options: object) => webpack.WebpackPluginInstance;
  } & (new (options: object) => webpack.WebpackPluginInstance);
  const library = config.output.uniqueName;
  config.plugins.push(new (Refresh.default ?? Refresh)({ library, overlay: false }));
  if (!isPage) {
    // a second runtime would find no renderer: remotes use the shell's (shell/src/dev-refresh.ts)
    config.externals = [
      ({ request = '' }, done) =>
        /react-refresh[\\/]runtime(\.js)?$/.test(request) ? done(undefined, 'var __flintRefresh') : done(),
    ];
  }
  config.devServer = {
    port,
    host: '127.0.0.1',
    hot: true,
    headers: { 'access-control-allow-origin': '*' },
    historyApiFallback: isPage,
    client: { overlay: false, logging: 'warn', webSocketURL: `ws://127.0.0.1:${port}/ws` },
  };
  return config;
}
