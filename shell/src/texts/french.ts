import { fr as contracts } from '@flint/contracts/texts/fr';
import { fr as calls } from '@flint/remote-kit/texts/fr';
import { fr as components } from '@flint/ui/fr';
import { fr as shell } from './fr';

/** French texts that any screen may use: those of contracts, calls and components, and of the shell. */
export const french = [contracts, calls, components, shell];
