import type { Offer, Person } from '@flint/contracts';
import { t } from '@flint/texts';
import { Avatar, Badge } from '@flint/ui';
import { dayAndTime, longDate, timeRange } from '../shared/dates';
import type { badgeOf } from './words';

export interface HeadProps {
  readonly offer: Offer;
  readonly partner: Person;
  /** Id of the card's heading. */
  readonly titleId: string;
  readonly badge: ReturnType<typeof badgeOf>;
}

/** Name, state, the proposal in one line, and the long US date once (spec 2, 9). */
export function OfferHead({ offer, partner, titleId, badge }: HeadProps) {
  return (
    <header className="o-card__head">
      <Avatar name={partner.name} photoUrl={partner.photo} size="l" />
      <div className="o-card__who">
        <div className="o-card__name">
          <h3 id={titleId}>
            <span translate="no">{partner.name}</span>
            {partner.age !== null && (
              <>
                , <span className="o-age">{partner.age}</span>
              </>
            )}
          </h3>
          <Badge tone={badge.tone}>{t(badge.text)}</Badge>
        </div>
        <p className="o-plan">
          <time dateTime={offer.proposedDate}>{dayAndTime(offer.proposedDate)}</time>
          <span className="f-visually-hidden">{t('What:')} </span>
          <span translate="no">{offer.activity}</span>
          <span className="f-visually-hidden">{t('Where:')} </span>
          <span translate="no">{offer.location}</span>
        </p>
        <p className="o-when">
          <span>{longDate(offer.proposedDate)}</span>
          <span>{timeRange(offer.proposedDate)}</span>
        </p>
      </div>
    </header>
  );
}
