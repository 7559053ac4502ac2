import type { ComponentType } from 'react';
import type { ScreenId } from '../screens';
import { fakePlatform } from './fake-platform';
import { renderScreen } from './render-screen';
import type { ScreenState } from './scenarios';

/** Renders a screen of a remote in one of the states of `npm run alone`, with the matching platform. */
export function renderState(
  Root: ComponentType<{ readonly screen: ScreenId }>,
  screen: ScreenId,
  { routes, online, auth }: ScreenState,
) {
  const fake = fakePlatform();
  const platform = fakePlatform({
    online,
    auth: { ...fake.auth, requestCode: auth, verifyCode: auth, signOut: auth },
    navigation: { ...fake.navigation, location: { screen, params: {} } },
    ...(screen === 'signIn' && { session: { status: 'signedOut' as const } }),
  });
  return { ...renderScreen(<Root screen={screen} />, { platform, api: routes }), platform };
}
