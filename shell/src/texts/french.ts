import { fr as contracts } from '@flint/contracts/texts/fr';
import { fr as calls } from '@flint/remote-kit/texts/fr';
import { fr as components } from '@flint/ui/fr';
import { fr as shell } from './fr';

/** What every screen may say: the contracts' words, those of calls and components, and the shell's own. */
export const french = [contracts, calls, components, shell];
