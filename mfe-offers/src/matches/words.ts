import type { MatchBand } from '@flint/contracts';
import { message } from '@flint/texts';
import type { BadgeTone } from '@flint/ui';

/** Bands in words, never a percentage (decisions/010). */
export const BANDS: Readonly<Record<MatchBand, { readonly text: string; readonly tone: BadgeTone }>> = {
  great: { text: message('Great fit'), tone: 'accent' },
  good: { text: message('Good fit'), tone: 'green' },
  worth_a_coffee: { text: message('Worth a coffee'), tone: 'neutral' },
};
