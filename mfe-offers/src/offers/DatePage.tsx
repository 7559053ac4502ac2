import type { Offer } from '@flint/contracts';
import { ScreenLink, usePlatform } from '@flint/remote-kit';
import { useListPlacesQuery, useReadDateQuery } from '@flint/remote-kit/data';
import { t } from '@flint/texts';
import { Avatar, Icon, loadableDialog, Notice, Page } from '@flint/ui';
import { useEffect, useState } from 'react';
import { PlaceTrouble } from '../places/PlaceTrouble';
import { countdown, longDate, timeAlone, timeRange } from '../shared/dates';
import { failureText } from '../shared/failure';
import { OfflineNotice } from '../shared/OfflineNotice';
import { PersonSafety } from '../shared/PersonSafety';
import { useNow } from '../shared/use-now';
import { DateSignals } from './DateSignals';
import { MeetQuestion } from './MeetQuestion';
import { OfferActions } from './OfferActions';
import { RecognizeLines } from './RecognizeLines';
import { partnerOf, type Direction } from './words';
import './date-ticket.css';
import './date-page.css';

const ShareDialog = loadableDialog(() => import('./ShareDialog').then((module) => module.ShareDialog));

interface DatePageProps {
  readonly offer: Offer;
  readonly direction: Direction;
}

const directionsUrl = (place: string) =>
  `https://www.openstreetmap.org/search?query=${encodeURIComponent(place)}`;

/** The page of one agreed date, until both have said whether they met. */
export function DatePage({ offer, direction }: DatePageProps) {
  const { config, online } = usePlatform();
  const now = useNow();
  const partner = partnerOf(offer, direction);
  const self = direction === 'received' ? offer.toUser : offer.fromUser;
  const { data, error } = useReadDateQuery({ id: offer.id });
  const { data: places } = useListPlacesQuery(undefined, { skip: !offer.placeId });
  const place = places?.items.find(({ id }) => id === offer.placeId);
  const [sharing, setSharing] = useState(false);
  const isOpen = offer.status === 'accepted';
  useEffect(() => {
    // only a parameter of the address changed: the screen itself must set scroll position and focus
    window.scrollTo({ top: 0, behavior: 'instant' });
    document.querySelector<HTMLElement>('[data-page-heading]')?.focus({ preventScroll: true });
  }, [offer.id]);
  return (
    <Page
      title={t('Your date with {name}', { name: partner.name })}
      width="wide"
      back={
        <div className="d-top">
          <ScreenLink to="offers" className="d-back">
            <Icon name="chevron-left" /> {t('Your Offers')}
          </ScreenLink>
          {partner.id !== null && (
            <PersonSafety person={{ id: partner.id, name: partner.name }} offerId={offer.id} />
          )}
        </div>
      }
    >
      <OfflineNotice />
      <div className="d-columns">
        <div className="d-column">
          <section className="o-ticket d-ticket" aria-label={t('When and where')}>
            <div className="d-ticket__top">
              <p className="o-ticket__time">
                {isOpen ? countdown(offer.proposedDate, now) : t('How did it go?')}
              </p>
              <span className="d-two" aria-hidden="true">
                <Avatar name={self.name} photoUrl={self.photo} />
                <Avatar name={partner.name} photoUrl={partner.photo} />
              </span>
            </div>
            <p className="d-what">
              <time dateTime={offer.proposedDate}>{timeAlone(offer.proposedDate)}</time>
              {' · '}
              <span translate="no">{offer.location}</span>
              <span className="f-visually-hidden"> · </span>
              <span translate="no">{offer.activity}</span>
            </p>
            <p className="o-when">
              <span>{longDate(offer.proposedDate)}</span>
              <span>{timeRange(offer.proposedDate)}</span>
            </p>
          </section>
          {offer.placeTrouble && <PlaceTrouble offer={offer} />}
          {offer.can.sayMet && <MeetQuestion offer={offer} partner={partner} />}
          {error && <Notice tone="failure">{failureText(error)}</Notice>}
          {data && isOpen && <DateSignals offerId={offer.id} date={data} name={partner.name} now={now} />}
          {data && (isOpen || data.own.line || data.partner.line) && (
            <RecognizeLines offerId={offer.id} date={data} self={self} partner={partner} isOpen={isOpen} />
          )}
        </div>
        <div className="d-column">
          {isOpen && (
            <section className="d-part" aria-labelledby="d-there">
              <h2 id="d-there">{t('There and back')}</h2>
              <ul className="d-list">
                <li>
                  <a
                    className="d-row"
                    href={place?.mapUrl ?? directionsUrl(offer.location)}
                    target="_blank"
                    rel="noreferrer noopener"
                  >
                    <Icon name="pin" />
                    <span className="d-row__text">
                      <strong>{t('Way there')}</strong>
                      <small>{t('Opens OpenStreetMap in a new tab')}</small>
                    </span>
                    <Icon name="chevron-right" />
                  </a>
                </li>
                <li>
                  <button type="button" className="d-row" disabled={!online} onClick={() => setSharing(true)}>
                    <Icon name="user" />
                    <span className="d-row__text">
                      <strong>{t('Share with a friend')}</strong>
                      <small>{t('Time, place and both first names')}</small>
                    </span>
                    <Icon name="chevron-right" />
                  </button>
                </li>
                {(config.safetyContacts ?? []).map(({ name, label, url }) => (
                  <li key={name}>
                    <a className="d-row" href={url}>
                      <Icon name="shield" />
                      <span className="d-row__text">
                        <strong translate={name === 'Emergency services' ? undefined : 'no'}>
                          {name === 'Emergency services' ? t('Emergency services') : name}
                        </strong>
                        <small translate="no">{label}</small>
                      </span>
                      <Icon name="chevron-right" />
                    </a>
                  </li>
                ))}
              </ul>
              <p className="o-quiet">
                {t('Meet in a public place, and tell a friend where you are.')}{' '}
                {t('Arrange your own way home. You can leave whenever you like.')}
              </p>
            </section>
          )}
          <OfferActions offer={offer} partner={partner} />
        </div>
      </div>
      {sharing && <ShareDialog offer={offer} onClose={() => setSharing(false)} />}
    </Page>
  );
}
