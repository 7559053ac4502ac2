import { SCREEN_IDS, type ScreenId } from '@flint/remote-kit';
import { isSignInPath, SCREEN_ROUTES, screenOfPath } from './paths';
import { NAVIGATION, SCREENS } from './screens';

describe('routes', () => {
  it.each([
    ['/', 'onboarding', 'onboarding'],
    ['/availability', 'availability', 'availability'],
    ['/photos', 'photos', 'photos'],
    ['/profile', 'profile', 'photos'],
    ['/offers', 'offers', 'offers'],
    ['/offers/', 'offers', 'offers'],
    ['/matches', 'matches', 'offers'],
    ['/auth', 'signIn', 'auth'],
    ['/auth/callback', 'signIn', 'auth'],
    ['/elsewhere', null, null],
    ['/offers/1', null, null],
    ['//', 'onboarding', 'onboarding'],
  ])('%s - typed in the address bar - is %s of remote %s', (path, screen, remote) => {
    expect(screenOfPath(path)).toBe(screen);
    expect(SCREEN_ROUTES[screen as ScreenId]?.remote ?? null).toBe(remote);
  });

  it('sign-in paths - the two of the specification - and no other', () => {
    expect(['/auth', '/auth/callback', '/auth/', '/', '/auth/v1'].filter(isSignInPath)).toEqual([
      '/auth',
      '/auth/callback',
      '/auth/',
    ]);
  });

  it('every screen - but sign-in - has an address, a name, a place in the navigation and a key of its own', () => {
    const signedIn = SCREEN_IDS.filter((id) => id !== 'signIn');
    expect(NAVIGATION.toSorted()).toEqual(signedIn.toSorted());
    expect(new Set(signedIn.map((id) => SCREENS[id].key)).size).toBe(signedIn.length);
    expect(new Set(signedIn.map((id) => SCREEN_ROUTES[id].path)).size).toBe(signedIn.length);
  });
});
