import { createLanding } from './landing';

const asked = (address: unknown) => ({ asked: address });

describe('where signing in leads', () => {
  it('from an address asked for while signed out - stays there; from sign-in - goes to what was asked, else home', () => {
    const landing = createLanding();
    landing.expect();
    expect(landing.from('/photos', null)).toBeNull();
    expect(landing.from('/auth', landing.stateFor('/offers?tab=sent'))).toBe('/offers?tab=sent');
    expect(landing.from('/auth', null)).toBe('/');
    expect(landing.from('/nowhere', null)).toBe('/');
  });

  it('after signing out in this page - goes home, also for another student', () => {
    const landing = createLanding();
    landing.arrive();
    landing.expect();
    expect(landing.from('/profile', null)).toBe('/');
    expect(landing.stateFor('/offers')).toBeNull();
  });

  it('a wrong code - cancels the redirect', () => {
    const landing = createLanding();
    landing.arrive();
    landing.expect();
    landing.forget();
    expect(landing.from('/profile', null)).toBeNull();
  });

  it.each([
    'https://evil.example/offers',
    '//evil.example/offers',
    '/\\evil.example/offers',
    'offers',
    '/auth',
    '/nowhere',
    7,
    null,
  ])('an address that is not a screen of ours, %p - goes home', (address) => {
    expect(createLanding().from('/auth', asked(address))).toBe('/');
  });
});
