import type { Offer } from '@flint/contracts';
import { message } from '@flint/texts';
import { groupOf, type Direction } from './words';

export type Offers = Record<Direction, readonly Offer[]>;

interface Group {
  readonly title: string;
  readonly shown: readonly Offer[];
}

/** The groups of each tab: open offers first, then past ones. */
const TITLES = {
  open: { received: message('Waiting for you'), sent: message('Waiting for them') },
  asked: { received: message('How did it go?'), sent: message('How did it go?') },
  earlier: { received: message('Earlier'), sent: message('Earlier') },
} as const;

const soonestFirst = (a: Offer, b: Offer) => a.proposedDate.localeCompare(b.proposedDate);

/** Agreed dates from both tabs, next first. */
export const datesOf = ({ received, sent }: Offers, now: number): readonly Offer[] =>
  [...received, ...sent].filter((offer) => groupOf(offer, now) === 'agreed').toSorted(soonestFirst);

/** The other offers of one tab, by group. */
export function groupsOf(offers: Offers, direction: Direction, now: number): readonly Group[] {
  return (['open', 'asked', 'earlier'] as const)
    .map((group) => {
      const own = offers[direction].filter((offer) => groupOf(offer, now) === group);
      return {
        title: TITLES[group][direction],
        shown: group === 'earlier' ? own : own.toSorted(soonestFirst),
      };
    })
    .filter(({ shown }) => shown.length > 0);
}

/** The first `count` offers, in their groups. */
export function firstOf(groups: readonly Group[], count: number): readonly Group[] {
  let left = count;
  return groups
    .map(({ title, shown }) => {
      const some = shown.slice(0, left);
      left -= some.length;
      return { title, shown: some };
    })
    .filter(({ shown }) => shown.length > 0);
}
