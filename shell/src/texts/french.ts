import { fr as contracts } from '@flint/contracts/texts/fr';

/** What every screen may say: the contracts' words, those of the components, and the shell's own. */
export const french = [contracts];
