import type { Offer } from '@flint/contracts';
import { t } from '@flint/texts';
import { Badge, Soft } from '@flint/ui';
import { longDate, timeAlone } from '../shared/dates';
import { RowLink } from '../shared/RowLink';
import { badgeOf, partnerOf, type Direction } from './words';

interface OfferRowProps {
  readonly offer: Offer;
  readonly direction: Direction;
  /** The displayed tab; choosing the row does not change it. */
  readonly tab: Direction;
  readonly isChosen: boolean;
}

/** One row: person, time and state of an offer. */
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
        {age !== null && <span className="age">, {age}</span>}
      </strong>
      <Soft as="span">
        <span>{longDate(offer.proposedDate)}</span>, {timeAlone(offer.proposedDate)}
      </Soft>
    </RowLink>
  );
}
