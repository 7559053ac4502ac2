/** `/remotes.json`: where the page finds the remotes. */
import type { RegistryScreen } from './registry';

/** One build of a remote. */
export interface RemoteBuild {
  /** The URL of its manifest; a path if the page's origin serves it. */
  readonly entry: string;
  /** The manifest's sha384: any changed byte of the remote is refused. Development builds have none. */
  readonly integrity?: string;
  readonly version?: string;
}

/** A remote in `/remotes.json`. */
export interface RemoteAddress extends RemoteBuild {
  /** A canary: another release, for 1 to 99 percent of the browsers. */
  readonly canary?: RemoteBuild & { readonly percent: number };
  /** The test release that this browser has opened. */
  readonly test?: RemoteBuild;
  /** The registered origin of its releases, also while the shipped build is served. */
  readonly origin?: string;
  /**
   * Why nothing is to be loaded from its address: its origin fails, its release does not fit this shell, or it has no valid release (any more),
   * which ends the one that an open page runs.
   */
  readonly refused?: 'down' | 'unfit' | 'gone';
  /** Its screens, if not those shipped with the shell. */
  readonly screens?: readonly RegistryScreen[];
  /** It is of another owner: it runs in a frame, and calls these routes of the API only. */
  readonly frame?: { readonly routes: readonly string[] };
}

export type RemoteAddresses = Readonly<Record<string, RemoteAddress>>;
