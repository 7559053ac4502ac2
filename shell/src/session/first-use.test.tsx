import { firstUse } from './first-use';
import { SESSION_KEY } from './stored-session';

const settled = async (promise: Promise<void>) => {
  let done = false;
  void promise.then(() => (done = true));
  await Promise.resolve();
  await Promise.resolve();
  return done;
};

describe('the first use of a signed-out page', () => {
  it('without any event - is waited for', async () => {
    const use = firstUse();
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }));
    expect(await settled(use)).toBe(false);
  });

  it.each([
    ['a key', () => window.dispatchEvent(new KeyboardEvent('keydown'))],
    ['a touch', () => window.dispatchEvent(new Event('pointerdown'))],
    [
      'a field filled by the browser',
      () => document.body.dispatchEvent(new Event('input', { bubbles: true })),
    ],
    [
      'a sign-in in another tab',
      () => window.dispatchEvent(new StorageEvent('storage', { key: SESSION_KEY })),
    ],
  ])('%s - ends the wait', async (_name, happens) => {
    const use = firstUse();
    happens();
    expect(await settled(use)).toBe(true);
  });
});
