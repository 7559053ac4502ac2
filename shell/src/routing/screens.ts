import type { ScreenId } from '@flint/remote-kit';
import type { IconName } from '@flint/ui';

export interface ScreenInfo {
  /** Name in navigation, titles and failure panels. */
  readonly label: string;
  /** Second key of its go-to shortcut (`g` then this). */
  readonly key: string;
  readonly icon: IconName;
}

/** Names of the screens, as the frame shows them. */
export const SCREENS: Readonly<Record<ScreenId, ScreenInfo>> = {
  signIn: { label: 'Sign in', key: '', icon: 'user' },
  onboarding: { label: 'Questions', key: 'q', icon: 'edit' },
  availability: { label: 'Availability', key: 'a', icon: 'calendar' },
  photos: { label: 'Photos', key: 'h', icon: 'camera' },
  matches: { label: 'Matches', key: 'm', icon: 'heart' },
  offers: { label: 'Offers', key: 'o', icon: 'mail' },
  profile: { label: 'Profile', key: 'p', icon: 'user' },
};

/** Screens in the order of the navigation. */
export const NAVIGATION = ['matches', 'offers', 'availability', 'photos', 'onboarding', 'profile'] as const;
