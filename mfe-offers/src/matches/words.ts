import type { Match, MatchBand } from '@flint/contracts';
import { message } from '@flint/texts';
import type { BadgeTone } from '@flint/ui';

interface Band {
  readonly text: string;
  readonly tone: BadgeTone;
}

/** Bands in words, never a percentage (decisions/007). */
const BANDS: Readonly<Record<MatchBand, Band>> = {
  great: { text: message('Great fit'), tone: 'accent' },
  good: { text: message('Good fit'), tone: 'green' },
  worth_a_coffee: { text: message('Worth a coffee'), tone: 'neutral' },
};

/** How well the two fit. Without a reason to show, too few questions are answered to call the fit good. */
export const bandOf = ({ band, reasons }: Pick<Match, 'band' | 'reasons'>): Band =>
  BANDS[reasons.length > 0 ? band : 'worth_a_coffee'];

/** People grouped by band, best band first, each group in the order of the list. */
export const byBand = (matches: readonly Match[]) =>
  Object.values(BANDS)
    .map(({ text }) => ({ text, people: matches.filter((match) => bandOf(match).text === text) }))
    .filter(({ people }) => people.length > 0);
