import type { ReactNode } from 'react';
import type { ScreenId } from '@flint/remote-kit';
import { ScreenLink } from '@flint/remote-kit';
import { NAVIGATION, SCREENS } from '../routing/screens';

/** The application frame around every screen. */
export function Frame({
  screen,
  children,
}: {
  readonly screen: ScreenId | null;
  readonly children: ReactNode;
}) {
  return (
    <>
      <nav aria-label="Main">
        {NAVIGATION.map((id) => (
          <ScreenLink key={id} to={id} aria-current={id === screen ? 'page' : undefined}>
            {SCREENS[id].label}
          </ScreenLink>
        ))}
      </nav>
      <main id="main">{children}</main>
    </>
  );
}
