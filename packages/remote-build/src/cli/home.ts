import type { Built, Context } from '../release/commands';
import type { Pointers, RemotePointers } from '../release/pointers';
import type { KeyRing } from '../release/signing/key-ring';
import { signerOf } from '../release/signing/signatures';
import type { ReleaseStore } from '../release/store';
import type { KeyFile } from './keys';

/** The pages in which a release failed, such as `3 of 40`; '-' if nobody knows. */
export type FailuresOf = (id: string, release: string | undefined) => string;

/** A remote that is released. */
export type Remote = Omit<Built, 'origin'>;

/** Where remotes are released: the repository of one, or Flint's, which tries them in its shell and knows what its server serves. */
export interface ReleaseHome {
  /** The repository. */
  readonly dir: string;
  readonly env: NodeJS.ProcessEnv;
  readonly remotes: readonly Remote[];
  /** The remote in whose folder the command was called. */
  readonly here: Remote | undefined;
  readonly store: ReleaseStore;
  /** One of these keys must have signed the existing pointers; null: nothing is signed. */
  readonly ring: () => Promise<KeyRing | null>;
  readonly keys: KeyFile;
  /** The pointers at the origin of the releases, if another server than ours serves a copy; null while it does not answer. */
  readonly served?: () => Promise<Pointers | null>;
  /** Builds the `dist` of a remote. Throws ReleaseRefused. */
  readonly build: (remote: Remote) => Promise<void>;
  /** Tries a built remote before its release. Throws ReleaseRefused. */
  readonly check: (remote: Remote) => Promise<void>;
  /** Whether a shell has a build of them, which runs before the first release. */
  readonly isShipped: boolean;
  /** Waits until a move is served; returns a line if no server answers. Throws ReleaseRefused if a server refuses it. */
  readonly confirm?: (id: string, pointers: RemotePointers) => Promise<string | undefined>;
  /** A line under a test release: how testers open it. */
  readonly testHint?: (id: string, release: string) => string;
  /** What pages reported of the releases, and lines under the list. */
  readonly reports?: (
    pointers: Pointers,
  ) => Promise<{ readonly failuresOf: FailuresOf; readonly lines: readonly string[] }>;
}

/** What the functions of commands.ts need. Throws ReleaseRefused. */
export const contextOf = async ({ store, env, ring, served }: ReleaseHome): Promise<Context> => ({
  store,
  signer: await signerOf(env),
  ring: await ring(),
  ...(served && { served }),
});
