import { getInstance } from '@module-federation/enhanced/runtime';
import type { Release } from './choose';
import { DownloadError, STALL_MS } from './download';
import { apply, run, scriptFor } from './files';
import { filesOf, type Manifest } from './warm';

/** The runtime of the page, which the federation plugin of webpack.shared.js starts with the shared packages. */
const federation = getInstance()!;
federation.registerPlugins([
  {
    name: 'flint',
    createScript: ({ url }) => ({ script: scriptFor(url, chunksOf(url)), timeout: STALL_MS }),
  },
]);

/**
 * Loaded chunks, by the entry of their build. All builds of a remote use one global name, so that an unchanged file keeps its hash; each
 * script element knows the build of its chunks (packages/remote-build/src/build/check-lazy-files.ts).
 */
const chunks: Record<string, unknown[]> = {};
const chunksOf = (entry: string) => (chunks[entry] ??= []);

/** Value of the global name that a container and its chunks share: the chunks of the script that is running. */
const ownChunks = {
  configurable: true,
  get: () => (document.currentScript as { flintChunks?: unknown[] } | null)?.flintChunks,
  set: () => undefined,
};

/** Reloads the page. The promise never settles. */
export function reloadPage(): Promise<never> {
  location.reload();
  return new Promise(() => undefined);
}

/**
 * Tells the Chrome DevTools of Module Federation which remotes run. The runtime's part that would do so requests every manifest once more, and is
 * left out.
 */
function listForTools(name: string, { entry: at, version }: Release, remoteEntry: string): void {
  const listed = __FEDERATION__.moduleInfo as Record<string, { remotesInfo?: Record<string, object> }>;
  const shell = (listed[federation.name] ??= {});
  shell.remotesInfo = { ...shell.remotesInfo, [name]: { matchedVersion: at } };
  Object.assign(listed, { [`${name}:${at}`]: { version: at, buildVersion: version, remoteEntry } });
}

let attempts = 0;
/** Names of the containers that this page has loaded. */
const names = new Set<string>();

/**
 * Runs a release of a remote, whose first files have been downloaded, and returns what it exposes. The runtime caches failures by name, so
 * each attempt has its own name. Throws DownloadError, or what the runtime or the remote throws.
 */
export async function loadExposed(name: string, release: Release, manifest: Manifest): Promise<unknown> {
  const { entry, globalName, modules, scripts, styles, type } = filesOf(manifest, release.entry);
  // a page runs an ECMAScript module once, whatever the result
  if (modules.length > 0 && chunks[entry]) await reloadPage();
  attempts += 1;
  const attempt = `${name}@${attempts}`;
  // a global name that the page already has belongs to no container
  const page = globalThis as Record<string, unknown>;
  if (page[globalName] !== undefined && !names.has(globalName))
    throw new DownloadError(`${globalName} is taken`);
  names.add(globalName);
  // a container that ran before must not be taken for one that does not run now
  page[globalName] = undefined;
  Object.defineProperty(self, `webpackChunk_${globalName}`, ownChunks);
  chunksOf(entry);
  await Promise.all(modules.map((module) => apply(module, 'modulepreload')));
  federation.registerRemotes([{ name: attempt, entry, type, entryGlobalName: globalName }]);
  const applied = styles.map((style) => apply(style));
  // in parallel: a chunk that runs before its container waits for it, and the container requests only styles that are missing
  const [exposed] = await Promise.all([
    federation.loadRemote(`${attempt}/remote`),
    ...scripts.map((script) => run(script, chunksOf(entry))),
    ...applied,
    // one that came after a failure would be applied to the release that stays
  ]).finally(() => Promise.allSettled(applied));
  listForTools(name, release, entry);
  return exposed;
}
