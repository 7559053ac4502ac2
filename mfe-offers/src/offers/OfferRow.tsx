import type { Offer } from '@flint/contracts';
import { t } from '@flint/texts';
import { Badge } from '@flint/ui';
import { longTime } from '../shared/dates';
import { RowLink } from '../shared/RowLink';
import { badgeOf, partnerOf, type Direction } from './words';

interface OfferRowProps {
  readonly offer: Offer;
  readonly direction: Direction;
  /** The tab on show, which choosing the row leaves as it is. */
  readonly tab: Direction;
  readonly isChosen: boolean;
}

/** An offer in one glance: who, what, when, and where it stands. */
export function OfferRow({ offer, direction, tab, isChosen }: OfferRowProps) {
  const { name, age, photo } = partnerOf(offer, direction);
  const badge = badgeOf(offer);
  return (
    <RowLink
      to="offers"
      params={{ tab, offer: offer.id }}
      name={name}
      photoUrl={photo}
      isChosen={isChosen}
      aside={<Badge tone={badge.tone}>{t(badge.text)}</Badge>}
    >
      <strong>
        <span translate="no">{name}</span>
        {age !== null && <span className="o-age">, {age}</span>}
      </strong>
      <span className="o-quiet">{longTime(offer.proposedDate)}</span>
      <span className="o-quiet" translate="no">
        {offer.activity}
      </span>
    </RowLink>
  );
}
