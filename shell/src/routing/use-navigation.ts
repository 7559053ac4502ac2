import { useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Navigation, ScreenId, ScreenParams } from '@flint/remote-kit';
import { needsNewPage } from '../remotes/registry';
import { remoteOf, screenOf, screenOfPath } from './paths';
import { useScreens } from './screens';
import { withTransition } from './view-transition';

/** The address of a screen with its parameters. */
function hrefOf(screen: ScreenId, params: ScreenParams = {}): string {
  const query = new URLSearchParams(params).toString();
  return (screenOf(screen)?.route ?? '/') + (query && `?${query}`);
}

/** Navigation for remotes, which know screens and parameters but no addresses. */
export function useNavigation(): Navigation {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const screens = useScreens();
  return useMemo(
    () => ({
      location: {
        screen: screenOfPath(pathname) ?? 'onboarding',
        params: Object.fromEntries(new URLSearchParams(search)),
      },
      goTo(screen, params, options) {
        const go = () => void navigate(hrefOf(screen, params), { replace: options?.replace ?? false });
        // the content security policy of this page does not name the origin of that remote: load a new page
        if (needsNewPage(remoteOf(screen))) return location.assign(hrefOf(screen, params));
        // the same screen with another parameter, or one in place of a screen that was not shown: at once, so that this one is not loaded
        if (options?.replace || screen === screenOfPath(pathname)) go();
        else withTransition(go);
      },
      back: () => void navigate(-1),
      href: hrefOf,
    }),
    // `screens` decides which screen an address belongs to
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [pathname, search, navigate, screens],
  );
}
