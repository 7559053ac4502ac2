import { PlatformProvider, usePlatform, type Platform, type ScreenId } from '@flint/remote-kit';
import { createStore } from '@flint/remote-kit/store';
import { useEffect, useMemo, type ReactNode } from 'react';

interface Props {
  readonly screen: ScreenId;
  readonly children: ReactNode;
}

/**
 * The platform of one visit to a screen. A screen that the student has left does not navigate, for example when the response to its Save comes
 * late. It may only return to itself, because Undo works from any screen.
 */
export function Visit({ screen, children }: Props) {
  const platform = usePlatform();
  // null once the screen was left
  const visit = useMemo(() => createStore<ScreenId | null>(screen), [screen]);
  useEffect(() => {
    // again, where effects run twice
    visit.set(screen);
    return () => visit.set(null);
  }, [visit, screen]);
  const own = useMemo<Platform>(() => {
    const { navigation } = platform;
    return {
      ...platform,
      navigation: {
        ...navigation,
        goTo: (...to) => (to[0] === screen || visit.get()) && navigation.goTo(...to),
        back: () => visit.get() && navigation.back(),
      },
    };
  }, [platform, visit, screen]);
  return <PlatformProvider value={own}>{children}</PlatformProvider>;
}
