import { ScreenLink } from '@flint/remote-kit';
import { t } from '@flint/texts';
import { rich } from '@flint/texts/react';
import { Badge, Icon } from '@flint/ui';
import { countdown, dayAndTime, longDate } from '../shared/dates';
import { useNow } from '../shared/use-now';
import { AddToCalendar } from './AddToCalendar';
import type { HeadProps } from './OfferHead';
import './date-ticket.css';

/** An agreed date in three short lines, above an offer that waits for an answer; its page shows the rest. */
export function DateLine({ offer, partner, titleId, badge }: HeadProps) {
  const now = useNow();
  return (
    <header className="o-ticket o-line">
      <h3 id={titleId}>
        {rich('{activity} with {name}', {
          activity: <span translate="no">{offer.activity}</span>,
          name: <span translate="no">{partner.name}</span>,
        })}
      </h3>
      <Badge tone={badge.tone}>{t(badge.text)}</Badge>
      <p className="o-when">
        <strong>
          <time dateTime={offer.proposedDate}>{dayAndTime(offer.proposedDate)}</time>
          {' · '}
          {countdown(offer.proposedDate, now)}
        </strong>
        <span>{longDate(offer.proposedDate)}</span>
      </p>
      <div className="o-line__do">
        {offer.can.addToCalendar && <AddToCalendar offer={offer} isSmall />}
        <ScreenLink to="offers" params={{ date: offer.id }} className="o-ticket__link">
          {t('Your date')} <Icon name="chevron-right" size={18} />
        </ScreenLink>
      </div>
    </header>
  );
}
