import type { ScreenId } from '@flint/remote-kit';

export interface ScreenInfo {
  /** Name in navigation, titles and failure panels. */
  readonly label: string;
  /** Second key of its go-to shortcut (`g` then this). */
  readonly key: string;
}

/** Names of the screens, as the frame shows them. */
export const SCREENS: Readonly<Record<ScreenId, ScreenInfo>> = {
  signIn: { label: 'Sign in', key: '' },
  onboarding: { label: 'Questions', key: 'q' },
  availability: { label: 'Availability', key: 'a' },
  photos: { label: 'Photos', key: 'h' },
  matches: { label: 'Matches', key: 'm' },
  offers: { label: 'Offers', key: 'o' },
  profile: { label: 'Profile', key: 'p' },
};

/** Screens in the order of the navigation. */
export const NAVIGATION = ['matches', 'offers', 'availability', 'photos', 'onboarding', 'profile'] as const;
