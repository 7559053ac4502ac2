import type { ScreenId } from '@flint/remote-kit';
import { message } from '@flint/texts';
import type { IconName } from '@flint/ui';

export interface ScreenInfo {
  /** Name in navigation, titles and failure panels, for `t`. */
  readonly label: string;
  /** Second key of its go-to shortcut (`g` then this). */
  readonly key: string;
  readonly icon: IconName;
}

/** Names of the screens, as the frame shows them. */
export const SCREENS: Readonly<Record<ScreenId, ScreenInfo>> = {
  signIn: { label: message('Sign in'), key: '', icon: 'user' },
  onboarding: { label: message('Questions'), key: 'q', icon: 'edit' },
  availability: { label: message('Availability'), key: 'a', icon: 'calendar' },
  photos: { label: message('Photos'), key: 'h', icon: 'camera' },
  matches: { label: message('Matches'), key: 'm', icon: 'heart' },
  offers: { label: message('Offers'), key: 'o', icon: 'mail' },
  profile: { label: message('Profile'), key: 'p', icon: 'user' },
};

/** Title of an address that is no screen's. */
export const NOT_FOUND = message('Page not found');

/** Screens in the order of the navigation. */
export const NAVIGATION = ['matches', 'offers', 'availability', 'photos', 'onboarding', 'profile'] as const;
