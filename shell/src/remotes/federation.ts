import { createInstance, type ModuleFederationRuntimePlugin } from '@module-federation/runtime';
import * as runtimeCore from '@module-federation/runtime-core';
import * as remoteKit from '@flint/remote-kit';
import * as react from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as reactDom from 'react-dom';
import { fileIntegrity, warm } from './warm';
import { STALL_MS } from './download';

/** Written into the bundle by webpack.shared.js: share key -> exact version. */
declare const SHARED_VERSIONS: Readonly<Record<string, string>>;

// remotes are built with `externalRuntime`: they take the runtime from here, so it must be set before any of them runs
(globalThis as Record<string, unknown>)['_FEDERATION_RUNTIME_CORE'] = runtimeCore;

const version = (key: string) => SHARED_VERSIONS[key] ?? '0.0.0';

const shareAs = (key: string) => ({
  version: version(key),
  scope: 'default',
  shareConfig: { singleton: true, strictVersion: true, requiredVersion: version(key) },
});

const shareNow = (key: string, module: unknown) => ({ ...shareAs(key), lib: () => module });

/** Fetched when the first remote asks: redux and RTK Query stay out of the signed-out path. */
const shareLater = (key: string, load: () => Promise<unknown>) => ({
  ...shareAs(key),
  get: () => load().then((module) => () => module),
});

const pinned = new Map<string, string | undefined>();

/** Remembers what a manifest must hash to; the federation runtime knows only its URL. */
export const pin = (entry: string, integrity?: string) => pinned.set(entry, integrity);

const guard: ModuleFederationRuntimePlugin = {
  name: 'flint-guard',
  // every manifest passes here; when it is handed over, the files it names have arrived and were checked
  fetch(entry) {
    const warmed = window.flintBoot?.warmed[entry];
    if (!warmed) return warm(entry, pinned.get(entry));
    delete window.flintBoot?.warmed[entry];
    return warmed;
  },
  createScript({ url }) {
    const script = document.createElement('script');
    script.src = url;
    script.async = true;
    script.crossOrigin = 'anonymous';
    const integrity = fileIntegrity.get(url);
    if (integrity) script.integrity = integrity;
    return { script, timeout: STALL_MS };
  },
};

/** Development builds of remotes ask for it; React keeps it out of production. */
declare const require: (id: string) => unknown;
const onlyInDevelopment =
  process.env['NODE_ENV'] === 'development'
    ? { 'react/jsx-dev-runtime': shareNow('react/jsx-dev-runtime', require('react/jsx-dev-runtime')) }
    : {};

/** The page's one federation instance: it provides the singletons and loads remotes at run time. */
export const federation = createInstance({
  name: 'flint_shell',
  version: '1.0.0',
  remotes: [],
  plugins: [guard],
  shareStrategy: 'loaded-first',
  shared: {
    react: shareNow('react', react),
    'react/jsx-runtime': shareNow('react/jsx-runtime', jsxRuntime),
    'react-dom': shareNow('react-dom', reactDom),
    ...onlyInDevelopment,
    '@flint/remote-kit': shareNow('@flint/remote-kit', remoteKit),
    '@flint/remote-kit/data': shareLater('@flint/remote-kit/data', () => import('@flint/remote-kit/data')),
  },
});

/** What the handler calls private. */
interface RemoteRemover {
  removeRemote(remote: unknown): void;
}

/** Registers a remote in the place of what was registered under its name; forgets that, and every failed attempt at it. */
export function registerRemote(name: string, entry: string): void {
  const handler = federation.remoteHandler as unknown as RemoteRemover;
  const before = federation.options.remotes.find((remote) => remote.name === name);
  // done here, as `force` would warn on the console that it does it
  if (before) handler.removeRemote(before);
  federation.registerRemotes([{ name, entry }]);
}
