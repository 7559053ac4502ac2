import type { AuthFailure, AuthPort, AuthSession } from '../auth-port';

export const ADA = { id: 'u1', email: 'ada@campus.edu' };
export const BEN = { id: 'u2', email: 'ben@campus.edu' };
export const OUTAGE: AuthFailure = { name: 'AuthRetryableFetchError', message: 'Failed to fetch', status: 0 };

export const sessionOf = (user: AuthSession['user']): AuthSession => ({
  access_token: `token-${user.id}`,
  user,
});

export function store(user: AuthSession['user'], expiresInSeconds: number) {
  const expires_at = Date.now() / 1000 + expiresInSeconds;
  localStorage.setItem('auth-storage', JSON.stringify({ ...sessionOf(user), expires_at }));
}

export function fakeAuth(answers: Partial<AuthPort> = {}) {
  let listener: (event: string, session: AuthSession | null) => void = () => undefined;
  const ok = () => Promise.resolve({ error: null });
  const auth: AuthPort = {
    onAuthStateChange: (given) => {
      listener = given;
    },
    getSession: gives(null),
    getUser: ok,
    refreshSession: ok,
    signInWithOtp: ok,
    verifyOtp: ok,
    setSession: ok,
    signOut: jest.fn(() => {
      localStorage.removeItem('auth-storage');
      listener('SIGNED_OUT', null);
      return ok();
    }),
    ...answers,
  };
  return { auth, emit: (event: string, session: AuthSession | null) => listener(event, session) };
}

/** An answer of `getSession`. */
export const gives = (session: AuthSession | null) => async () => ({ data: { session }, error: null });

export const refuse = (error: AuthFailure) => async () => ({ error });
