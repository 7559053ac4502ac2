import type { Offer } from '@flint/contracts';
import { t } from '@flint/texts';
import { Avatar, Badge, Button, Card, Icon } from '@flint/ui';
import { memo, useId } from 'react';
import { longDate, timeRange } from '../shared/dates';
import { useNow } from '../shared/use-now';
import { PersonSafety } from '../shared/PersonSafety';
import { DateSafety } from './DateSafety';
import { MeetQuestion } from './MeetQuestion';
import { OfferActions } from './OfferActions';
import { badgeOf, partnerOf, standing, type Direction } from './words';

interface OfferCardProps {
  readonly offer: Offer;
  readonly direction: Direction;
  /** Shows another offer of the same chain. */
  readonly onShow: (direction: Direction, offerId: string) => void;
}

/** One offer: who, when, where, what, where it stands, and what can be done about it. Kept as it is while another one changes. */
export const OfferCard = memo(function OfferCard({ offer, direction, onShow }: OfferCardProps) {
  const titleId = useId();
  const partner = partnerOf(offer, direction);
  const badge = badgeOf(offer);
  const sentence = standing(offer, direction, useNow());
  const words = [offer.message, offer.reply].filter((text) => text !== undefined);
  return (
    <Card
      as="article"
      padding="none"
      className="o-card"
      aria-labelledby={titleId}
      id={`offer-${offer.id}`}
      tabIndex={-1}
    >
      <header className="o-card__head">
        <Avatar name={partner.name} photoUrl={partner.photo} size="l" />
        <div className="o-card__who">
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
        {partner.id !== null && (
          <div className="o-card__block">
            <PersonSafety person={{ id: partner.id, name: partner.name }} offerId={offer.id} />
          </div>
        )}
      </header>
      <div className="o-card__body">
        <p className="o-when">
          <time dateTime={offer.proposedDate}>{longDate(offer.proposedDate)}</time>
          <span>{timeRange(offer.proposedDate)}</span>
        </p>
        <ul className="o-facts">
          <li>
            <Icon name="spark" label={t('What')} /> <span translate="no">{offer.activity}</span>
          </li>
          <li>
            <Icon name="pin" label={t('Where')} /> <span translate="no">{offer.location}</span>
          </li>
        </ul>
        {words.map((text) => (
          <blockquote key={text} className="o-words" translate="no">
            {text}
          </blockquote>
        ))}
        {sentence && <p className="o-quiet">{sentence}</p>}
        {offer.status === 'accepted' && !offer.cancelledAt && <DateSafety offer={offer} />}
        {offer.can.sayMet && <MeetQuestion offer={offer} partner={partner} />}
        {offer.counterOffer !== null && (
          <Button
            size="s"
            variant="quiet"
            className="o-card__link"
            onClick={() => onShow(direction === 'received' ? 'sent' : 'received', offer.counterOffer!)}
          >
            {t('See the new proposal')}
          </Button>
        )}
      </div>
      <OfferActions offer={offer} partner={partner} />
    </Card>
  );
});
