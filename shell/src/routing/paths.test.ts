import { SCREEN_IDS } from '@flint/remote-kit';
import { addTexts, t } from '@flint/texts';
import { isSignInPath, remoteOf, screenOfPath, subscribeScreens } from './paths';
import { labelOf, registerScreens, navigation } from './screens';

const page = globalThis as unknown as { flintTexts: { language: string } };

describe('routes', () => {
  it('sign-in paths - of the specification - are these two and no other', () => {
    expect(['/auth', '/auth/callback', '/auth/', '/', '/auth/v1'].filter(isSignInPath)).toEqual([
      '/auth',
      '/auth/callback',
      '/auth/',
    ]);
  });

  it('every screen - but sign-in - has an address, a name, a place in the navigation and a key of its own', () => {
    const signedIn = SCREEN_IDS.filter((id) => id !== 'signIn');
    const shown = navigation();
    expect(shown.map(({ id }) => id).toSorted()).toEqual(signedIn.toSorted());
    expect(screenOfPath('//')).toBe('onboarding');
    expect(['profile', 'offers', 'nowhere'].map(remoteOf)).toEqual(['photos', 'offers', '']);
    expect(new Set(shown.map(({ key }) => key)).size).toBe(signedIn.length);
    expect(new Set(shown.map(({ route }) => route)).size).toBe(signedIn.length);
  });
});

describe('screens of the registry', () => {
  const clubs = {
    id: 'clubs',
    route: '/clubs',
    title: { en: 'Clubs', fr: 'Associations' },
    icon: 'globe',
    place: 15,
  };
  afterEach(() => registerScreens({}));

  it('a sixth remote - registered while the page is open - has an address and a navigation entry until it is removed', () => {
    const heard = jest.fn();
    const stop = subscribeScreens(heard);
    registerScreens({ offers: {}, clubs: { screens: [clubs] } });
    expect([screenOfPath('/clubs'), remoteOf('clubs'), labelOf('clubs')]).toEqual([
      'clubs',
      'clubs',
      'Clubs',
    ]);
    expect(
      navigation()
        .map(({ id }) => id)
        .slice(0, 3),
    ).toEqual(['matches', 'clubs', 'offers']);
    registerScreens({ clubs: { screens: [clubs] } });
    expect(heard).toHaveBeenCalledTimes(1);
    registerScreens({});
    expect(screenOfPath('/clubs')).toBeNull();
    expect(labelOf('clubs')).toBe('Page not found');
    expect(heard).toHaveBeenCalledTimes(2);
    stop();
  });

  it('a screen of this build - with another name in the registry - has that name, and the same address', () => {
    const dates = {
      id: 'offers',
      route: '/offers',
      title: { en: 'Dates', fr: 'Rendez-vous' },
      icon: 'heart',
      place: 1,
    };
    registerScreens({ offers: { screens: [dates] } });
    expect([screenOfPath('/offers'), labelOf('offers'), screenOfPath('/matches')]).toEqual([
      'offers',
      'Dates',
      null,
    ]);
  });

  it('a name that equals one of our texts - in French - does not change the text', () => {
    addTexts({ Save: 'Enregistrer' });
    registerScreens({ clubs: { screens: [{ ...clubs, title: { en: 'Save', fr: 'Effacer' } }] } });
    page.flintTexts.language = 'fr';
    expect([t('Save'), labelOf('offers')]).toEqual(['Enregistrer', 'Invitations']);
    page.flintTexts.language = 'en';
  });
});
