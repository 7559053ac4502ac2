import type { Dictionary } from '@flint/texts';
import type { ComponentType } from 'react';
import type { MountPlatform } from './mount';
import type { RemoteId, ScreenId } from './screens';

/** Version of the contract between shell and remotes, raised only for a breaking change; the shell accepts [n-1, n]. */
export const REMOTE_CONTRACT = 1;

export interface RemoteProps {
  /** The screen to show. */
  readonly screen: ScreenId;
}

interface AnyRemote {
  readonly contract: number;
  /** A remote of this repository, or a registered id of another team. */
  readonly id: RemoteId;
  /** Loads the code of a screen that is not part of `./remote`; the shell calls it as soon as the remote is loaded. May reject. */
  readonly prepare?: (screen: ScreenId) => Promise<void>;
  /** Its texts in languages other than English; the shell loads them before the first screen in that language. */
  readonly texts?: { readonly fr: () => Promise<Dictionary> };
}

/** A remote that shares the shell's React. */
export interface ComponentRemote extends AnyRemote {
  readonly Root: ComponentType<RemoteProps>;
}

/** A remote of another framework, or with its own React. */
export interface MountRemote extends AnyRemote {
  /**
   * Shows `platform.now().screen` in the element, and updates it by `platform.subscribe`. The shell shows its panel if this throws, rejects,
   * or after 20 seconds has neither ended nor shown anything.
   */
  readonly mount: (element: HTMLElement, platform: MountPlatform) => void | Promise<void>;
  /** Releases all resources of `mount`, which may still be running; then the shell removes the element. */
  readonly unmount: (element: HTMLElement) => void | Promise<void>;
}

/** The value of a remote's only exposed module, `./remote` (its default export). */
export type RemoteModule = ComponentRemote | MountRemote;

/**
 * Builds the exposed value of a remote, with the contract version of its build: `@flint/remote-kit/contract` is compiled into the remote,
 * while the rest of this package is the shell's copy and would give the shell's version. The shell checks id, version and shape at run time
 * and shows that remote's panel if one is wrong.
 */
export function defineRemote<T extends Omit<ComponentRemote, 'contract'> | Omit<MountRemote, 'contract'>>(
  remote: T,
): T & { readonly contract: number } {
  return { contract: REMOTE_CONTRACT, ...remote };
}
