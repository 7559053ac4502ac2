import { t } from '@flint/texts';
import { rich } from '@flint/texts/react';
import { ScreenLink } from '@flint/remote-kit';
import { Avatar, Badge, Icon, loadable } from '@flint/ui';
import { useState } from 'react';
import { countdown, dayAndTime, longDate, timeRange } from '../shared/dates';
import { PersonSafety } from '../shared/PersonSafety';
import { useNow } from '../shared/use-now';
import { isJustAccepted } from './just-accepted';
import type { HeadProps } from './OfferHead';
import './date-ticket.css';

const DateMoment = loadable(() => import('./DateMoment').then((module) => module.DateMoment));

/** The ticket of an agreed date: countdown, time, activity, person, place. */
export function DateTicket({ offer, partner, titleId, badge }: HeadProps) {
  const now = useNow();
  const [isNew] = useState(() => isJustAccepted(offer.id));
  return (
    <header className="o-ticket">
      {isNew && <DateMoment offer={offer} fallback={<div className="o-moment" />} />}
      <div className="o-ticket__top">
        <span className="o-ticket__pill">
          <Icon name="clock" size={18} /> {countdown(offer.proposedDate, now)}
        </span>
        <Badge tone={badge.tone}>{t(badge.text)}</Badge>
        {partner.id !== null && (
          <span className="o-ticket__safety">
            <PersonSafety person={{ id: partner.id, name: partner.name }} offerId={offer.id} />
          </span>
        )}
      </div>
      <div className="o-ticket__main">
        <div>
          <p className="o-ticket__time">
            <time dateTime={offer.proposedDate}>{dayAndTime(offer.proposedDate)}</time>
          </p>
          <h3 id={titleId}>
            {rich('{activity} with {name}', {
              activity: <span translate="no">{offer.activity}</span>,
              name: <span translate="no">{partner.name}</span>,
            })}
          </h3>
        </div>
        {!isNew && <Avatar name={partner.name} photoUrl={partner.photo} size="l" />}
      </div>
      <p>
        <span className="f-visually-hidden">{t('Where:')} </span>
        <span translate="no">{offer.location}</span>
      </p>
      <p className="o-when">
        <span>{longDate(offer.proposedDate)}</span>
        <span>{timeRange(offer.proposedDate)}</span>
      </p>
      <ScreenLink to="offers" params={{ date: offer.id }} className="o-ticket__link">
        {t('Your date')} <Icon name="chevron-right" size={18} />
      </ScreenLink>
    </header>
  );
}
