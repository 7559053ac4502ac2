import { SHIPPED_SCREENS } from '@flint/contracts/shipped-screens';
import type { ScreenId } from '@flint/remote-kit';
import { addName, message, t } from '@flint/texts';
import { useSyncExternalStore } from 'react';
import { allScreens, screenOf, setScreens, subscribeScreens, type Registered, type Screen } from './paths';

/** Title of an address without a screen. */
export const NOT_FOUND = message('Page not found');

/** Adds the names of screens to the catalogue of texts. A name never replaces a text of ours. */
const name = (screens: readonly Pick<Screen, 'title'>[]) =>
  screens.forEach(({ title: { en, fr } }) => addName(en, fr));

name(SHIPPED_SCREENS);

/** Uses the screens that the registry names now, and adds their names to the texts. */
export function registerScreens(registered: Registered): void {
  setScreens(registered);
  name(allScreens());
}

/** Name of a screen in the page's language. */
export const labelOf = (id: ScreenId | null): string => t(screenOf(id)?.title.en ?? NOT_FOUND);

/** Pages of the profile that the navigation reaches through Settings. */
export const isInSettings = ({ params }: { readonly params: Readonly<Record<string, string>> }): boolean =>
  params['page'] === 'settings' || params['page'] === 'blocked';

/** Screens in the order of the navigation. */
export const navigation = (): readonly Screen[] =>
  allScreens()
    .filter(({ place }) => place !== undefined)
    .toSorted((a, b) => a.place! - b.place!);

/** The screens; the component renders again when the registry changes. */
export const useScreens = () => useSyncExternalStore(subscribeScreens, allScreens);
