import { SESSION_KEY } from './stored-session';

const SIGNS_OF_USE = ['pointerdown', 'keydown', 'input'] as const;

/**
 * Settles at the first use of a signed-out page, or when another tab signs in. The auth client, a fifth of all script, is loaded while the
 * address is typed and not before.
 */
export function firstUse(page: Window = window): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      for (const sign of SIGNS_OF_USE) page.removeEventListener(sign, done, true);
      page.removeEventListener('storage', follow);
      resolve();
    };
    const follow = ({ key }: StorageEvent) => key === SESSION_KEY && done();
    for (const sign of SIGNS_OF_USE) page.addEventListener(sign, done, true);
    page.addEventListener('storage', follow);
  });
}
