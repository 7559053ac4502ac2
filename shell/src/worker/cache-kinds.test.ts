import { cacheKindOf, isAnsweredInFull } from './cache-kinds';

const OWN = 'https://flint.test';
const REMOTE = 'https://offers.flint.test';

describe('what is cached', () => {
  it.each([
    ['/remotes.json', 'address'],
    ['/api/v1/config', 'address'],
    ['/api/v1/profile', 'answer'],
    ['/api/v1/offers', 'answer'],
    ['/api/v1/offers?cursor=2', 'answer'],
    ['/storage/v1/object/photos/a.webp?token=x', 'picture'],
    ['/main.0123456789.js', 'file'],
    ['/remotes/offers/1.0.0-00000001/mf-manifest.json', 'manifest'],
    ['/remotes/offers/1.0.0-00000001/remoteEntry.0123456789.js', 'file'],
  ])('%s of our own - requested by the page - is cached as %s', (path, kept) => {
    expect(cacheKindOf(new URL(path, OWN), OWN)).toBe(kept);
  });

  it.each([
    '/api/v1/account/export',
    '/api/v1/offers/events',
    '/api/v1/offers/1/calendar',
    '/auth/v1/user',
    '/outbox.json',
    '/health/live',
    '/sw.js',
    '/main.js',
  ])('%s of our own - requested by the page - is not cached', (path) => {
    expect(cacheKindOf(new URL(path, OWN), OWN)).toBeNull();
  });

  it.each([
    ['/api/v1/profile', true],
    ['/api/v1/availability', true],
    ['/api/v1/photos', true],
    ['/api/v1/offers/mail', true],
    ['/api/v1/offers', false],
    ['/api/v1/matches', false],
  ])('a write to %s - is answered with what a read says: %s', (path, isInFull) => {
    expect(isAnsweredInFull(new URL(path, OWN), OWN)).toBe(isInFull);
    expect(isAnsweredInFull(new URL(path, REMOTE), OWN)).toBe(false);
  });

  it.each([
    ['/mf-manifest.json', 'manifest'],
    ['/releases/2/mf-manifest.json', 'manifest'],
    ['/remoteEntry.0123456789.js', 'file'],
    ['/remoteEntry.0123456789.mjs', 'file'],
    ['/clubs/files/remoteEntry-BhX2a-9_.js', 'file'],
    ['/remoteEntry.js', null],
    ['/api/v1/profile', null],
    ['/storage/v1/a.webp', null],
  ])('%s of another origin - requested by the page - is cached as %s', (path, kept) => {
    expect(cacheKindOf(new URL(path, REMOTE), OWN)).toBe(kept);
  });
});
