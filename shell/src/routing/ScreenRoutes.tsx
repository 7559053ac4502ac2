import type { ScreenId } from '@flint/remote-kit';
import type { ReactElement } from 'react';
import { useRoutes } from 'react-router-dom';
import { SIGN_IN_PATHS } from './paths';
import { useScreens } from './screens';

interface Props {
  /** Renders a screen; null: no screen has the address. State survives a change of screen while the element type is the same. */
  readonly render: (screen: ScreenId | null) => ReactElement;
}

/**
 * One route for each screen of the registry, which may change while the page is open, and one for every other address. `useRoutes`, not
 * `<Routes>`: the table is data, and reading routes from JSX would cost sign-in 0.4 KiB (decision 016).
 */
export function ScreenRoutes({ render }: Props) {
  const screens = useScreens();
  const routeOf = (path: string, screen: ScreenId | null) => ({
    path,
    element: render(screen),
    caseSensitive: true,
  });
  return useRoutes([
    ...SIGN_IN_PATHS.map((path) => routeOf(path, 'signIn')),
    ...screens.map(({ id, route }) => routeOf(route, id)),
    routeOf('*', null),
  ]);
}
