import type { Dictionary } from '@flint/texts';
import type { ComponentType } from 'react';
import type { ScreenId } from './screens';

/** Version of the agreement between shell and remotes. Raised only for a breaking change; the shell accepts [n-1, n]. */
export const REMOTE_CONTRACT = 1;

export interface RemoteProps {
  /** Which of the remote's screens to show. */
  readonly screen: ScreenId;
}

/** The value of a remote's only exposed module, `./remote` (its default export). */
export interface RemoteModule {
  readonly contract: number;
  /** One of ours, or the id a team elsewhere registered. */
  readonly id: string;
  readonly Root: ComponentType<RemoteProps>;
  /** Fetches the code of a screen that is not a part of `./remote`; the shell calls it as soon as the remote is here. May reject. */
  readonly prepare?: (screen: ScreenId) => Promise<void>;
  /** Its texts in other languages than English, fetched by the shell before the first screen in that language. */
  readonly texts?: { readonly fr: () => Promise<Dictionary> };
}

/**
 * Makes the exposed value of a remote and stamps the contract version it was built against: `@flint/remote-kit/contract` is
 * compiled into the remote, while the rest of this package is the shell's copy and would stamp the shell's version.
 * The shell checks id, version and shape at run time and refuses anything else in that remote's own panel.
 */
export function defineRemote(remote: Omit<RemoteModule, 'contract'>): RemoteModule {
  return { contract: REMOTE_CONTRACT, ...remote };
}
