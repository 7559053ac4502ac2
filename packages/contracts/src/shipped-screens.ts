/** A screen that comes with the build. */
export interface ShippedScreen {
  readonly remote: string;
  readonly id: string;
  readonly route: string;
  readonly title: { readonly en: string; readonly fr: string };
  /** Second key of its go-to shortcut (`g` then this). */
  readonly key?: string;
  readonly icon: 'user' | 'heart' | 'mail' | 'calendar' | 'camera' | 'edit' | 'star';
  /** Its position in the navigation; without one, only links lead to it. */
  readonly place?: number;
}

/** The screens of the five remotes (spec 2; `/matches` is ours), used unless the registry has others. */
export const SHIPPED_SCREENS: readonly ShippedScreen[] = [
  {
    remote: 'auth',
    id: 'signIn',
    route: '/auth',
    title: { en: 'Sign In', fr: 'Se connecter' },
    icon: 'user',
  },
  {
    remote: 'offers',
    id: 'matches',
    key: 'm',
    route: '/matches',
    title: { en: 'Matches', fr: 'Affinités' },
    icon: 'heart',
    place: 10,
  },
  {
    remote: 'offers',
    id: 'offers',
    key: 'o',
    route: '/offers',
    title: { en: 'Offers', fr: 'Invitations' },
    icon: 'mail',
    place: 20,
  },
  {
    remote: 'availability',
    id: 'availability',
    key: 'a',
    route: '/availability',
    title: { en: 'Availability', fr: 'Disponibilités' },
    icon: 'calendar',
    place: 30,
  },
  {
    remote: 'photos',
    id: 'photos',
    key: 'h',
    route: '/photos',
    title: { en: 'Photos', fr: 'Photos' },
    icon: 'camera',
    place: 40,
  },
  {
    remote: 'onboarding',
    id: 'onboarding',
    key: 'q',
    route: '/',
    title: { en: 'Questions', fr: 'Questions' },
    icon: 'edit',
    place: 50,
  },
  {
    remote: 'photos',
    id: 'profile',
    key: 'p',
    route: '/profile',
    title: { en: 'Profile', fr: 'Profil' },
    icon: 'user',
    place: 60,
  },
];
