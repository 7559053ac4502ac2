import { createLanding } from './landing';

const asked = (address: unknown) => ({ asked: address });

describe('where signing in leads', () => {
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
