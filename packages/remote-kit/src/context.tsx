import { createContext, useContext, type AnchorHTMLAttributes, type MouseEvent, type ReactNode } from 'react';
import type { Platform, SessionUser } from './platform';
import type { ScreenId, ScreenParams } from './screens';

const PlatformContext = createContext<Platform | null>(null);

/** Rendered by the shell (or a test's fake shell) around every remote. */
export const PlatformProvider = PlatformContext.Provider;

/** The platform. Throws when rendered outside a shell, or when a second copy of this package was loaded. */
export function usePlatform(): Platform {
  const platform = useContext(PlatformContext);
  if (!platform) throw new Error('usePlatform: no PlatformProvider (is @flint/remote-kit loaded twice?)');
  return platform;
}

/** The signed-in user. Throws on a screen for signed-out visitors. */
export function useUser(): SessionUser {
  const { session } = usePlatform();
  if (session.status === 'signedIn' || session.status === 'unknown') return session.user;
  throw new Error(`useUser: no user while the session is ${session.status}`);
}

interface ScreenLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  readonly to: ScreenId;
  readonly params?: ScreenParams;
  readonly children: ReactNode;
}

/** A real link to a screen: a plain click navigates within the page; the browser handles modified clicks. */
export function ScreenLink({ to, params, onClick, children, ...rest }: ScreenLinkProps) {
  const { navigation } = usePlatform();
  const handleClick = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (event.defaultPrevented || !plain || rest.target) return;
    event.preventDefault();
    navigation.goTo(to, params);
  };
  return (
    <a {...rest} href={navigation.href(to, params)} onClick={handleClick}>
      {children}
    </a>
  );
}
