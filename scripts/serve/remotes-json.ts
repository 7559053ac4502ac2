import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MANIFEST, sha384 } from '@flint/remote-build/build/seal';
import type { RegistryScreen } from '@flint/contracts/registry';

interface Address {
  /** URL of the remote's manifest; a path where the page's own origin serves it. */
  readonly entry: string;
  /** sha384 of that manifest: a changed byte anywhere in the remote is refused. */
  readonly integrity: string;
  readonly version: string;
}

/** Where the shell finds a remote, as served in `/remotes.json`. */
export interface RemoteAddress extends Address {
  /** Another release, for a share of the browsers. */
  readonly canary?: Address & { readonly percent: number };
  /** A test release, in the browser of a tester who opened it. */
  readonly test?: Address;
  /** Why there is no address: its origin is down, or what it has is not run. */
  readonly refused?: 'down' | 'unfit';
  /** Its screens, where they are not those the shell came with. */
  readonly screens?: readonly RegistryScreen[];
}

export type RemoteAddresses = Readonly<Record<string, RemoteAddress>>;

interface SealedManifest {
  readonly build: string;
  readonly metaData: { readonly buildInfo: { readonly buildVersion: string } };
}

/** The address of a remote built into `dist` and served at `origin`; its version names the release and the build. */
export function addressOf(dist: string, origin: string): RemoteAddress {
  const bytes = readFileSync(join(dist, MANIFEST));
  const { build, metaData } = JSON.parse(bytes.toString('utf8')) as SealedManifest;
  return {
    entry: `${origin}/${MANIFEST}`,
    integrity: sha384(bytes),
    version: `${metaData.buildInfo.buildVersion}-${build}`,
  };
}

/** Where the page's own origin serves a remote. */
export const ownPathOf = (id: string): string => `/remotes/${id}`;

/** A remote's built folder and where browsers reach it. */
export interface ServedRemote {
  readonly dir: string;
  readonly url: string;
}

/** `/remotes.json` for remotes that are served, read from their files at every call: a new build shows at once. */
export function addressesOf(servers: ReadonlyMap<string, ServedRemote>): RemoteAddresses {
  return Object.fromEntries([...servers].map(([id, { dir, url }]) => [id, addressOf(dir, url)]));
}

/** What a browser is told: screens for testers only where its user is one. */
export function seenIn(remotes: RemoteAddresses, isTester: boolean): RemoteAddresses {
  const all = Object.entries(remotes).flatMap(([id, { screens, ...address }]) => {
    const shown = screens?.filter(({ seenBy }) => isTester || seenBy !== 'testers');
    // nothing of it is for this browser
    if (shown?.length === 0) return [];
    return [[id, { ...address, ...(shown && { screens: shown }) }] as const];
  });
  return Object.fromEntries(all);
}
