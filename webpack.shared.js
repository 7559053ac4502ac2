/** The only file that knows webpack and module federation. Loaded under tsx (`node --import tsx`). */
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Html from 'html-webpack-plugin';
import MiniCss from 'mini-css-extract-plugin';
import Minimizer from 'minimizer-webpack-plugin';
import webpack from 'webpack';
import { CheckLazyFiles } from './scripts/build/check-lazy-files.ts';

const require = createRequire(import.meta.url);
const { StatsPlugin } = require('@module-federation/manifest');

const ROOT = import.meta.dirname;
/** The dev servers set it. Not NODE_ENV: whoever has that in the environment wants `npm start` to build all the same. */
const isProd = process.env.FLINT_DEV_SERVER === undefined;
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

const { dependencies, devDependencies } = readJson(join(ROOT, 'package.json'));
const FEDERATION_VERSION = devDependencies['@module-federation/manifest'];
const remoteKit = readJson(join(ROOT, 'packages/remote-kit/package.json')).version;

/**
 * Share key -> exact version the shell provides. Shared modules are not tree-shaken, so nothing else is shared;
 * the semver of @flint/remote-kit is the compatibility check between a remote and the shell.
 */
const SHARED = {
  react: dependencies.react,
  'react/jsx-runtime': dependencies.react,
  ...(isProd ? {} : { 'react/jsx-dev-runtime': dependencies.react }),
  'react-dom': dependencies['react-dom'],
  '@flint/remote-kit': remoteKit,
  '@flint/remote-kit/data': remoteKit,
};

/**
 * What a remote asks of the shell's copy. Of remote-kit: its own contract or the next one, as the shell takes [n-1, n]; the
 * contract number is its major version.
 */
function requiredVersion(key, version) {
  if (!key.startsWith('@flint/remote-kit')) return `^${version}`;
  const contract = Number(version.split('.')[0]);
  return `^${contract}.0.0 || ^${contract + 1}.0.0`;
}

const fileName = (extension) => (isProd ? `[name].[contenthash:10].${extension}` : `[name].${extension}`);

const swc = {
  loader: 'swc-loader',
  options: {
    jsc: {
      parser: { syntax: 'typescript', tsx: true },
      target: 'es2022',
      transform: { react: { runtime: 'automatic', development: !isProd, refresh: !isProd } },
    },
  },
};

function base({ dir, name, publicPath }) {
  return {
    mode: isProd ? 'production' : 'development',
    name,
    context: isProd ? dir : ROOT,
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
      // a module that threw while loading throws its real error again, not a half-filled export
      strictModuleErrorHandling: true,
    },
    resolve: { extensions: ['.ts', '.tsx', '.js'] },
    module: {
      rules: [
        {
          test: /\.[jt]sx?$/,
          exclude: /node_modules/,
          use: [join(ROOT, 'scripts/build/relative-sources.cjs'), swc],
        },
        {
          test: /packages[\\/]contracts[\\/]src[\\/](routes|desk)[\\/]\w.*\.ts$/,
          enforce: 'pre',
          use: [join(ROOT, 'scripts/build/without-summaries.cjs')],
        },
        // our packages have no top-level effects: a screen that needs one limit does not carry every schema
        { test: /packages[\\/](contracts|remote-kit|texts|ui)[\\/]src[\\/].*\.tsx?$/, sideEffects: false },
        { test: /\.css$/, use: [MiniCss.loader, 'css-loader'], sideEffects: true },
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
            terserOptions: { compress: { passes: 2 }, mangle: true },
          }),
        ],
      }),
    },
    cache: {
      type: 'filesystem',
      name: `${name}-${isProd ? 'prod' : 'dev'}`,
      cacheDirectory: join(ROOT, '.cache/webpack'),
      buildDependencies: { config: [import.meta.filename] },
    },
    performance: false,
    stats: 'errors-warnings',
    // the manifest plugin warns on every build that publicPath 'auto' resolves against the manifest, which is the point
    infrastructureLogging: { level: 'error' },
  };
}

/** Development: edits of components show at once and keep their state. One refresh runtime serves the whole page. */
function withRefresh(config, { port, isShell }) {
  const Refresh = require('@pmmmwh/react-refresh-webpack-plugin');
  const library = config.output.uniqueName;
  config.plugins.push(new (Refresh.default ?? Refresh)({ library, overlay: false }));
  if (!isShell) {
    // a second runtime would find no renderer: remotes take the shell's (shell/src/dev-refresh.ts)
    config.externals = [
      ({ request }, done) =>
        /react-refresh[\\/]runtime(\.js)?$/.test(request) ? done(null, 'var __flintRefresh') : done(),
    ];
  }
  config.devServer = {
    port,
    host: '127.0.0.1',
    hot: true,
    headers: { 'access-control-allow-origin': '*' },
    historyApiFallback: isShell,
    client: { overlay: false, logging: 'warn', webSocketURL: `ws://127.0.0.1:${port}/ws` },
  };
  return config;
}

const SHELL_PORT = 4300;
/** A remote alone listens beside its own development build. */
const ALONE_OFFSET = 50;

/** Dev servers listen beside those of a running `npm start`. */
const devPort = (port) => port + Number(process.env.FLINT_DEV_PORT_OFFSET ?? 100);

/** The client's route table says whether a route has a body; what a body must be like the server checks. */
const withoutSchemas = new webpack.NormalModuleReplacementPlugin(/^zod\/mini$/, (resource) => {
  const isRouteTable = /packages[\\/]contracts[\\/]src([\\/](routes|desk))?$/.test(resource.context);
  if (isRouteTable) resource.request = join(ROOT, 'packages/contracts/src/shape-only.ts');
});

/** Build of one remote: exactly one exposed module, `./remote`, made from the package's `remote` block. */
export function remote(dir) {
  const { remote: block } = readJson(join(dir, 'package.json'));
  const name = `flint_${block.id}`;
  const config = base({
    dir,
    name,
    publicPath: isProd ? 'auto' : `http://127.0.0.1:${devPort(block.port)}/`,
  });
  config.entry = {};
  // of every build the same, so that a file that did not change keeps its name: the page tells builds apart (shell/src/remotes/federation.ts)
  if (isProd) config.output.chunkLoadingGlobal = `webpackChunk_${name}`;
  const shared = Object.entries(SHARED).map(([key, version]) => [
    key,
    { singleton: true, strictVersion: true, requiredVersion: requiredVersion(key, version), import: false },
  ]);
  // relative to the context where ids are derived from it, or they would follow the folder
  const screens = isProd ? './src/remote.tsx' : join(dir, 'src/remote.tsx');
  const container = {
    name,
    library: { type: 'var', name },
    filename: isProd ? 'remoteEntry.[contenthash:10].js' : 'remoteEntry.js',
    exposes: { './remote': { import: [screens], name: '__federation_expose_remote' } },
    shared: Object.fromEntries(shared),
  };
  config.plugins.push(
    new webpack.container.ModuleFederationPlugin(container),
    // the manifest every federation runtime reads; the plugin of @module-federation/enhanced would bring a runtime of its own
    new StatsPlugin(
      { ...container, manifest: { fileName: 'mf-manifest.json' }, dts: false },
      { pluginVersion: FEDERATION_VERSION, bundler: 'webpack' },
    ),
    withoutSchemas,
    new CheckLazyFiles({ isRemote: true }),
  );
  return isProd ? config : withRefresh(config, { port: devPort(block.port), isShell: false });
}

/** One remote without shell, federation and API (`npm run alone`): a page that shows its screens under a fake session. */
export function alone(dir) {
  const { remote: block } = readJson(join(dir, 'package.json'));
  const config = base({ dir, name: `alone_${block.id}`, publicPath: '/' });
  const start = [
    `import '@flint/ui/tokens.css';`,
    `import '@flint/ui/base.css';`,
    `import remote from ${JSON.stringify(join(dir, 'src/remote.tsx'))};`,
    `import { showAlone } from '@flint/remote-kit/alone';`,
    `showAlone(remote, ${JSON.stringify(block.screens)});`,
  ];
  config.entry = { main: `data:text/javascript,${encodeURIComponent(start.join('\n'))}` };
  config.plugins.push(new Html({ title: `${block.id} alone` }));
  return withRefresh(config, { port: devPort(block.port) + ALONE_OFFSET, isShell: true });
}

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
  FEDERATION_OPTIMIZE_NO_SHARED: 'true',
};

/** Build of the shell: a plain build; the federation runtime is an ordinary module of it. */
export function shell(dir) {
  const config = base({ dir, name: 'shell', publicPath: '/' });
  const source = (file) => join(dir, 'src', file);
  config.entry = isProd
    ? { boot: [source('styles/page.css'), source('boot.ts')], main: source('main.tsx') }
    : { main: [source('styles/page.css'), source('dev-refresh.ts'), source('main.tsx')] };
  config.resolve.alias = withoutUnusedSupabase(dir);
  config.plugins.push(
    withoutUnusedAuth(dir),
    withoutSchemas,
    new webpack.DefinePlugin({ SHARED_VERSIONS: `(${JSON.stringify(SHARED)})`, ...LEAN_FEDERATION }),
    new Html({
      template: source('index.html'),
      scriptLoading: 'defer',
      favicon: source('icon.svg'),
      chunks: ['boot', 'main'],
    }),
  );
  if (!isProd) return withRefresh(config, { port: devPort(SHELL_PORT), isShell: true });
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

/** Build of the safety desk: a plain build of one script, with nothing shared and nothing loaded later. */
export function desk(dir) {
  const config = base({ dir, name: 'desk', publicPath: '/' });
  const source = (file) => join(dir, 'src', file);
  config.entry = { main: source('main.tsx') };
  config.plugins.push(
    withoutSchemas,
    new Html({ template: source('index.html'), scriptLoading: 'defer', favicon: source('icon.svg') }),
  );
  return config;
}
