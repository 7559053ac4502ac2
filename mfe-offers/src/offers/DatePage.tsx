import type { Offer } from '@flint/contracts';
import { ScreenLink, usePlatform } from '@flint/remote-kit';
import { useReadDateQuery } from '@flint/remote-kit/data';
import { t } from '@flint/texts';
import { Card, Icon, loadableDialog, Notice, Page } from '@flint/ui';
import { useEffect, useState } from 'react';
import { PlaceTrouble } from '../places/PlaceTrouble';
import { failureText } from '../shared/failure';
import { OfflineNotice } from '../shared/OfflineNotice';
import { PersonSafety } from '../shared/PersonSafety';
import { useNow } from '../shared/use-now';
import { DateSignals } from './DateSignals';
import { MeetQuestion } from './MeetQuestion';
import { OfferActions } from './OfferActions';
import { DateTicket } from './OfferTicket';
import { RecognizeLines } from './RecognizeLines';
import { partnerOf, type Direction } from './words';
import './date-page.css';

const ShareDialog = loadableDialog(() => import('./ShareDialog').then((module) => module.ShareDialog));

interface DatePageProps {
  readonly offer: Offer;
  readonly direction: Direction;
}

/** The page of one agreed date, until both have said whether they met. */
export function DatePage({ offer, direction }: DatePageProps) {
  const { config, online } = usePlatform();
  const now = useNow();
  const partner = partnerOf(offer, direction);
  const self = direction === 'received' ? offer.toUser : offer.fromUser;
  const { data, error } = useReadDateQuery({ id: offer.id });
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
          <Card as="section" padding="none" aria-label={t('When and where')}>
            <DateTicket offer={offer} direction={direction} titleId="" as="page" />
          </Card>
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
