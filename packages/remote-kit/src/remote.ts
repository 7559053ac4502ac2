import type { Dictionary } from '@flint/texts';
import type { ComponentType } from 'react';
import type { MountPlatform } from './mount';
import type { RemoteId, ScreenId } from './screens';

/** Version of the agreement between shell and remotes. Raised only for a breaking change; the shell accepts [n-1, n]. */
export const REMOTE_CONTRACT = 1;

export interface RemoteProps {
  /** Which of the remote's screens to show. */
  readonly screen: ScreenId;
}

interface AnyRemote {
  readonly contract: number;
  /** One of ours, or the id a team elsewhere registered. */
  readonly id: RemoteId;
  /** Fetches the code of a screen that is not a part of `./remote`; the shell calls it as soon as the remote is here. May reject. */
  readonly prepare?: (screen: ScreenId) => Promise<void>;
  /** Its texts in other languages than English, fetched by the shell before the first screen in that language. */
  readonly texts?: { readonly fr: () => Promise<Dictionary> };
}

/** A remote that shares the shell's React. */
export interface ComponentRemote extends AnyRemote {
  readonly Root: ComponentType<RemoteProps>;
}

/** A remote of another framework, or with a React of its own. */
export interface MountRemote extends AnyRemote {
  /**
   * Shows `platform.now().screen` in the element, and follows `platform.subscribe`. What it throws or rejects with takes it down; so does
   * having neither ended nor shown anything after 20 seconds.
   */
  readonly mount: (element: HTMLElement, platform: MountPlatform) => void | Promise<void>;
  /** Gives back all that `mount` took; the shell removes the element afterwards. */
  readonly unmount: (element: HTMLElement) => void | Promise<void>;
}

/** The value of a remote's only exposed module, `./remote` (its default export). */
export type RemoteModule = ComponentRemote | MountRemote;

/**
 * Makes the exposed value of a remote and stamps the contract version it was built against: `@flint/remote-kit/contract` is
 * compiled into the remote, while the rest of this package is the shell's copy and would stamp the shell's version.
 * The shell checks id, version and shape at run time and refuses anything else in that remote's own panel.
 */
export function defineRemote<T extends Omit<ComponentRemote, 'contract'> | Omit<MountRemote, 'contract'>>(
  remote: T,
): T & { readonly contract: number } {
  return { contract: REMOTE_CONTRACT, ...remote };
}
