import type { Offer } from '@flint/contracts';
import { ScreenLink } from '@flint/remote-kit';
import { useListOffersQuery, useNow, useToday } from '@flint/remote-kit/data';
import { t } from '@flint/texts';
import {
  Avatar,
  Badge,
  Icon,
  icons,
  loadable,
  PhotoFrame,
  Row,
  Skeleton,
  Ticket,
  TicketTime,
} from '@flint/ui';
import { rich } from '@flint/texts/react';
import { useState, type ReactNode } from 'react';
import { WayThere } from '../places/WayThere';
import { capital, countdown, dayAndTime, longDate } from '../shared/dates';
import { PersonSafety } from '../shared/PersonSafety';
import { AddToCalendar } from './AddToCalendar';
import { isJustAccepted } from './just-accepted';
import { OpenOffer } from './OpenOffer';
import { badgeOf, isDate, isOpen, partnerOf, waits, type Direction } from './words';

const DateMoment = loadable(() => import('./DateMoment').then((module) => module.DateMoment));

interface OfferTicketProps {
  readonly offer: Offer;
  readonly direction: Direction;
  /** Id of the heading. */
  readonly titleId: string;
}

interface DateTicketProps extends Omit<OfferTicketProps, 'titleId'> {
  /** Id of the heading; none on the page of the date, whose heading names the person and which has its hours. */
  readonly titleId?: string;
  readonly hours?: string;
}

/** The long US date (spec 2, 9), and what follows from it; the hour stands large above. */
function When({ offer, children }: { readonly offer: Offer; readonly children?: ReactNode }) {
  return (
    <p className="f-ticket__when f-row f-gap-2 f-soft">
      <span>{longDate(offer.proposedDate)}</span>
      {children}
    </p>
  );
}

const Place = ({ offer }: { readonly offer: Offer }) => (
  <p>
    <span className="f-visually-hidden">{t('Where:')} </span>
    <span translate="no">{offer.location}</span>
  </p>
);

/** An agreed date: when, what, with whom, where; below the tear line its page, or on that page the way there, and the calendar. */
export function DateTicket({ offer, direction, titleId, hours }: DateTicketProps) {
  const now = useNow();
  const [isNew] = useState(() => isJustAccepted(offer.id));
  const partner = partnerOf(offer, direction);
  const self = direction === 'received' ? offer.toUser : offer.fromUser;
  const badge = badgeOf(offer);
  const isPage = titleId === undefined;
  const activity = <span translate="no">{offer.activity}</span>;
  return (
    <>
      {isNew && <DateMoment offer={offer} fallback={<Skeleton shape="block" height="11.5rem" />} />}
      <Ticket
        kind="date"
        head={
          <>
            {isDate(offer) && (
              <span className="f-ticket__pill f-badge">
                <Icon path={icons.clock} size={18} /> {countdown(offer.proposedDate, now)}
              </span>
            )}
            <Badge tone={badge.tone}>{t(badge.text)}</Badge>
            {!isNew && (
              <span className="o-end f-line" aria-hidden="true">
                <Avatar name={self.name} photoUrl={self.photo} />
                <Avatar name={partner.name} photoUrl={partner.photo} />
              </span>
            )}
          </>
        }
        foot={
          isDate(offer) && (
            <>
              {isPage ? (
                <WayThere offer={offer} />
              ) : (
                <ScreenLink to="offers" params={{ date: offer.id }} className="f-ticket__do f-button">
                  <Icon path={icons.heart} size={18} />
                  {t('Details')}
                </ScreenLink>
              )}
              {offer.can.addToCalendar && <AddToCalendar offer={offer} isInTicket />}
            </>
          )
        }
      >
        <TicketTime at={offer.proposedDate}>{capital(dayAndTime(offer.proposedDate, now))}</TicketTime>
        {isPage ? (
          <strong>{activity}</strong>
        ) : (
          <h3 id={titleId}>
            {rich('{activity} with {name}', {
              activity,
              name: <span translate="no">{partner.name}</span>,
            })}
          </h3>
        )}
        <Place offer={offer} />
        <When offer={offer}>{hours && <span>{hours}</span>}</When>
      </Ticket>
    </>
  );
}

/** An offer: who, when (of a counter-offer also the time before; of one that is over only the day), what, where, and when it ends. */
export function OfferTicket({ offer, direction, titleId }: OfferTicketProps) {
  const today = useToday();
  const { before } = useListOffersQuery(undefined, {
    selectFromResult: ({ data }) => ({ before: data?.items.find(({ id }) => id === offer.counterOf) }),
  });
  const partner = partnerOf(offer, direction);
  const badge = badgeOf(offer);
  const isCounter = before !== undefined && waits(offer);
  return (
    <Ticket
      kind="offer"
      head={
        isCounter && (
          <strong>
            {direction === 'sent'
              ? t('You propose another time')
              : t('{name} proposes another time', { name: partner.name })}
          </strong>
        )
      }
      picture={
        partner.photo ? (
          <PhotoFrame name={partner.name} photoUrl={partner.photo} />
        ) : (
          <Avatar name={partner.name} size="l" />
        )
      }
    >
      <div className="f-ticket__who f-line">
        <Row gap={2}>
          <h3 id={titleId}>
            <span translate="no">{partner.name}</span>
            {partner.age !== null && (
              <>
                , <span className="age">{partner.age}</span>
              </>
            )}
          </h3>
          <Badge tone={badge.tone}>{t(badge.text)}</Badge>
        </Row>
        {partner.id !== null && (
          <PersonSafety person={{ id: partner.id, name: partner.name }} offerId={offer.id} />
        )}
      </div>
      {isOpen(offer) && (
        <TicketTime
          at={offer.proposedDate}
          was={isCounter ? capital(dayAndTime(before.proposedDate, today)) : undefined}
        >
          {capital(dayAndTime(offer.proposedDate, today))}
        </TicketTime>
      )}
      <p>
        <span className="f-visually-hidden">{t('What:')} </span>
        <strong translate="no">{offer.activity}</strong>
      </p>
      <Place offer={offer} />
      <When offer={offer}>{waits(offer) && <OpenOffer offer={offer} direction={direction} />}</When>
    </Ticket>
  );
}
