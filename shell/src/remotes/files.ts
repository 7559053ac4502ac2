import { download, DownloadError, STALL_MS } from './download';

/**
 * What the page knows of the files its code may come from. Webpack's own loading of chunks asks it, in the shell and in every
 * remote (scripts/build/check-lazy-files.ts).
 */
interface Files {
  /** sha384 of a file by its absolute URL, for an `integrity` attribute; empty for a file of a build without hashes (development). */
  hash(url: string): string;
  /** Downloads a file past the cache, checks it, and leaves it in the cache in the place of what was wrong there. Throws DownloadError. */
  heal(url: string): Promise<unknown>;
  /** Adds the hashes of one build: every other script and stylesheet in its folder is refused from now on. */
  add(folder: string, hashes: Readonly<Record<string, string>>): void;
}

declare global {
  var flintFiles: Files | undefined;
}

/** No file has it: a browser ignores an attribute it cannot read, so this is a well-formed one. */
const NO_FILE = `sha384-${'A'.repeat(64)}`;

function createFiles(): Files {
  const known = new Map<string, string>();
  const folders = new Set<string>();
  const hash = (url: string) => {
    const { href } = new URL(url, location.href);
    return known.get(href) ?? (folders.has(new URL('.', href).href) ? NO_FILE : '');
  };
  return {
    hash,
    heal: (url) => download(url, hash(url), { cache: 'reload' }),
    add(folder, hashes) {
      folders.add(folder);
      for (const [file, sha384] of Object.entries(hashes)) known.set(new URL(file, folder).href, sha384);
    },
  };
}

/** One for the page: the boot script is a build of its own, and comes first. */
export const files = (globalThis.flintFiles ??= createFiles());

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

/** A script element that runs the file only with the bytes that were promised. */
export function scriptFor(url: string): HTMLScriptElement {
  const script = document.createElement('script');
  return Object.assign(script, {
    src: url,
    async: true,
    crossOrigin: 'anonymous',
    integrity: files.hash(url),
  });
}

/** Runs a script of a remote. Throws DownloadError. */
export function run(url: string): Promise<void> {
  const script = scriptFor(url);
  return settled(script, url).finally(() => script.remove());
}

/** Applies a stylesheet of a remote, once. Throws DownloadError. */
export function apply(url: string): Promise<void> {
  if (document.querySelector(`link[rel=stylesheet][href="${CSS.escape(url)}"]`)) return Promise.resolve();
  const link = document.createElement('link');
  Object.assign(link, {
    rel: 'stylesheet',
    href: url,
    crossOrigin: 'anonymous',
    integrity: files.hash(url),
  });
  return settled(link, url).catch((error: unknown) => {
    link.remove();
    throw error;
  });
}
