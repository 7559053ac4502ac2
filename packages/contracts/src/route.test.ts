import { acceptsKey, pathOf } from './route';

describe('pathOf', () => {
  it.each([
    ['/offers', undefined, '/offers'],
    ['/offers/{id}/respond', { id: '42' }, '/offers/42/respond'],
    ['/matches/{userId}/hide', { userId: 'a/b ü' }, '/matches/a%2Fb%20%C3%BC/hide'],
    ['/offers/{id}', {}, '/offers/'],
  ])('%s - with %j - is %s', (path, params, filled) => expect(pathOf({ path }, params)).toBe(filled));
});

describe('acceptsKey', () => {
  it.each([
    ['POST', 'user', false, true],
    ['POST', 'user', true, false],
    ['POST', 'none', false, false],
    ['PATCH', 'user', false, false],
  ] as const)(
    '%s for %s, repeatable: %p - honours an Idempotency-Key: %p',
    (method, auth, isRepeatable, honours) => expect(acceptsKey({ method, auth, isRepeatable })).toBe(honours),
  );
});
