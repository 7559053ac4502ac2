/** The shell's screens by their stable ids; a registry adds others. A remote never names a URL, only a screen. */
export const SCREEN_IDS = [
  'signIn',
  'onboarding',
  'availability',
  'photos',
  'profile',
  'offers',
  'matches',
] as const;

/** Any other text is a screen of a remote that the registry has added. */
export type ScreenId = (typeof SCREEN_IDS)[number] | (string & {});

export const REMOTE_IDS = ['auth', 'onboarding', 'availability', 'photos', 'offers'] as const;

export type RemoteId = (typeof REMOTE_IDS)[number] | (string & {});

/** Small, bookmarkable state of a screen: the query string of its URL (`?question=religion`, `?to=<userId>`). */
export type ScreenParams = Readonly<Record<string, string>>;

/** The current screen and its parameters. */
export interface ScreenLocation {
  readonly screen: ScreenId;
  readonly params: ScreenParams;
}
