import { SHIPPED_SCREENS } from '@flint/contracts/shipped-screens';
import type { RemoteModule } from '@flint/remote-kit';
import { addName, addTexts, language } from '@flint/texts';
import { frenchOf } from './french-of';

/** Without the texts of a language the page is shown in English. */
const inEnglish = () => undefined;

/** Sets the language of the page, and loads the texts of the shell in it. Never fails. */
export async function loadTexts(): Promise<void> {
  if (language() !== 'fr') return;
  document.documentElement.lang = 'fr-CA';
  await import(/* webpackChunkName: 'french' */ './french')
    .then(({ french }) => french.forEach(addTexts))
    .catch(inEnglish);
}

/**
 * Loads the texts of a remote in the language of the page, before its first screen. Those of another team replace none that is there: the page
 * has one catalogue for all. Never fails.
 */
export async function loadRemoteTexts(remote: RemoteModule): Promise<void> {
  if (language() !== 'fr') return;
  const french = await frenchOf(remote);
  if (SHIPPED_SCREENS.some((screen) => screen.remote === remote.id)) addTexts(french);
  else for (const [text, words] of Object.entries(french)) addName(text, words);
}
