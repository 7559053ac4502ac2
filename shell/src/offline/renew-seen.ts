import { useEffect } from 'react';
import { files } from '../remotes/files';
import { browser } from '../remotes/preload-next';
import { ADDRESSES_READ, prefetchRemote } from '../remotes/registry';
import { filesOf } from '../remotes/warm';

/** The URLs of all cached responses. */
async function readKept(): Promise<readonly string[]> {
  if (!globalThis.caches) return [];
  const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
  return all.flat().map(({ url }) => url);
}

/** The folders of a file: a release's manifest is at `<id>/<release>/`, its files are at `<id>/files/`, those of a shipped build at `<id>/`. */
const foldersOf = (url: string) => url.split('/').slice(-3, -1);
/** A file's name before its hash; a chunk and its stylesheet share it. */
const nameOf = (url: string) => url.split('/').at(-1)!.split('.')[0]!;

/** What this page has requested, also what could not be cached. */
const requested = new Set<string>();

/**
 * Downloads the files of the current releases whose older versions are on the device, so that screens already seen open without a connection,
 * although `/remotes.json`, which the browser has cached meanwhile, names no older release.
 */
async function renewSeen(): Promise<void> {
  const kept = await readKept();
  const seen = new Set(kept.filter((url) => url.endsWith('/mf-manifest.json')).flatMap(foldersOf));
  // a folder that is no id names no remote
  for (const id of seen) {
    const own = kept.filter((url) => foldersOf(url).includes(id));
    const names = new Set(own.map(nameOf));
    const one = await prefetchRemote(id);
    if (!one?.manifest) continue;
    const { folder } = filesOf(one.manifest, one.release.entry);
    for (const file of Object.keys(one.manifest.integrity ?? {})) {
      const url = new URL(file, folder).href;
      if (!names.has(nameOf(url)) || own.includes(url) || requested.has(url)) continue;
      requested.add(url);
      // the visit requests it again, and reports a failure
      await files.load(url).catch(() => undefined);
    }
  }
}

/** Renews what was seen whenever the page has read the addresses, once it is idle. */
export function useRenewSeen(): void {
  useEffect(() => {
    if (browser.sparesData()) return undefined;
    // it throws where the browser blocks its storage
    const renew = () => void browser.whenIdle(() => void renewSeen().catch(() => undefined));
    renew();
    addEventListener(ADDRESSES_READ, renew);
    return () => removeEventListener(ADDRESSES_READ, renew);
  }, []);
}
