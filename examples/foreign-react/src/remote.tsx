import { createRoot, type Root } from 'react-dom/client';
import project from '../package.json';
import { Games } from './Games';
import type { Platform } from './platform';

const roots = new Map<HTMLElement, Root>();

/** A plain object: this build contains none of Flint's packages. */
export default {
  contract: 1,
  id: project.remote.id,
  mount(element: HTMLElement, platform: Platform): void {
    const root = createRoot(element);
    roots.set(element, root);
    root.render(<Games platform={platform} />);
  },
  unmount(element: HTMLElement): void {
    roots.get(element)?.unmount();
    roots.delete(element);
  },
  texts: {
    fr: () =>
      Promise.resolve({
        Games: 'Jeux',
        'You are online.': 'Vous êtes en ligne.',
        'You are offline.': 'Vous êtes hors ligne.',
        'Your profile is {n} % complete.': 'Votre profil est rempli à {n} %.',
        Loading: 'Chargement',
        'Play ({n})': 'Jouer ({n})',
        'React {react}, release {version}': 'React {react}, version {version}',
      }),
  },
};
