import type { Offer } from '@flint/contracts';
import { Badge } from '@flint/ui';
import { shortTime } from '../shared/dates';
import { RowLink } from '../shared/RowLink';
import { badgeOf, partnerOf, type Direction } from './words';

interface OfferRowProps {
  readonly offer: Offer;
  readonly direction: Direction;
  readonly isChosen: boolean;
}

/** An offer in one glance: who, what, when, and where it stands. */
export function OfferRow({ offer, direction, isChosen }: OfferRowProps) {
  const { name, age, photoUrl } = partnerOf(offer, direction);
  const badge = badgeOf(offer);
  return (
    <RowLink
      to="offers"
      params={{ tab: direction, offer: offer.id }}
      name={name}
      photoUrl={photoUrl}
      isChosen={isChosen}
      aside={<Badge tone={badge.tone}>{badge.text}</Badge>}
    >
      <strong>
        {name}
        {age !== null && <span className="o-age">, {age}</span>}
      </strong>
      <span className="o-quiet">{shortTime(offer.proposedDate)}</span>
      <span className="o-quiet">{offer.activity}</span>
    </RowLink>
  );
}
