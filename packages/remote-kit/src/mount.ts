import type { Values } from '@flint/texts';
import type { CallFailure } from './data/failure';
import type { AuthActions, Navigation, Platform, PlatformConfig, SessionState } from './platform';
import type { ScreenId, ScreenParams } from './screens';

/** The state of the shell for a screen without the shell's React; a new object after each change. */
export interface MountState {
  readonly screen: ScreenId;
  readonly params: ScreenParams;
  readonly config: PlatformConfig;
  readonly session: SessionState;
  readonly online: boolean;
  readonly language: string;
  /** BCP 47 tag for `Intl`. */
  readonly locale: string;
}

/** A call of the API: a path below its base, such as `/profile`. The session is added. */
export interface MountCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  /** Words for 'Failed to <action>: …'. */
  readonly action?: string;
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

/** The shell's interface for a remote that mounts itself. */
export interface MountPlatform {
  readonly now: () => MountState;
  /** Calls the listener after each change of `now()`; returns a function that stops. */
  readonly subscribe: (listener: () => void) => () => void;
  readonly auth: AuthActions;
  readonly navigation: Omit<Navigation, 'location'>;
  readonly notify: Platform['notify'];
  readonly setUnsaved: Platform['setUnsaved'];
  readonly signOut?: Platform['signOut'];
  /** The text in the page's language; the remote's own texts are loaded before it is mounted. */
  readonly t: (text: string, values?: Values) => string;
  /** Unsaved work of this student in this remote, as JSON on this device. Sign-out deletes it. */
  readonly drafts: {
    readonly read: (name: string) => unknown;
    readonly put: (name: string, value: unknown) => void;
    readonly drop: (name: string) => void;
  };
  readonly data: {
    /** Never throws: a refusal or a lost network is an `error`. */
    readonly call: (call: MountCall) => Promise<{ readonly data: unknown } | { readonly error: CallFailure }>;
  };
  /** Removes the screen: the shell shows its panel and reports the failure. */
  readonly fail: (error: unknown) => void;
}
