import type { RemoteId, ScreenId } from '@flint/remote-kit';

interface ScreenRoute {
  readonly path: string;
  readonly remote: RemoteId;
}

/** The one place where screens meet addresses (spec 2; `/matches` is ours). */
export const SCREEN_ROUTES: Readonly<Record<ScreenId, ScreenRoute>> = {
  signIn: { path: '/auth', remote: 'auth' },
  onboarding: { path: '/', remote: 'onboarding' },
  availability: { path: '/availability', remote: 'availability' },
  photos: { path: '/photos', remote: 'photos' },
  profile: { path: '/profile', remote: 'photos' },
  offers: { path: '/offers', remote: 'offers' },
  matches: { path: '/matches', remote: 'offers' },
};

const SIGN_IN_PATHS = new Set(['/auth', '/auth/callback']);

const trimmed = (path: string): string =>
  path.length > 1 && path.endsWith('/') ? trimmed(path.slice(0, -1)) : path || '/';

/** Whether an address is one of the sign-in screen's two. */
export const isSignInPath = (path: string): boolean => SIGN_IN_PATHS.has(trimmed(path));

/** The screen at an address, or null when there is none. */
export function screenOfPath(path: string): ScreenId | null {
  if (isSignInPath(path)) return 'signIn';
  const wanted = trimmed(path);
  const entry = Object.entries(SCREEN_ROUTES).find(([, route]) => route.path === wanted);
  return entry ? (entry[0] as ScreenId) : null;
}
