import type { RemoteModule } from '@flint/remote-kit';
import { addTexts, language } from '@flint/texts';

/** A language that could not be fetched is no reason to show nothing: English is always there. */
const inEnglish = () => undefined;

/** Names the page's language to the browser, and fetches what the shell says in it. Never fails. */
export async function loadTexts(): Promise<void> {
  if (language() !== 'fr') return;
  document.documentElement.lang = 'fr-CA';
  await import(/* webpackChunkName: 'french' */ './french')
    .then(({ french }) => french.forEach(addTexts))
    .catch(inEnglish);
}

/** Fetches what a remote says in the page's language, before its first screen. Never fails. */
export async function loadRemoteTexts({ texts }: RemoteModule): Promise<void> {
  if (language() === 'fr') await texts?.fr().then(addTexts).catch(inEnglish);
}
