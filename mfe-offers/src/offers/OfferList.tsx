import type { Offer } from '@flint/contracts';
import { message, t } from '@flint/texts';
import { SplitView } from '@flint/ui';
import { memo, useEffect } from 'react';
import { useChosen } from '../shared/use-chosen';
import { useDrawnCount } from '../shared/use-drawn-count';
import { useIsWide } from '../shared/use-is-wide';
import { useNow } from '../shared/use-now';
import { EmptyOffers } from './EmptyOffers';
import { OfferCard } from './OfferCard';
import { OfferRow } from './OfferRow';
import { groupOf, type Direction } from './words';

/** More cards than a phone shows at once. */
const DRAWN_FIRST = 2;

interface OfferListProps {
  readonly direction: Direction;
  readonly offers: readonly Offer[];
  /** The offer the address names. */
  readonly named: string | undefined;
  readonly onShow: (direction: Direction, offerId: string) => void;
}

interface Group {
  readonly title: string;
  readonly shown: readonly Offer[];
}

const TITLES = {
  asked: { received: message('How did it go?'), sent: message('How did it go?') },
  open: { received: message('Waiting for your answer'), sent: message('Waiting for an answer') },
  agreed: { received: message('Your dates'), sent: message('Your dates') },
  earlier: { received: message('Earlier'), sent: message('Earlier') },
} as const;

const soonestFirst = (a: Offer, b: Offer) => a.proposedDate.localeCompare(b.proposedDate);

function groupsOf(offers: readonly Offer[], direction: Direction, now: number): readonly Group[] {
  return (['asked', 'open', 'agreed', 'earlier'] as const)
    .map((group) => {
      const own = offers.filter((offer) => groupOf(offer, now) === group);
      return {
        title: t(TITLES[group][direction]),
        shown: group === 'earlier' ? own : own.toSorted(soonestFirst),
      };
    })
    .filter(({ shown }) => shown.length > 0);
}

/** The first `count` of them. */
function firstOf(groups: readonly Group[], count: number): readonly Group[] {
  let left = count;
  return groups
    .map(({ title, shown }) => {
      const some = shown.slice(0, left);
      left -= some.length;
      return { title, shown: some };
    })
    .filter(({ shown }) => shown.length > 0);
}

/** The offers of one tab, what waits first: cards on a phone; on a wide window a list with one of them beside it. */
export const OfferList = memo(function OfferList({ direction, offers, named, onShow }: OfferListProps) {
  const now = useNow();
  const isWide = useIsWide();
  const groups = groupsOf(offers, direction, now);
  const chosen = useChosen(
    groups.flatMap(({ shown }) => shown),
    ({ id }) => id,
    named,
  );
  useEffect(() => {
    if (isWide || named === undefined) return;
    const card = document.getElementById(`offer-${named}`);
    card?.scrollIntoView?.({ block: 'start' });
    card?.focus({ preventScroll: true });
  }, [isWide, named]);

  const isWhole = isWide || named !== undefined;
  const count = useDrawnCount(isWhole ? Infinity : DRAWN_FIRST);

  if (!chosen) return <EmptyOffers direction={direction} />;
  const list = firstOf(groups, count).map(({ title, shown }) => (
    <section key={title} aria-label={title}>
      <h2 className="o-group-title">{title}</h2>
      <ul className={isWide ? 'o-rows' : 'o-grid'}>
        {shown.map((offer) => (
          <li key={offer.id}>
            {isWide ? (
              <OfferRow offer={offer} direction={direction} isChosen={offer.id === chosen.id} />
            ) : (
              <OfferCard offer={offer} direction={direction} onShow={onShow} />
            )}
          </li>
        ))}
      </ul>
    </section>
  ));
  if (!isWide) return <div className="o-groups">{list}</div>;
  return (
    <SplitView
      id="offers"
      label={t('Width of the list')}
      start={<div className="o-groups o-groups--list">{list}</div>}
      end={<OfferCard key={chosen.id} offer={chosen} direction={direction} onShow={onShow} />}
    />
  );
});
