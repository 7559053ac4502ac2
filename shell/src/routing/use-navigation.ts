import { useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Navigation, ScreenId, ScreenParams } from '@flint/remote-kit';
import { SCREEN_ROUTES, screenOfPath } from './paths';
import { withTransition } from './view-transition';

/** The address of a screen with its parameters. */
function hrefOf(screen: ScreenId, params: ScreenParams = {}): string {
  const query = new URLSearchParams(params).toString();
  return SCREEN_ROUTES[screen].path + (query && `?${query}`);
}

/** Navigation as remotes see it: screens and parameters, never addresses. */
export function useNavigation(): Navigation {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  return useMemo(
    () => ({
      location: {
        screen: screenOfPath(pathname) ?? 'onboarding',
        params: Object.fromEntries(new URLSearchParams(search)),
      },
      goTo(screen, params, options) {
        const go = () => void navigate(hrefOf(screen, params), { replace: options?.replace ?? false });
        // a parameter is the screen's own affair
        if (screen === screenOfPath(pathname)) go();
        else withTransition(go);
      },
      back: () => void navigate(-1),
      href: hrefOf,
    }),
    [pathname, search, navigate],
  );
}
