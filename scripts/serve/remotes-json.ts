import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MANIFEST, sha384, type SealedManifest } from '@flint/remote-build/build/seal';
import type { RemoteAddress, RemoteAddresses } from '@flint/contracts/remote-addresses';

/** The address of a remote that is built in `dist` and served at `origin`; its version names release and build. */
export function addressOf(dist: string, origin: string): RemoteAddress {
  const bytes = readFileSync(join(dist, MANIFEST));
  const { build, metaData } = JSON.parse(bytes.toString('utf8')) as SealedManifest;
  return {
    entry: `${origin}/${MANIFEST}`,
    integrity: sha384(bytes),
    version: `${metaData.buildInfo.buildVersion}-${build}`,
  };
}

/** The path of a remote at the page's origin. */
export const ownPathOf = (id: string): string => `/remotes/${id}`;

/** A remote's built folder and its address. */
export interface ServedRemote {
  readonly dir: string;
  readonly url: string;
}

/** Builds `/remotes.json` from the remotes' files at every call, so that a new build appears at once. */
export function addressesOf(servers: ReadonlyMap<string, ServedRemote>): RemoteAddresses {
  return Object.fromEntries([...servers].map(([id, { dir, url }]) => [id, addressOf(dir, url)]));
}

/** The `/remotes.json` of a browser: only testers get screens for testers. */
export function seenIn(remotes: RemoteAddresses, isTester: boolean): RemoteAddresses {
  const all = Object.entries(remotes).flatMap(([id, { screens, ...address }]) => {
    const shown = screens?.filter(({ seenBy }) => isTester || seenBy !== 'testers');
    // no screen of it is for this browser
    if (shown?.length === 0) return [];
    return [[id, { ...address, ...(shown && { screens: shown }) }] as const];
  });
  return Object.fromEntries(all);
}
