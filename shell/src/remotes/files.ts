import { createFiles } from './create-files';
import { DownloadError, STALL_MS } from './download';

/** The table of the page. A built page has it from its boot script, without a second copy of the code. */
export const files =
  process.env['NODE_ENV'] === 'production'
    ? globalThis.flintFiles!
    : (globalThis.flintFiles ??= createFiles());

/** Settles when the element has loaded. Throws DownloadError. */
function settled(element: HTMLElement, url: string): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    const fail = (why: string) => reject(new DownloadError(`${url} ${why}`));
    const timer = setTimeout(() => fail('hangs'), STALL_MS);
    element.addEventListener('load', () => (clearTimeout(timer), resolve()));
    element.addEventListener('error', () => (clearTimeout(timer), fail('did not run')));
    document.head.append(element);
  });
}

/** A script element with the expected hash. Its chunks are added to `flintChunks`. */
export function scriptFor(url: string, flintChunks: unknown[]): HTMLScriptElement {
  const script = document.createElement('script');
  return Object.assign(script, {
    flintChunks,
    src: url,
    async: true,
    crossOrigin: 'anonymous',
    integrity: files.hash(url),
  });
}

/** Runs a script of a remote. Throws DownloadError. */
export function run(url: string, chunks: unknown[]): Promise<void> {
  const script = scriptFor(url, chunks);
  return settled(script, url).finally(() => script.remove());
}

/** A link with the expected hash; null if the page has it. */
function linkTo(url: string, rel: string): HTMLLinkElement | null {
  if (document.querySelector(`link[rel=${rel}][href="${CSS.escape(url)}"]`)) return null;
  const link = document.createElement('link');
  return Object.assign(link, { rel, href: url, crossOrigin: 'anonymous', integrity: files.hash(url) });
}

/** Starts to load a stylesheet that is applied soon. */
export function preloadStyle(url: string): void {
  const link = linkTo(url, 'preload');
  if (link) document.head.append(Object.assign(link, { as: 'style' }));
}

/**
 * Applies a stylesheet of a remote once, or preloads one of its ECMAScript modules, so that an `import` of it uses the verified bytes. A stylesheet
 * that does not load is fetched again; one that is missing is not applied. Throws DownloadError.
 */
export async function apply(
  url: string,
  rel: 'stylesheet' | 'modulepreload' = 'stylesheet',
  isAgain = false,
): Promise<void> {
  const link = linkTo(url, rel);
  if (!link) return;
  try {
    await settled(link, url);
  } catch (error) {
    link.remove();
    if (rel === 'stylesheet' && !(await files.style(url))) return;
    if (rel !== 'stylesheet' || isAgain) throw error;
    await apply(url, rel, true);
  }
}
