/** The part of the auth client that the shell uses; tests pass their own. */
export interface AuthPort {
  onAuthStateChange(listener: (event: string, session: AuthSession | null) => void): unknown;
  getSession(): Promise<{ data: { session: AuthSession | null }; error: AuthFailure | null }>;
  getUser(): Promise<{ error: AuthFailure | null }>;
  refreshSession(): Promise<{ error: AuthFailure | null }>;
  signInWithOtp(request: {
    email: string;
    options: { shouldCreateUser: boolean; data: { domain_verified: boolean } };
  }): Promise<{ error: AuthFailure | null }>;
  verifyOtp(request: { email: string; token: string; type: 'email' }): Promise<{ error: AuthFailure | null }>;
  setSession(tokens: { access_token: string; refresh_token: string }): Promise<{ error: AuthFailure | null }>;
  signOut(options: { scope: 'local' | 'global' }): Promise<{ error: AuthFailure | null }>;
}

export interface AuthSession {
  readonly access_token: string;
  readonly user: { readonly id: string; readonly email?: string | undefined };
}

/** An error of the auth client (decisions/004). */
export interface AuthFailure {
  readonly name: string;
  readonly message: string;
  readonly status?: number | undefined;
  readonly code?: string | undefined;
}

/** No answer, or the service is down: the session may be valid. */
export const isOutage = (error: AuthFailure | null): boolean => error?.name === 'AuthRetryableFetchError';

/** Another tab did the same refresh first; the session is unchanged (decisions/004). */
export const isDiscarded = (error: AuthFailure | null): boolean =>
  error?.name === 'AuthRefreshDiscardedError';
