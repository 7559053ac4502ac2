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

/**
 * Applies a stylesheet of a remote once, or preloads one of its ECMAScript modules, so that an `import` of it uses the verified bytes. A stylesheet
 * that is missing is not applied. Throws DownloadError.
 */
export function apply(url: string, rel: 'stylesheet' | 'modulepreload' = 'stylesheet'): Promise<void> {
  if (document.querySelector(`link[rel=${rel}][href="${CSS.escape(url)}"]`)) return Promise.resolve();
  const link = document.createElement('link');
  Object.assign(link, {
    rel,
    href: url,
    crossOrigin: 'anonymous',
    integrity: files.hash(url),
  });
  return settled(link, url).catch(async (error: unknown) => {
    link.remove();
    if (rel === 'stylesheet' && !(await files.style(url))) return;
    throw error;
  });
}
