import type { Offer } from '@flint/contracts';
import { useNow } from '../shared/use-now';
import { EmptyOffers } from './EmptyOffers';
import { OfferCard } from './OfferCard';
import { groupOf, type Direction } from './words';

interface OfferListProps {
  readonly direction: Direction;
  readonly offers: readonly Offer[];
  readonly onShow: (direction: Direction) => void;
}

const TITLES = {
  asked: { received: 'How did it go?', sent: 'How did it go?' },
  open: { received: 'Waiting for your answer', sent: 'Waiting for an answer' },
  agreed: { received: 'Your dates', sent: 'Your dates' },
  earlier: { received: 'Earlier', sent: 'Earlier' },
} as const;

const soonestFirst = (a: Offer, b: Offer) => a.proposedDate.localeCompare(b.proposedDate);

/** The offers of one tab: what waits first, then agreed dates, then the rest. */
export function OfferList({ direction, offers, onShow }: OfferListProps) {
  const now = useNow();
  if (offers.length === 0) return <EmptyOffers direction={direction} />;
  const groups = (['asked', 'open', 'agreed', 'earlier'] as const)
    .map((group) => ({ group, shown: offers.filter((offer) => groupOf(offer, now) === group) }))
    .filter(({ shown }) => shown.length > 0);
  return (
    <div className="o-groups">
      {groups.map(({ group, shown }) => (
        <section key={group} aria-label={TITLES[group][direction]}>
          <h2 className="o-group-title">{TITLES[group][direction]}</h2>
          <ul className="o-grid">
            {(group === 'earlier' ? shown : shown.toSorted(soonestFirst)).map((offer) => (
              <li key={offer.id}>
                <OfferCard offer={offer} direction={direction} onShow={onShow} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
