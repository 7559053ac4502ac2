import type { ScreenId, ScreenLocation, ScreenParams } from './screens';

/** What the operator configured; served by the API at GET /api/v1/config and handed to every remote. */
export interface PlatformConfig {
  readonly appName: string;
  readonly universityName: string;
  readonly universityEmailHost: string;
  /** Whether hosts below it count too. */
  readonly universityEmailSubdomains?: boolean | undefined;
  /** Whether `ann+tag@` may be typed for `ann@`; absent means no. */
  readonly universityEmailPlusTags?: boolean | undefined;
  /** Whom a student may call; `url` is a tel: or https: address. */
  readonly safetyContacts?:
    | readonly { readonly name: string; readonly label: string; readonly url: string }[]
    | undefined;
  readonly universityTimezone: string;
}

export interface SessionUser {
  readonly id: string;
  readonly email: string;
}

/** `unknown`: a stored session could not be refreshed because the service is down; nobody is thrown out for that. */
export type SessionState =
  | { readonly status: 'loading' }
  | { readonly status: 'signedOut' }
  | { readonly status: 'unknown'; readonly user: SessionUser }
  | { readonly status: 'signedIn'; readonly user: SessionUser };

/** Answer of the sign-in calls: the backend's message is shown word for word (spec 8). */
export type AuthResult =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly message: string;
      readonly code?: string;
      readonly retryAfterSeconds?: number;
    };

/** The shell owns the session (supabase-js, storage key `auth-storage`); remotes ask it to act. Never throws. */
export interface AuthActions {
  requestCode(email: string): Promise<AuthResult>;
  verifyCode(email: string, code: string): Promise<AuthResult>;
  /** `local` signs out this device (default), `global` every device. Device storage is emptied either way. */
  signOut(scope?: 'local' | 'global'): Promise<AuthResult>;
  /** A currently valid access token, or null when signed out. Refreshes when needed. */
  accessToken(): Promise<string | null>;
}

export interface Navigation {
  readonly location: ScreenLocation;
  goTo(screen: ScreenId, params?: ScreenParams, options?: { readonly replace?: boolean }): void;
  back(): void;
  /** The address of a screen, for real links. */
  href(screen: ScreenId, params?: ScreenParams): string;
}

export type NoticeTone = 'success' | 'failure' | 'info';

/** `denied`: the student refused them in the browser, which alone can change it. */
export type AlertState = 'unsupported' | 'denied' | 'off' | 'on';

/** What has become of turning alerts on or off; `problem` is a text for the student. */
export interface AlertOutcome {
  readonly state: AlertState;
  readonly problem: string | null;
}

/** Alerts of this browser for the signed-in student (Web Push). */
export interface AlertPort {
  state(): Promise<AlertState>;
  /** Asks the browser's own question: to be called for a tap. Never throws. */
  turnOn(): Promise<AlertOutcome>;
  turnOff(): Promise<AlertOutcome>;
}

/** What the shell gives every remote. */
export interface Platform {
  readonly config: PlatformConfig;
  readonly session: SessionState;
  readonly auth: AuthActions;
  readonly navigation: Navigation;
  readonly online: boolean;
  /** Shows an in-page alert: `role="alert"` for failures, `role="status"` otherwise (decisions.md, Alerts). */
  notify(text: string, tone: NoticeTone): void;
  /**
   * Tells the status line and the leave-page guard about work not yet on the server; null clears it. `keptOnDevice`: leaving the page
   * loses nothing, so it is shown without asking.
   */
  setUnsaved(key: string, description: string | null, options?: { readonly keptOnDevice?: boolean }): void;
  /** Shows the browser's own question whether to install the app; answers whether it was agreed to. Absent where there is none to show. */
  readonly install?: (() => Promise<boolean>) | undefined;
  /** Fetches what shows alerts in this browser. Absent where the shell has none. */
  readonly alerts?: (() => Promise<AlertPort>) | undefined;
}
