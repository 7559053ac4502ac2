import type { Offer } from '@flint/contracts';
import { t } from '@flint/texts';
import { Button, Card, loadable, Skeleton, Soft } from '@flint/ui';
import { memo, useId } from 'react';
import { PersonSafety } from '../shared/PersonSafety';
import { isJustAccepted } from './just-accepted';
import { OfferActions, type Proposed } from './OfferActions';
import { DateTicket, OfferTicket } from './OfferTicket';
import { isDate, partnerOf, standing, wordsOf, type Direction } from './words';

const WhyItFits = loadable(() => import('../plans/WhyItFits').then((module) => module.WhyItFits));
const PlaceTrouble = loadable(() => import('../places/PlaceTrouble').then((module) => module.PlaceTrouble));
const DateSafety = loadable(() => import('./DateSafety').then((module) => module.DateSafety));
const MeetQuestion = loadable(() => import('./MeetQuestion').then((module) => module.MeetQuestion));

interface OfferCardProps {
  readonly offer: Offer;
  readonly direction: Direction;
  /** Shows another offer of the same chain. */
  readonly onShow: (direction: Direction, offerId: string) => void;
  /** 'pane': beside its list on a wide window. 'brief': an agreed date above an offer that waits; the date's page shows the rest. */
  readonly as?: 'card' | 'pane' | 'brief';
  /** An hour that was pressed in the week above the pane. */
  readonly proposed?: Proposed | null;
}

/** One offer: person, time, place, activity, state and actions. Memoized, so that a change of another offer does not render it. */
export const OfferCard = memo(function OfferCard(props: OfferCardProps) {
  const { offer, direction, onShow, as = 'card', proposed = null } = props;
  const titleId = useId();
  const partner = partnerOf(offer, direction);
  const sentence = standing(offer, direction);
  const isAgreed = isDate(offer);
  // a new date is celebrated, a closed place is a warning
  const isBrief = isAgreed && as === 'brief' && !offer.placeTrouble && !isJustAccepted(offer.id);
  const isPane = !isAgreed && as === 'pane';
  const words = wordsOf(offer, direction);
  const meet = offer.can.sayMet && (
    <MeetQuestion
      offer={offer}
      partner={partner}
      isInBar={isPane}
      fallback={<Skeleton shape="block" height={isPane ? '2.25rem' : '9rem'} />}
    />
  );
  return (
    <Card
      as="article"
      padding="none"
      className={isPane ? 'o-card f-sheet' : 'o-card'}
      aria-labelledby={titleId}
      id={`offer-${offer.id}`}
      tabIndex={-1}
    >
      {isAgreed ? (
        <DateTicket offer={offer} direction={direction} titleId={titleId} as={isBrief ? 'brief' : 'card'} />
      ) : (
        <OfferTicket offer={offer} direction={direction} titleId={titleId} />
      )}
      {!isBrief && (
        <>
          <div className="o-card__body f-stack f-gap-3">
            <div className="o-said">
              <div className="f-grow f-gap-2">
                {offer.isPlan && <WhyItFits offer={offer} />}
                {words.map(({ isOwn, text }) => (
                  <blockquote key={`${isOwn}`} className="o-words" translate="no">
                    {text}
                  </blockquote>
                ))}
                {sentence && !isAgreed && <Soft>{sentence}</Soft>}
              </div>
              {!isAgreed && partner.id !== null && (
                <PersonSafety person={{ id: partner.id, name: partner.name }} offerId={offer.id} />
              )}
            </div>
            {offer.placeTrouble && <PlaceTrouble offer={offer} />}
            {isAgreed && <DateSafety offer={offer} fallback={<Skeleton shape="block" height="2.75rem" />} />}
            {!isPane && meet}
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
          <OfferActions offer={offer} partner={partner} isPane={isPane} proposed={proposed}>
            {isPane && meet}
          </OfferActions>
        </>
      )}
    </Card>
  );
});
