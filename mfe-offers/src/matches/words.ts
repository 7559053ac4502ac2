import { LIMITS, type Match, type MatchBand } from '@flint/contracts';
import { message } from '@flint/texts';

/** Bands in words, never a percentage (decisions/007). */
const BANDS: Readonly<Record<MatchBand, string>> = {
  great: message('Great fit'),
  good: message('Good fit'),
  worth_a_coffee: message('Worth a coffee'),
};

/** How well the two fit. Without a reason to show, too few questions are answered to call the fit good. */
export const bandOf = ({ band, reasons }: Pick<Match, 'band' | 'reasons'>): string =>
  BANDS[reasons.length > 0 ? band : 'worth_a_coffee'];

/** A reason without its facts: 'Both: activity buddy' and 'Both: cosy nights in' read alike in a list. */
const frameOf = (reason: string) => reason.split(':')[0]!;

const fits = (text: string) => text.length <= LIMITS.lineMax;

/** An activity in one line: a long one without its details. */
export const inOneLine = (text: string): string => (fits(text) ? text : frameOf(text));

/** Reasons of one line each: a longer one gives way to the next. */
export const shortReasons = ({ reasons }: Pick<Match, 'reasons'>): readonly string[] => reasons.filter(fits);

/** The line of each person in a list, by id: of the short reasons that the rows above give least often the shortest, else year and program. */
export function linesOf(matches: readonly Match[]): ReadonlyMap<string, string> {
  const given = new Map<string, number>();
  const times = (reason: string) => given.get(frameOf(reason)) ?? 0;
  return new Map(
    matches.map((match) => {
      const { userId, year, program } = match;
      const [line = [year, program].filter(Boolean).join(' · ')] = shortReasons(match).toSorted(
        (a, b) => times(a) - times(b) || a.length - b.length,
      );
      given.set(frameOf(line), times(line) + 1);
      return [userId, line];
    }),
  );
}

/** People grouped by band, best band first, each group in the order of the list. */
export const byBand = (matches: readonly Match[]) =>
  Object.values(BANDS)
    .map((text) => ({ text, people: matches.filter((match) => bandOf(match) === text) }))
    .filter(({ people }) => people.length > 0);
