import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
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
    ],
  },
  plugins: [
    new ModuleFederationPlugin({
      name,
      filename: 'remoteEntry.[contenthash:10].js',
      exposes: { './remote': './src/remote.tsx' },
      shared: {},
      manifest: true,
      dts: false,
    }),
  ],
};
