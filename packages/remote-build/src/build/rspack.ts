import { createRequire } from 'node:module';
import { federationSettings, sharedSettings } from './settings';

const require = createRequire(import.meta.url);

type Plugin = new (options: object) => object;
/** What the build uses of `@rspack/core`, which the project installs. */
interface Rspack {
  readonly CssExtractRspackPlugin: Plugin & { readonly loader: string };
}

/** The build of a remote by Rspack. `shared`: what it takes from the page. */
export function rspackRemote(dir: string, rspack: Rspack, shared: object = sharedSettings(dir)): object {
  const { ModuleFederationPlugin } = require('@module-federation/enhanced/rspack') as {
    ModuleFederationPlugin: Plugin;
  };
  const { CssExtractRspackPlugin: Css } = rspack;
  const settings = federationSettings(dir);
  const hashed = (extension: string) => {
    const name = `[name].[contenthash:10].${extension}`;
    return { filename: name, chunkFilename: name };
  };
  return {
    mode: 'production',
    entry: {},
    target: ['web', 'es2022'],
    output: {
      clean: true,
      publicPath: 'auto',
      uniqueName: settings.name,
      ...hashed('js'),
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
        { test: /\.css$/, use: [Css.loader, require.resolve('css-loader')] },
      ],
    },
    plugins: [
      new Css(hashed('css')),
      new ModuleFederationPlugin({ ...settings, filename: 'remoteEntry.[contenthash:10].js', shared }),
    ],
  };
}
