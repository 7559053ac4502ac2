/** The only file of the product that knows webpack; what a remote is built by is `@flint/remote-build`. Loaded under tsx (`node --import tsx`). */
import { join } from 'node:path';
import {
  base,
  CheckLazyFiles,
  devPort,
  federation,
  isProd,
  providedPackages,
  remote as remoteAt,
  withoutSchemas,
  withRefresh,
} from '@flint/remote-build';
import Html from 'html-webpack-plugin';
import webpack from 'webpack';
import deskConfig from './desk/webpack.config.js';

const ROOT = import.meta.dirname;
const SHELL_PORT = 4300;

/** Build of one remote. */
export const remote = (dir) => remoteAt(dir, { root: ROOT });

/** supabase-js news up four clients the product never uses; only its auth client is real here (29 kB gzip less). */
const withoutUnusedSupabase = (dir) =>
  Object.fromEntries(
    ['realtime', 'postgrest', 'storage', 'functions'].map((part) => [
      `@supabase/${part}-js$`,
      join(dir, 'src/session/supabase-stubs.ts'),
    ]),
  );

/** auth-js's passkey and wallet parts, which codes by mail never reach. */
const withoutUnusedAuth = (dir) =>
  new webpack.NormalModuleReplacementPlugin(/^\.\/lib\/(webauthn|web3\/ethereum)$/, (resource) => {
    if (/auth-js/.test(resource.context)) resource.request = join(dir, 'src/session/auth-stubs.ts');
  });

const NO_TEXTS = ['build', 'error', 'runtime', 'type'].map((kind) => `export const ${kind}DescMap = {};`);

/** The sentences of the federation runtime's errors (0.5 kB gzip); their numbers, and the address that explains them, stay. */
const withoutErrorTexts = new webpack.NormalModuleReplacementPlugin(/^\.\/desc\.mjs$/, (resource) => {
  if (/error-codes/.test(resource.context)) resource.request = `data:text/javascript,${NO_TEXTS.join('')}`;
});

/** Build of the first script and the first styles, which scripts/build/inline-boot.ts writes into the page: without federation. */
export function boot(dir) {
  const config = base({ dir, root: ROOT, name: 'boot', publicPath: '/' });
  config.entry = ['styles/page.css', 'boot.ts'].map((file) => join(dir, 'src', file));
  config.output.path = join(ROOT, '.cache/boot');
  config.plugins.push(withoutSchemas);
  return config;
}

/** Build of the shell: it provides the federation runtime and the packages that remotes use. */
export function shell(dir) {
  const config = base({ dir, root: ROOT, name: 'shell', publicPath: '/' });
  const source = (file) => join(dir, 'src', file);
  config.entry = isProd
    ? source('main.tsx')
    : [source('styles/page.css'), source('dev-refresh.ts'), source('main.tsx')];
  config.resolve.alias = withoutUnusedSupabase(dir);
  config.plugins.push(
    withoutUnusedAuth(dir),
    withoutSchemas,
    ...federation(
      {
        name: 'flint_shell',
        shared: providedPackages(ROOT),
        shareStrategy: 'loaded-first',
        manifest: false,
      },
      { isRemote: false },
    ),
    new Html({ template: source('index.html'), scriptLoading: 'defer', favicon: source('icon.svg') }),
  );
  if (!isProd) return withRefresh(config, { port: devPort(SHELL_PORT), isPage: true });
  config.plugins.push(withoutErrorTexts, new CheckLazyFiles({ isRemote: false }));
  config.optimization.splitChunks = {
    chunks: 'all',
    cacheGroups: {
      default: false,
      defaultVendors: false,
      // changes only with the lock file, so a release of the shell does not download it again
      vendor: {
        test: /[\\/]node_modules[\\/]/,
        name: 'vendor',
        chunks: (chunk) => chunk.name === 'main',
        enforce: true,
      },
    },
  };
  return config;
}

/** Build of the safety desk, which needs published packages only. */
export const desk = () => deskConfig;
