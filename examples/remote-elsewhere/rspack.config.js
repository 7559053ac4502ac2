import { sharedSettings } from '@flint/remote-build/build/settings';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { rspack } from '@rspack/core';
import project from './package.json' with { type: 'json' };

const name = `flint_${project.remote.id}`;

export default {
  mode: 'production',
  entry: {},
  target: ['web', 'es2022'],
  output: {
    clean: true,
    publicPath: 'auto',
    uniqueName: name,
    filename: '[name].[contenthash:10].js',
    chunkFilename: '[name].[contenthash:10].js',
    cssFilename: '[name].[contenthash:10].css',
    cssChunkFilename: '[name].[contenthash:10].css',
    crossOriginLoading: 'anonymous',
  },
  resolve: { extensions: ['.tsx', '.ts', '.js'] },
  module: {
    rules: [
      {
        test: /\.tsx?$/,
        loader: 'builtin:swc-loader',
        options: {
          jsc: {
            parser: { syntax: 'typescript', tsx: true },
            transform: { react: { runtime: 'automatic' } },
            target: 'es2022',
          },
        },
      },
      { test: /\.css$/, use: [rspack.CssExtractRspackPlugin.loader, { loader: 'css-loader' }] },
    ],
  },
  plugins: [
    new rspack.CssExtractRspackPlugin({
      filename: '[name].[contenthash:10].css',
      chunkFilename: '[name].[contenthash:10].css',
    }),
    new ModuleFederationPlugin({
      name,
      filename: 'remoteEntry.[contenthash:10].js',
      exposes: { './remote': './src/remote.tsx' },
      shared: sharedSettings(import.meta.dirname),
      manifest: true,
      dts: false,
    }),
  ],
};
