import { t } from '@flint/texts';
import { Badge, Icon, PhotoFrame } from '@flint/ui';
import { countdown, longDate, timeRange } from '../shared/dates';
import { useNow } from '../shared/use-now';
import type { HeadProps } from './OfferHead';
import './pane-head.css';

/** The header of an offer beside its list on a wide window: a large time, the activity, the place and a portrait. */
export function PaneHead({ offer, partner, titleId, badge }: HeadProps) {
  const now = useNow();
  const isAhead = Date.parse(offer.proposedDate) > now;
  return (
    <header className="o-pane">
      <div className="o-pane__plan">
        <p>
          <Badge tone={badge.tone}>{t(badge.text)}</Badge>
        </p>
        <p className="o-pane__day">
          <time dateTime={offer.proposedDate}>{longDate(offer.proposedDate)}</time>
        </p>
        <p className="o-pane__time">
          {timeRange(offer.proposedDate)}
          {isAhead && <span className="o-quiet">{countdown(offer.proposedDate, now)}</span>}
        </p>
        <ul className="o-pane__facts">
          <li>
            <Icon name="spark" />
            <span className="f-visually-hidden">{t('What:')} </span>
            <strong translate="no">{offer.activity}</strong>
          </li>
          <li>
            <Icon name="pin" />
            <span className="f-visually-hidden">{t('Where:')} </span>
            <strong translate="no">{offer.location}</strong>
          </li>
        </ul>
      </div>
      <div className="o-pane__who">
        <PhotoFrame name={partner.name} photoUrl={partner.photo} />
        <h3 id={titleId}>
          <span translate="no">{partner.name}</span>
          {partner.age !== null && (
            <>
              , <span className="o-age">{partner.age}</span>
            </>
          )}
        </h3>
      </div>
    </header>
  );
}
