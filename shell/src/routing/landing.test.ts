import { createLanding } from './landing';

const asked = (address: unknown) => ({ asked: address });

describe('where signing in leads', () => {
  it('from an address opened while signed out - is that address; from the sign-in page - is the opened address, else home', () => {
    const landing = createLanding();
    landing.expect();
    expect(landing.from('/photos', null)).toBeNull();
    expect(landing.from('/auth', landing.stateFor('/offers?tab=sent'))).toBe('/offers?tab=sent');
    expect(landing.from('/auth', null)).toBe('/');
    expect(landing.from('/nowhere', null)).toBe('/');
  });

  it('after a sign-out on this page - is home, also for another student', () => {
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
  ])('from an address that shows no screen, %p - is home', (address) => {
    expect(createLanding().from('/auth', asked(address))).toBe('/');
  });
});
