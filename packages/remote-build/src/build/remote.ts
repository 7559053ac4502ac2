import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Html from 'html-webpack-plugin';
import { base, withoutSchemas, withRefresh, type BrowserBuild } from './base';
import { CheckLazyFiles } from './check-lazy-files';
import { federation } from './federation';
import { readRemotePackage } from './remote-package';
import { devPort, isProd, nameOf, sharedSettings } from './settings';

/** The port of a remote alone, beside its development build. */
const ALONE_OFFSET = 50;

/** The folders of a build: `root` is the repository, by default the folder itself. */
interface Options {
  readonly root?: string;
}

/** The build of one remote: one exposed module, `./remote`, from the package's `remote` block. */
export function remote(dir: string, { root = dir }: Options = {}): BrowserBuild {
  const { remote: block } = readRemotePackage(dir);
  const name = nameOf(block.id);
  const publicPath = isProd ? 'auto' : `http://127.0.0.1:${devPort(block.port)}/`;
  const config = base({ dir, root, name, publicPath });
  config.entry = {};
  // the same in every build, so that unchanged files have the same name; the page separates builds (shell/src/remotes/federation.ts)
  if (isProd) config.output.chunkLoadingGlobal = `webpackChunk_${name}`;
  // the scripts of the exposed module are in the entry: one file less to load
  const exposed = '__federation_expose_remote';
  if (isProd)
    config.optimization.splitChunks = {
      cacheGroups: {
        exposed: { name, type: /^javascript/, chunks: (chunk) => chunk.name === exposed, enforce: true },
      },
    };
  // relative to the context from which ids derive; otherwise ids would depend on the folder
  const screens = isProd ? './src/remote.tsx' : join(dir, 'src/remote.tsx');
  config.plugins.push(
    ...federation(
      {
        name,
        library: { type: 'var', name },
        filename: isProd ? 'remoteEntry.[contenthash:10].js' : 'remoteEntry.js',
        exposes: { './remote': { import: [screens], name: exposed } },
        shared: sharedSettings(dir),
        manifest: { fileName: 'mf-manifest.json' },
      },
      { isRemote: true },
    ),
    withoutSchemas,
    new CheckLazyFiles({ isRemote: true }),
  );
  return isProd ? config : withRefresh(config, { port: devPort(block.port), isPage: false });
}

/** One remote without shell, federation and API: a page with its screens and a fake session. */
export function alone(dir: string, { root = dir }: Options = {}): BrowserBuild {
  const { remote: block } = readRemotePackage(dir);
  const config = base({ dir, root, name: `alone_${block.id}`, publicPath: '/' });
  const scenarios = join(dir, 'src/testing/scenarios.ts');
  const hasScenarios = existsSync(scenarios);
  const start = [
    `import '@flint/ui/tokens.css';`,
    `import '@flint/ui/base.css';`,
    `import remote from ${JSON.stringify(join(dir, 'src/remote.tsx'))};`,
    `import { showAlone } from '@flint/remote-kit/alone';`,
    ...(hasScenarios ? [`import { scenarios } from ${JSON.stringify(scenarios)};`] : []),
    `showAlone(remote, ${JSON.stringify(block.screens)}${hasScenarios ? ', scenarios' : ''});`,
  ];
  config.entry = { main: `data:text/javascript,${encodeURIComponent(start.join('\n'))}` };
  config.plugins.push(new Html({ title: `${block.id} alone` }));
  withRefresh(config, { port: devPort(block.port) + ALONE_OFFSET, isPage: true });
  // here the remote is the whole page, so that the overlay shows its errors
  const overlay = { errors: true, warnings: false, runtimeErrors: true };
  config.devServer = { ...config.devServer, client: { ...(config.devServer?.client as object), overlay } };
  return config;
}
