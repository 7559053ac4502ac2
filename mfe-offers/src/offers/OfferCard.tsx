import type { Offer } from '@flint/contracts';
import { t } from '@flint/texts';
import { Button, Card, loadable } from '@flint/ui';
import { memo, useId } from 'react';
import { PersonSafety } from '../shared/PersonSafety';
import { DateLine } from './DateLine';
import { DateSafety } from './DateSafety';
import { DateTicket } from './DateTicket';
import { isJustAccepted } from './just-accepted';
import { OfferActions, type Proposed } from './OfferActions';
import { OfferHead } from './OfferHead';
import { OpenOffer } from './OpenOffer';
import { badgeOf, partnerOf, standing, type Direction } from './words';

const WhyItFits = loadable(() => import('../plans/WhyItFits').then((module) => module.WhyItFits));
const PlaceTrouble = loadable(() => import('../places/PlaceTrouble').then((module) => module.PlaceTrouble));
const PaneHead = loadable(() => import('./PaneHead').then((module) => module.PaneHead));
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
  const badge = badgeOf(offer);
  const sentence = standing(offer, direction);
  const isDate = offer.status === 'accepted' && !offer.cancelledAt;
  // a new date is celebrated, a closed place is a warning
  const isBrief = isDate && as === 'brief' && !offer.placeTrouble && !isJustAccepted(offer.id);
  const isPane = !isDate && as === 'pane';
  const head = { offer, partner, titleId, badge };
  const words = [offer.message, offer.reply].filter((text) => text !== undefined);
  return (
    <Card
      as="article"
      padding="none"
      className={isDate ? 'o-card o-card--date' : 'o-card'}
      aria-labelledby={titleId}
      id={`offer-${offer.id}`}
      tabIndex={-1}
    >
      {isBrief ? (
        <DateLine {...head} />
      ) : isDate ? (
        <DateTicket {...head} />
      ) : isPane ? (
        <PaneHead {...head} fallback={<div className="o-pane--wait" />} />
      ) : (
        <OfferHead {...head} />
      )}
      {!isBrief && (
        <>
          <div className="o-card__body">
            <div className="o-said">
              <div>
                {offer.isPlan && <WhyItFits offer={offer} />}
                {words.map((text) => (
                  <blockquote key={text} className="o-words" translate="no">
                    {text}
                  </blockquote>
                ))}
                {sentence && !isDate && <p className="o-quiet">{sentence}</p>}
                {offer.status === 'pending' && !offer.cancelledAt && !offer.timeTaken && (
                  <OpenOffer offer={offer} direction={direction} />
                )}
              </div>
              {!isDate && partner.id !== null && (
                <PersonSafety person={{ id: partner.id, name: partner.name }} offerId={offer.id} />
              )}
            </div>
            {offer.placeTrouble && <PlaceTrouble offer={offer} />}
            {isDate && <DateSafety offer={offer} />}
            {offer.can.sayMet && (
              <MeetQuestion
                offer={offer}
                partner={partner}
                fallback={<div className="o-meet o-meet--wait" />}
              />
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
          </div>
          <OfferActions offer={offer} partner={partner} isPane={isPane} proposed={proposed} />
        </>
      )}
    </Card>
  );
});
