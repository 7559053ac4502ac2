import type { ScreenId, ScreenLocation, ScreenParams } from './screens';

/** The operator's configuration, from GET /api/v1/config; every remote gets it. */
export interface PlatformConfig {
  readonly appName: string;
  readonly universityName: string;
  readonly universityEmailHost: string;
  /** Whether its subdomains count, too. */
  readonly universityEmailSubdomains?: boolean | undefined;
  /** Whether `ann+tag@` is accepted as `ann@`; absent means no. */
  readonly universityEmailPlusTags?: boolean | undefined;
  /** Emergency contacts; `url` is a tel: or https: address. */
  readonly safetyContacts?:
    | readonly { readonly name: string; readonly label: string; readonly url: string }[]
    | undefined;
  readonly universityTimezone: string;
}

export interface SessionUser {
  readonly id: string;
  readonly email: string;
}

/** `unknown`: a stored session could not be refreshed because the service is down; the student stays signed in. */
export type SessionState =
  | { readonly status: 'loading' }
  | { readonly status: 'signedOut' }
  | { readonly status: 'unknown'; readonly user: SessionUser }
  | { readonly status: 'signedIn'; readonly user: SessionUser };

/** Result of the sign-in calls; the backend's message is shown word for word (spec 8). */
export type AuthResult =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly message: string;
      readonly code?: string;
      readonly retryAfterSeconds?: number;
    };

/** Actions on the session, which the shell owns (supabase-js, storage key `auth-storage`). Never throws. */
export interface AuthActions {
  requestCode(email: string): Promise<AuthResult>;
  verifyCode(email: string, code: string): Promise<AuthResult>;
  /** The result of a sign-in that came in the address; null if there was none. */
  arrival?(): Promise<AuthResult | null>;
  /** `local` signs out this device (default), `global` every device. Both clear the device storage, and ask nothing: see `Platform.signOut`. */
  signOut(scope?: 'local' | 'global'): Promise<AuthResult>;
  /** The access token, refreshed when needed and possible, or null when signed out. */
  accessToken(): Promise<string | null>;
}

/** For one visit to a screen: after the student has left it, `back` does nothing, and `goTo` only returns to it. */
export interface Navigation {
  readonly location: ScreenLocation;
  goTo(screen: ScreenId, params?: ScreenParams, options?: { readonly replace?: boolean }): void;
  back(): void;
  /** The address of a screen, for real links. */
  href(screen: ScreenId, params?: ScreenParams): string;
}

export type NoticeTone = 'success' | 'failure' | 'info';

/** `denied`: the student refused them in the browser, and can change that only there. */
export type AlertState = 'unsupported' | 'denied' | 'off' | 'on';

/** Result of turning alerts on or off; `problem` is a text for the student. */
export interface AlertOutcome {
  readonly state: AlertState;
  readonly problem: string | null;
}

/** Alerts of this browser for the signed-in student (Web Push). */
export interface AlertPort {
  state(): Promise<AlertState>;
  /** Opens the browser's permission prompt; call it in response to a tap. Never throws. */
  turnOn(): Promise<AlertOutcome>;
  turnOff(): Promise<AlertOutcome>;
}

/** The shell's interface for remotes. */
export interface Platform {
  readonly config: PlatformConfig;
  readonly session: SessionState;
  readonly auth: AuthActions;
  readonly navigation: Navigation;
  readonly online: boolean;
  /** Shows an in-page alert: `role="alert"` for failures, `role="status"` otherwise (decisions/025). */
  notify(text: string, tone: NoticeTone): void;
  /**
   * Reports unsaved work to the status line and the leave-page guard; null clears it. `keptOnDevice`: it is stored on the device, so leaving
   * the page does not ask.
   */
  setUnsaved(key: string, description: string | null, options?: { readonly keptOnDevice?: boolean }): void;
  /**
   * Sends what can be sent and signs out. If something of the student would be lost, it asks first. It reports a failure itself. Absent if the
   * shell does not ask: use `auth.signOut`.
   */
  readonly signOut?: ((scope?: 'local' | 'global') => Promise<void>) | undefined;
  /** Opens the browser's install prompt; returns whether the student agreed. Absent if there is no prompt. */
  readonly install?: (() => Promise<boolean>) | undefined;
  /** Loads the code for this browser's alerts. Absent if the shell has none. */
  readonly alerts?: (() => Promise<AlertPort>) | undefined;
}
