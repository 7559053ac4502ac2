/** `/testers.json`: what the server says of the remotes to testers. */
import type { RegistryEntry } from './registry';

/** A release in the testers' panel. */
export interface Listed {
  readonly release: string;
  readonly kind: 'released' | 'before' | 'canary' | 'preview';
  readonly author: string;
  readonly commit: string;
  /** ISO 8601, if known. */
  readonly since?: string;
}

/** A remote in the testers' panel. */
export interface RemoteOverview extends Pick<RegistryEntry, 'id' | 'owner' | 'contact'> {
  /** Null: its releases are stored with those of the platform. */
  readonly origin: string | null;
  readonly routes: readonly string[];
  /** Why it does not run, or the last refusal; null if all is well. */
  readonly refused: string | null;
  readonly releases: readonly Listed[];
}

export interface Overview {
  readonly remotes: readonly RemoteOverview[];
  /** The registry's entries that this shell does not show. */
  readonly refused: readonly (readonly [id: string, reason: string])[];
}
