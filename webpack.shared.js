/** The only file of the product that knows webpack; what a remote is built by is `@flint/remote-build`. Loaded under tsx (`node --import tsx`). */
import { join } from 'node:path';
import {
  alone as aloneAt,
  base,
  CheckLazyFiles,
  devPort,
  isProd,
  remote as remoteAt,
  sharedVersions,
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

/** One remote without shell, federation and API (`npm run alone`). */
export const alone = (dir) => aloneAt(dir, { root: ROOT });

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

/**
 * Leaves out of the federation runtime what the shell does not use: 7.8 KiB of 19.7. They are internal names of exactly this version
 * of it; a version that ignores them breaks the budget of the sign-in page (scripts/bench/budgets.ts).
 */
const LEAN_FEDERATION = {
  ENV_TARGET: '"web"',
  FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true',
};

/** Nor what it would read manifests with: the shell does that, and checks them. */
const withoutSnapshots = (dir) =>
  new webpack.NormalModuleReplacementPlugin(/\/plugins\/snapshot\/SnapshotHandler(\.js)?$/, (resource) => {
    if (/runtime-core/.test(resource.context)) resource.request = join(dir, 'src/remotes/no-snapshots.ts');
  });

/** Build of the shell: a plain build; the federation runtime is an ordinary module of it. */
export function shell(dir) {
  const config = base({ dir, root: ROOT, name: 'shell', publicPath: '/' });
  const source = (file) => join(dir, 'src', file);
  config.entry = isProd
    ? { boot: [source('styles/page.css'), source('boot.ts')], main: source('main.tsx') }
    : { main: [source('styles/page.css'), source('dev-refresh.ts'), source('main.tsx')] };
  config.resolve.alias = withoutUnusedSupabase(dir);
  config.plugins.push(
    withoutUnusedAuth(dir),
    withoutSnapshots(dir),
    withoutSchemas,
    new webpack.DefinePlugin({
      SHARED_VERSIONS: `(${JSON.stringify(sharedVersions(ROOT))})`,
      ...LEAN_FEDERATION,
    }),
    new Html({
      template: source('index.html'),
      scriptLoading: 'defer',
      favicon: source('icon.svg'),
      chunks: ['boot', 'main'],
    }),
  );
  if (!isProd) return withRefresh(config, { port: devPort(SHELL_PORT), isPage: true });
  config.plugins.push(new CheckLazyFiles({ isRemote: false }));
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
