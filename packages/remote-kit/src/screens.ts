/** Every screen the shell can show, by its stable id. A remote never names a URL: it names a screen. */
export const SCREEN_IDS = [
  'signIn',
  'onboarding',
  'availability',
  'photos',
  'profile',
  'offers',
  'matches',
] as const;

export type ScreenId = (typeof SCREEN_IDS)[number];

export const REMOTE_IDS = ['auth', 'onboarding', 'availability', 'photos', 'offers'] as const;

export type RemoteId = (typeof REMOTE_IDS)[number];

/** Small, bookmarkable state of a screen: becomes the query string of its URL (`?question=religion`, `?to=<userId>`). */
export type ScreenParams = Readonly<Record<string, string>>;

/** Where the user is: the screen on show and its parameters. */
export interface ScreenLocation {
  readonly screen: ScreenId;
  readonly params: ScreenParams;
}
