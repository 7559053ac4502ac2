import { ChangedError, download, DownloadError, STALL_MS } from './download';
import { reportFailure } from './report';

/** Whose files they are, as reports name it: a remote, or nothing for the shell itself. */
interface Owner {
  readonly remote: string;
  readonly version: string;
}

/**
 * What the page knows of the files its code may come from. Webpack's own loading of chunks asks it, in the shell and in every
 * remote (scripts/build/check-lazy-files.ts).
 */
interface Files {
  /** sha384 of a file by its URL, for an `integrity` attribute; empty for a file of a build without hashes (development). */
  hash(url: string): string;
  /**
   * Downloads a file, checks it and leaves it in the HTTP cache. One with other bytes is reported, and asked for once more past the
   * cache. Throws DownloadError.
   */
  load(url: string): Promise<unknown>;
  /** The same for a file that the browser could not run or apply; a failure is reported as one of that file. Throws DownloadError. */
  heal(url: string): Promise<unknown>;
  /** Adds the hashes of one build: a script or stylesheet in its folder that no build lists is refused from now on. */
  add(folder: string, hashes: Readonly<Record<string, string>>, owner: Owner): void;
}

declare global {
  var flintFiles: Files | undefined;
}

/** No file has it: a browser ignores an attribute it cannot read, so this is a well-formed one. */
const NO_FILE = `sha384-${'A'.repeat(64)}`;
const UNKNOWN: Owner = { remote: '', version: '' };

function createFiles(): Files {
  /** By address: files and folders, which several releases may share. */
  const known = new Map<string, Owner & { readonly sha384: string }>();
  const absolute = (url: string) => new URL(url, location.href).href;
  const find = (url: string) => known.get(absolute(url)) ?? known.get(new URL('.', absolute(url)).href);
  const hash = (url: string) => find(url)?.sha384 ?? '';
  const report = (url: string, what: 'changed' | 'unavailable', error: unknown) => {
    const { remote, version } = find(url) ?? UNKNOWN;
    reportFailure({ code: `${remote ? 'remote' : 'shell'}_file_${what}`, remote, version, error });
  };
  const load = async (url: string) => {
    try {
      return await download(url, hash(url));
    } catch (error) {
      if (!(error instanceof ChangedError)) throw error;
      report(url, 'changed', error);
      return download(url, hash(url), { cache: 'reload' });
    }
  };
  return {
    hash,
    load,
    heal: (url) =>
      load(url).catch((error: unknown) => {
        // a device without a connection is no fault of the file
        if (navigator.onLine) report(url, 'unavailable', error);
        throw error;
      }),
    add(folder, hashes, owner) {
      known.set(folder, { ...owner, sha384: NO_FILE });
      for (const [file, sha384] of Object.entries(hashes))
        known.set(new URL(file, folder).href, { ...owner, sha384 });
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

/** A script element that runs the file only with the bytes that were promised; what it brings goes to `flintChunks`. */
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
