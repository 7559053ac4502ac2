import { SHIPPED_SCREENS, type ShippedScreen } from '@flint/contracts/shipped-screens';
import type { RemoteId, ScreenId } from '@flint/remote-kit';
import { createStore } from '@flint/remote-kit/store';

/** A screen and its address. */
export interface Screen extends Omit<ShippedScreen, 'icon' | 'place'> {
  readonly icon: string;
  readonly place?: number | undefined;
}

/** The screens that the registry names, by remote; none for a remote whose screens are those of this build. */
export type Registered = Readonly<
  Record<string, { readonly screens?: readonly Omit<Screen, 'remote'>[] | undefined }>
>;

const screens = createStore<readonly Screen[]>(SHIPPED_SCREENS);

/** All screens: those of this build, replaced by what the registry names (scripts/release/registry). */
export const { get: allScreens, subscribe: subscribeScreens } = screens;

/** Uses the screens that the registry names now. */
export function setScreens(registered: Registered): void {
  const next = [
    ...SHIPPED_SCREENS.filter(({ remote }) => !registered[remote]?.screens),
    ...Object.entries(registered).flatMap(([remote, { screens: own = [] }]) =>
      own.map((screen) => ({ ...screen, remote })),
    ),
  ];
  if (JSON.stringify(next) !== JSON.stringify(allScreens())) screens.set(next);
}

/** A screen by its id; undefined when the registry no longer names it. */
export const screenOf = (id: ScreenId | null): Screen | undefined =>
  allScreens().find((screen) => screen.id === id);

/** The remote of a screen. */
export const remoteOf = (id: ScreenId): RemoteId => screenOf(id)?.remote ?? '';

const trimmed = (path: string): string =>
  path.length > 1 && path.endsWith('/') ? trimmed(path.slice(0, -1)) : path || '/';

/** The addresses of the sign-in screen (spec 2). */
export const SIGN_IN_PATHS: readonly string[] = ['/auth', '/auth/callback'];

export const isSignInPath = (path: string): boolean => SIGN_IN_PATHS.includes(trimmed(path));

/** The screen at an address, or null: what `ScreenRoutes` matches, for code that runs before or outside of React Router. */
export function screenOfPath(path: string): ScreenId | null {
  if (isSignInPath(path)) return 'signIn';
  const wanted = trimmed(path);
  return allScreens().find(({ route }) => route === wanted)?.id ?? null;
}
