import type { Offer } from '@flint/contracts';
import { ScreenLink } from '@flint/remote-kit';
import { t } from '@flint/texts';
import { Button, buttonClass, Card, loadable, Skeleton, Soft } from '@flint/ui';
import { memo, useId } from 'react';
import { OfferActions, type Proposed } from './OfferActions';
import { DateTicket, OfferTicket } from './OfferTicket';
import { isDate, isOpen, partnerOf, standing, wordsOf, type Direction } from './words';

const WhyItFits = loadable(() => import('../plans/WhyItFits').then((module) => module.WhyItFits));
const PlaceTrouble = loadable(() => import('../places/PlaceTrouble').then((module) => module.PlaceTrouble));
const MeetQuestion = loadable(() => import('./MeetQuestion').then((module) => module.MeetQuestion));
const SharedLinks = loadable(() => import('./SharedLinks').then((module) => module.SharedLinks));

interface OfferCardProps {
  readonly offer: Offer;
  readonly direction: Direction;
  /** Shows another offer of the same chain. */
  readonly onShow: (direction: Direction, offerId: string) => void;
  /** Beside its list on a wide window. */
  readonly isPane?: boolean;
  /** An hour that was pressed in the week above the pane. */
  readonly proposed?: Proposed | null;
}

/** One offer: person, time, place, activity, state and actions; of an agreed date only the ticket, because its page shows the rest. Memoized, so that a change of another offer does not render it. */
export const OfferCard = memo(function OfferCard(props: OfferCardProps) {
  const { offer, direction, onShow, isPane = false, proposed = null } = props;
  const titleId = useId();
  const isAgreed = isDate(offer);
  const look = {
    as: 'article',
    padding: 'none',
    className: isPane && !isAgreed ? 'o-card f-sheet' : 'o-card',
    'aria-labelledby': titleId,
    id: `offer-${offer.id}`,
    tabIndex: -1,
  } as const;
  const trouble = offer.placeTrouble && <PlaceTrouble offer={offer} />;
  if (isAgreed) {
    return (
      <Card {...look}>
        <DateTicket offer={offer} direction={direction} titleId={titleId} />
        {trouble && <div className="o-card__body">{trouble}</div>}
      </Card>
    );
  }
  const partner = partnerOf(offer, direction);
  const sentence = standing(offer, direction);
  const isOver = offer.status === 'completed';
  const actions = (
    <OfferActions offer={offer} partner={partner} isPane={isPane} proposed={proposed}>
      {isOver && partner.id !== null && (
        <ScreenLink
          to="offers"
          params={{ date: offer.id }}
          className={`o-card__link ${buttonClass({ size: 's', variant: 'quiet' })}`}
        >
          {t('Details')}
        </ScreenLink>
      )}
    </OfferActions>
  );
  return (
    <Card {...look}>
      <OfferTicket offer={offer} direction={direction} titleId={titleId} />
      <div className="o-card__body f-stack f-gap-3">
        {offer.isPlan && <WhyItFits offer={offer} />}
        {isOpen(offer) &&
          wordsOf(offer, direction).map(({ isOwn, text }) => (
            <blockquote key={`${isOwn}`} className="o-words" translate="no">
              {text}
            </blockquote>
          ))}
        {sentence && <Soft>{sentence}</Soft>}
        {trouble}
        {offer.can.sayMet && (
          <MeetQuestion offer={offer} partner={partner} fallback={<Skeleton shape="block" height="9rem" />} />
        )}
        {offer.status === 'accepted' && (offer.cancelledAt ?? '') >= offer.proposedDate && (
          <SharedLinks offer={offer} />
        )}
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
        {isOver && actions}
      </div>
      {!isOver && actions}
    </Card>
  );
});
