import type { Place } from '@flint/contracts';
import { isOpenFor, localTime, minutesOpen, suitsHour } from '@flint/contracts/places/open';
import { MINUTE_MS } from '@flint/contracts/time';
import { message, t } from '@flint/texts';
import { timeAlone } from '../shared/dates';
import { walkTo } from './walk-to';

const DAY = 1440;

const NOISE = {
  quiet: message('Quiet place'),
  lively: message('Lively place'),
  loud: message('Loud place'),
} as const;

/** The closing time after that instant. */
export function openUntil(place: Place, at: string, timezone: string): string {
  const minutes = minutesOpen(place.hours, localTime(Date.parse(at), timezone));
  if (minutes >= DAY) return t('Open all day');
  const time = timeAlone(new Date(Date.parse(at) + minutes * MINUTE_MS).toISOString());
  return t('Open till {time}', { time });
}

const joined = (facts: readonly unknown[]) => facts.filter(Boolean).join(' · ');

/** Walk and price, as far as the list has them. */
export const effortOf = (place: Place): string =>
  joined([walkTo(place), place.price === 0 ? t('Free') : '$'.repeat(place.price ?? 0)]);

/** Noise and steps, as far as the list has them, after the address. */
export const detailsOf = ({ noise, stepFree }: Place): string =>
  joined([' ', noise && t(NOISE[noise]), stepFree && t('Step-free')]);

interface Wish {
  /** The instant of the date; null while none is chosen. */
  readonly at: string | null;
  readonly timezone: string;
  /** Kinds both like, best first; empty when nothing is known. */
  readonly kinds: readonly string[];
  /** Ids of places that need not suit the hour: it decides what is suggested, not what a student may choose. */
  readonly kept?: readonly unknown[];
}

/** Places that are open and suitable at that hour; first those that both like, in order of preference. */
export function placesFor(places: readonly Place[], { at, timezone, kinds, kept = [] }: Wish) {
  const local = at === null ? null : localTime(Date.parse(at), timezone);
  const open = places.filter(
    ({ id, hours, kind }) =>
      local === null || (isOpenFor(hours, local) && (suitsHour(kind, local) || kept.includes(id))),
  );
  const rank = ({ kind }: Place) => (kinds.includes(kind) ? kinds.indexOf(kind) : Infinity);
  const liked = open.filter(({ kind }) => kinds.includes(kind)).sort((a, b) => rank(a) - rank(b));
  return { open, liked };
}
