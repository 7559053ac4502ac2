import { ChangedError, download, type Downloaded } from './download';
import { reportFailure } from './report';

/** Owner of the files in reports: a remote, or an empty name for the shell. */
interface Owner {
  readonly remote: string;
  readonly version: string;
}

/**
 * The files that the page may load code from. Webpack uses it to load chunks, in the shell and in every remote
 * (packages/remote-build/src/build/check-lazy-files.ts).
 */
interface Files {
  /** sha384 of a file by its URL, for an `integrity` attribute; empty for builds without hashes (development). */
  hash(url: string): string;
  /** The remote that a file belongs to; an empty name for one of the shell or of nobody. */
  ownerOf(url: string): string;
  /**
   * Downloads a file, verifies it and leaves it in the HTTP cache. A file with other bytes is reported, and downloaded once more past the
   * cache. Throws DownloadError.
   */
  load(url: string): Promise<Downloaded>;
  /** The same for a file that the browser could not run or apply; a failure is reported. Throws DownloadError. */
  heal(url: string): Promise<unknown>;
  /**
   * Loads a stylesheet. A missing one is reported, `unstyled` names it, and the result is false: the screen is shown unstyled.
   * Throws ChangedError for one with other bytes.
   */
  style(url: string): Promise<boolean>;
  /** The URLs of the stylesheets that are missing. The window gets the event `flint-unstyled` when it changes. */
  readonly unstyled: ReadonlySet<string>;
  /** Adds the hashes of one build. From then on a script or stylesheet in its folder that no build lists is refused. */
  add(folder: string, hashes: Readonly<Record<string, string>>, owner: Owner): void;
}

declare global {
  var flintFiles: Files | undefined;
}

/** A well-formed hash that no file has: browsers ignore a malformed attribute. */
const NO_FILE = `sha384-${'A'.repeat(64)}`;
const UNKNOWN: Owner = { remote: '', version: '' };

/** An empty table. */
export function createFiles(): Files {
  /** By URL: files and folders, which releases may share. */
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
  const heal = (url: string) => {
    const wasOnline = navigator.onLine;
    return load(url).catch((error: unknown) => {
      // offline, before or after: the file itself is fine
      if (wasOnline && navigator.onLine) report(url, 'unavailable', error);
      throw error;
    });
  };
  const unstyled = new Set<string>();
  const tellUnstyled = () => dispatchEvent(new Event('flint-unstyled'));
  return {
    hash,
    ownerOf: (url) => find(url)?.remote ?? '',
    load,
    heal,
    unstyled,
    async style(url) {
      try {
        await heal(url);
        if (unstyled.delete(absolute(url))) tellUnstyled();
        return true;
      } catch (error) {
        if (error instanceof ChangedError) throw error;
        unstyled.add(absolute(url));
        tellUnstyled();
        return false;
      }
    },
    add(folder, hashes, owner) {
      known.set(folder, { ...owner, sha384: NO_FILE });
      for (const [file, sha384] of Object.entries(hashes))
        known.set(new URL(file, folder).href, { ...owner, sha384 });
    },
  };
}
