import type { Container, ShareScope } from '@flint/remote-kit/federation';
import * as remoteKit from '@flint/remote-kit';
import * as react from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as reactDom from 'react-dom';
import type { Release } from './choose';
import { DownloadError, STALL_MS } from './download';
import { fileIntegrity, filesOf, warm, type Manifest } from './warm';

/** Written into the bundle by webpack.shared.js: share key -> exact version. */
declare const SHARED_VERSIONS: Readonly<Record<string, string>>;

const share = (key: string, get: ShareScope[string][string]['get']) => ({
  [SHARED_VERSIONS[key] ?? '0.0.0']: { from: 'flint_shell', get },
});
const shareNow = (key: string, module: unknown) => share(key, () => () => module);

/** Fetched when the first remote asks: redux and RTK Query stay out of the signed-out path. */
const shareLater = (key: string, load: () => Promise<unknown>) =>
  share(key, () => load().then((module) => () => module));

/** Development builds of remotes ask for it; React keeps it out of production. */
declare const require: (id: string) => unknown;
const onlyInDevelopment =
  process.env['NODE_ENV'] === 'development'
    ? { 'react/jsx-dev-runtime': shareNow('react/jsx-dev-runtime', require('react/jsx-dev-runtime')) }
    : {};

/** The one copy of each package on the page, lent to every remote. */
const scope: ShareScope = {
  react: shareNow('react', react),
  'react/jsx-runtime': shareNow('react/jsx-runtime', jsxRuntime),
  'react-dom': shareNow('react-dom', reactDom),
  ...onlyInDevelopment,
  '@flint/remote-kit': shareNow('@flint/remote-kit', remoteKit),
  '@flint/remote-kit/data': shareLater(
    '@flint/remote-kit/data',
    () => import(/* webpackChunkName: 'data' */ '@flint/remote-kit/data'),
  ),
};

/** The manifest and the files it names have arrived and were checked when this settles; the boot script may have begun. */
function manifestOf({ entry, integrity }: Release): Promise<Manifest> {
  const warmed = window.flintBoot?.warmed[entry];
  if (!warmed) return warm(entry, integrity);
  delete window.flintBoot?.warmed[entry];
  return warmed;
}

const globals = globalThis as unknown as Record<string, Container | undefined>;

/** Settles when the element has done its work. Throws DownloadError. */
function settled(element: HTMLElement, url: string): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    const fail = (why: string) => reject(new DownloadError(`${url} ${why}`));
    const timer = setTimeout(() => fail('hangs'), STALL_MS);
    element.addEventListener('load', () => (clearTimeout(timer), resolve()));
    element.addEventListener('error', () => (clearTimeout(timer), fail('did not run')));
    document.head.append(element);
  });
}

function run(url: string): Promise<void> {
  const script = document.createElement('script');
  script.src = url;
  script.async = true;
  script.crossOrigin = 'anonymous';
  script.integrity = fileIntegrity.get(url) ?? '';
  return settled(script, url).finally(() => script.remove());
}

function apply(url: string): Promise<void> {
  if (document.querySelector(`link[rel=stylesheet][href="${CSS.escape(url)}"]`)) return Promise.resolve();
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = url;
  link.crossOrigin = 'anonymous';
  link.integrity = fileIntegrity.get(url) ?? '';
  return settled(link, url).catch((error: unknown) => {
    link.remove();
    throw error;
  });
}

/**
 * Loads a release of a remote anew and answers what it exposes. Nothing of an earlier attempt is remembered. Throws DownloadError,
 * or whatever the remote's own code threw.
 */
export async function loadExposed(name: string, release: Release): Promise<unknown> {
  const files = filesOf(await manifestOf(release), release.entry);
  // what ran before under that name must not pass for what does not run now
  globals[name] = undefined;
  // all at once: a chunk that runs before its container waits for it, and the container looks for its styles before it asks for them
  await Promise.all([...[files.entry, ...files.scripts].map(run), ...files.styles.map(apply)]);
  const container = globals[name] as Container | undefined;
  if (!container) throw new DownloadError(`${files.entry} left no container`);
  await container.init(scope);
  const factory = await container.get('./remote');
  return factory();
}
