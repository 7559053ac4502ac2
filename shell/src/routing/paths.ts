import { SHIPPED_SCREENS, type ShippedScreen } from '@flint/contracts/shipped-screens';
import type { RemoteId, ScreenId } from '@flint/remote-kit';

/** A screen and its address. */
export interface Screen extends Omit<ShippedScreen, 'icon'> {
  readonly icon: string;
}

/** What the registry says of a remote's screens, by remote; nothing of one that is as it came with the shell. */
export type Registered = Readonly<
  Record<string, { readonly screens?: readonly Omit<Screen, 'remote'>[] | undefined }>
>;

let screens: readonly Screen[] = SHIPPED_SCREENS;
const listeners = new Set<() => void>();

/** The screens there are: those that came with the shell, and what the registry says (scripts/release/registry). */
export const allScreens = (): readonly Screen[] => screens;

export function subscribeScreens(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener) as unknown as void;
}

/** Takes over what the registry says now. */
export function setScreens(registered: Registered): void {
  const next = [
    ...SHIPPED_SCREENS.filter(({ remote }) => !registered[remote]?.screens),
    ...Object.entries(registered).flatMap(([remote, { screens: own = [] }]) =>
      own.map((screen) => ({ ...screen, remote })),
    ),
  ];
  if (JSON.stringify(next) === JSON.stringify(screens)) return;
  screens = next;
  for (const listener of listeners) listener();
}

/** A screen by its id; undefined when there is none any more. */
export const screenOf = (id: ScreenId | null): Screen | undefined =>
  screens.find((screen) => screen.id === id);

/** The remote of a screen. */
export const remoteOf = (id: ScreenId): RemoteId => screenOf(id)?.remote ?? '';

const trimmed = (path: string): string =>
  path.length > 1 && path.endsWith('/') ? trimmed(path.slice(0, -1)) : path || '/';

/** Whether an address is one of the sign-in screen's two. */
export const isSignInPath = (path: string): boolean => /^\/auth(\/callback)?$/.test(trimmed(path));

/** The screen at an address, or null when there is none. */
export function screenOfPath(path: string): ScreenId | null {
  if (isSignInPath(path)) return 'signIn';
  const wanted = trimmed(path);
  return screens.find(({ route }) => route === wanted)?.id ?? null;
}
