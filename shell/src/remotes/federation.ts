import { createInstance } from '@module-federation/enhanced/runtime';
import * as remoteKit from '@flint/remote-kit';
import * as react from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as reactDom from 'react-dom';
import { DownloadError, STALL_MS } from './download';
import { apply, run, scriptFor } from './files';
import { filesOf, type Manifest } from './warm';

/** Written into the bundle by webpack.shared.js: share key -> exact version. */
declare const SHARED_VERSIONS: Readonly<Record<string, string>>;

type Factory = () => unknown;

/** A module lent to remotes, as the federation runtime and webpack's containers know it. */
const lend = (key: string, get: () => Factory | Promise<Factory>, isLoaded = true) => ({
  [SHARED_VERSIONS[key] ?? '0.0.0']: {
    version: SHARED_VERSIONS[key] ?? '0.0.0',
    from: 'flint_shell',
    scope: ['default'],
    useIn: [],
    deps: [],
    strategy: 'loaded-first' as const,
    shareConfig: { singleton: true, strictVersion: true, requiredVersion: SHARED_VERSIONS[key] ?? '0.0.0' },
    get,
    ...(isLoaded && { loaded: true, lib: get() as Factory }),
  },
});
const lendNow = (key: string, module: unknown) => lend(key, () => () => module);

/** Development builds of remotes ask for it; React keeps it out of production. */
declare const require: (id: string) => unknown;
const onlyInDevelopment =
  process.env['NODE_ENV'] === 'development'
    ? { 'react/jsx-dev-runtime': lendNow('react/jsx-dev-runtime', require('react/jsx-dev-runtime')) }
    : {};

/** The one copy of each package on the page, lent to every remote. Which versions it takes each remote decides itself. */
const scope = {
  react: lendNow('react', react),
  'react/jsx-runtime': lendNow('react/jsx-runtime', jsxRuntime),
  'react-dom': lendNow('react-dom', reactDom),
  ...onlyInDevelopment,
  '@flint/remote-kit': lendNow('@flint/remote-kit', remoteKit),
  // fetched when the first remote asks: redux and RTK Query stay out of the signed-out path
  '@flint/remote-kit/data': lend(
    '@flint/remote-kit/data',
    () => import(/* webpackChunkName: 'data' */ '@flint/remote-kit/data').then((module) => () => module),
    false,
  ),
};

/** The standard federation runtime of the page: other toolchains' remotes, runtime plugins and its developer tools work with it. */
const federation = createInstance({
  name: 'flint_shell',
  remotes: [],
  shareStrategy: 'loaded-first',
  plugins: [
    {
      name: 'flint',
      beforeInitContainer: (args) => ({ ...args, shareScope: scope as unknown as typeof args.shareScope }),
      createScript: ({ url }) => ({ script: scriptFor(url, chunksOf(url)), timeout: STALL_MS }),
    },
  ],
});

/**
 * Chunks that have arrived, by the entry of the build they belong to. Builds of a remote use one global name, so that a file that did not
 * change is the same file; each script element knows whose chunks it brings (packages/remote-build/src/build/check-lazy-files.ts).
 */
const chunks: Record<string, unknown[]> = {};
const chunksOf = (entry: string) => (chunks[entry] ??= []);

/** What a container and its chunks find under the name they share: the chunks of the script that is running. */
const ownChunks = {
  configurable: true,
  get: () => (document.currentScript as { flintChunks?: unknown[] } | null)?.flintChunks,
  set: () => undefined,
};

/** Loads the page anew: nothing that waits for this goes on. */
export function openAnew(): Promise<never> {
  location.reload();
  return new Promise(() => undefined);
}

let attempts = 0;
/** Names under which containers of this page have come. */
const names = new Set<string>();

/**
 * Loads a release of a remote anew, whose first files have arrived, and answers what it exposes. Nothing of an earlier attempt is remembered: the runtime keeps
 * what failed under a name, so each attempt has its own. Throws DownloadError, or whatever the runtime or the remote's own code threw.
 */
export async function loadExposed(name: string, manifestUrl: string, manifest: Manifest): Promise<unknown> {
  const { entry, globalName, modules, scripts, styles, type } = filesOf(manifest, manifestUrl);
  // a page runs a module once, however that ended
  if (modules.length > 0 && chunks[entry]) await openAnew();
  attempts += 1;
  const attempt = `${name}@${attempts}`;
  // a name the page has of itself is no container's
  const page = globalThis as Record<string, unknown>;
  if (page[globalName] !== undefined && !names.has(globalName))
    throw new DownloadError(`${globalName} is taken`);
  names.add(globalName);
  // what ran before under that name must not pass for what does not run now
  page[globalName] = undefined;
  Object.defineProperty(self, `webpackChunk_${globalName}`, ownChunks);
  chunksOf(entry);
  await Promise.all(modules.map((module) => apply(module, 'modulepreload')));
  federation.registerRemotes([{ name: attempt, entry, type, entryGlobalName: globalName }]);
  // all at once: a chunk that runs before its container waits for it, and the container looks for its styles before it asks for them
  const [exposed] = await Promise.all([
    federation.loadRemote(`${attempt}/remote`),
    ...scripts.map((script) => run(script, chunksOf(entry))),
    ...styles.map((style) => apply(style)),
  ]);
  return exposed;
}
