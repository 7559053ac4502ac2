import { ChangedError, download } from './download';
import { reportFailure } from './report';

/** Whose files they are, as reports name it: a remote, or nothing for the shell itself. */
interface Owner {
  readonly remote: string;
  readonly version: string;
}

/**
 * What the page knows of the files its code may come from. Webpack's own loading of chunks asks it, in the shell and in every
 * remote (packages/remote-build/src/build/check-lazy-files.ts).
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

/** A table that knows no file yet. */
export function createFiles(): Files {
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
