import type { Match, MatchBand } from '@flint/contracts';
import { message } from '@flint/texts';
import type { BadgeTone } from '@flint/ui';
import { capital } from '../shared/dates';

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

/** A reason without its facts: 'Your first dates agree: coffee' and '…: a film' read alike in a list. */
const frameOf = (reason: string) => reason.split(':')[0]!;

/** Characters in one line of a phone's card. */
const LINE = 36;

/** An activity in one line: a long one without its details. */
export const inOneLine = (text: string): string => (text.length > LINE ? frameOf(text) : text);

/** A reason in one line: of a long one the facts, which follow a colon. */
export function factsOf(reason: string): string {
  const [, ...facts] = reason.length > LINE ? reason.split(':') : [];
  return facts.length > 0 ? capital(facts.join(':').trim()) : reason;
}

/** The line of each person in a list, by id: of the reasons that the rows above give least often the shortest, else year and program. */
export function linesOf(matches: readonly Match[]): ReadonlyMap<string, string> {
  const given = new Map<string, number>();
  const times = (reason: string) => given.get(frameOf(reason)) ?? 0;
  return new Map(
    matches.map(({ userId, reasons, year, program }) => {
      const [line = [year, program].filter(Boolean).join(' · ')] = reasons.toSorted(
        (a, b) => times(a) - times(b) || a.length - b.length,
      );
      given.set(frameOf(line), times(line) + 1);
      return [userId, factsOf(line)];
    }),
  );
}

/** People grouped by band, best band first, each group in the order of the list. */
export const byBand = (matches: readonly Match[]) =>
  Object.values(BANDS)
    .map(({ text }) => ({ text, people: matches.filter((match) => bandOf(match).text === text) }))
    .filter(({ people }) => people.length > 0);
