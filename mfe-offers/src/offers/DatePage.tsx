import { WORDING, type Offer } from '@flint/contracts';
import { ScreenLink, usePlatform } from '@flint/remote-kit';
import { useReadDateQuery, useNow } from '@flint/remote-kit/data';
import { t } from '@flint/texts';
import {
  Button,
  Card,
  Columns,
  Icon,
  icons,
  Items,
  ItemText,
  loadableDialog,
  Notice,
  Page,
  Row,
  Soft,
  Stack,
  zoneName,
} from '@flint/ui';
import { useEffect, useState } from 'react';
import { PlaceTrouble } from '../places/PlaceTrouble';
import { timeRange } from '../shared/dates';
import { failureText } from '../shared/failure';
import { OfflineNotice } from '../shared/OfflineNotice';
import { PersonSafety } from '../shared/PersonSafety';
import { DateSignals } from './DateSignals';
import { KEPT_FRESH } from './kept-fresh';
import { MeetQuestion } from './MeetQuestion';
import { OfferActions } from './OfferActions';
import { DateTicket } from './OfferTicket';
import { RecognizeLines } from './RecognizeLines';
import { SharedLinks } from './SharedLinks';
import { useAnswers } from './use-answers';
import { partnerOf, wordsOf, type Direction } from './words';
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
  const { data, error } = useReadDateQuery({ id: offer.id }, KEPT_FRESH);
  const [sharing, setSharing] = useState(false);
  const isOpen = offer.status === 'accepted';
  const contacts = config.safetyContacts ?? [];
  const { hold, busyWith } = useAnswers(offer, partner);
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
        <Row between>
          <ScreenLink to="offers">
            <Icon path={icons.chevronLeft} /> {t('Your Offers')}
          </ScreenLink>
          {partner.id !== null && (
            <span>
              <PersonSafety person={{ id: partner.id, name: partner.name }} offerId={offer.id} />
            </span>
          )}
        </Row>
      }
    >
      <OfflineNotice />
      <Columns>
        <Stack gap={6} className="d-column">
          <Card as="section" padding="none" aria-label={t('When and where')}>
            <DateTicket
              offer={offer}
              direction={direction}
              hours={`${timeRange(offer.proposedDate)}, ${zoneName()}`}
            />
          </Card>
          {offer.placeTrouble && <PlaceTrouble offer={offer} />}
          {offer.can.sayMet && <MeetQuestion offer={offer} partner={partner} />}
          {error && <Notice tone="failure">{failureText(error)}</Notice>}
          {data && isOpen && <DateSignals offerId={offer.id} date={data} name={partner.name} now={now} />}
          {data && (isOpen || data.own.line || data.partner.line) && (
            <RecognizeLines offerId={offer.id} date={data} self={self} partner={partner} isOpen={isOpen} />
          )}
          {wordsOf(offer, direction).map(({ isOwn, text }) => (
            <Stack key={`${isOwn}`} gap={2}>
              <h2>{isOwn ? t('You wrote') : t('{name} wrote', { name: partner.name })}</h2>
              <blockquote className="o-words" translate="no">
                {text}
              </blockquote>
            </Stack>
          ))}
        </Stack>
        <Stack gap={6} className="d-column">
          {isOpen && (
            <Stack as="section" gap={3} aria-labelledby="d-safe">
              <h2 id="d-safe">{t('Stay safe')}</h2>
              <Items framed>
                <li>
                  <Button
                    className="f-item"
                    icon={<Icon path={icons.user} />}
                    disabled={!online}
                    onClick={() => setSharing(true)}
                  >
                    <ItemText title={t('Share with a friend')}>
                      {t('Time, place and both first names')}
                    </ItemText>
                    <Icon path={icons.chevronRight} />
                  </Button>
                </li>
                {contacts.map(({ name, label, url }) => (
                  <li key={name}>
                    <a className="f-item" href={url}>
                      <Icon path={icons.shield} />
                      <ItemText
                        title={
                          name === 'Emergency services' ? (
                            t('Emergency services')
                          ) : (
                            <span translate="no">{name}</span>
                          )
                        }
                      >
                        <span translate="no">{label}</span>
                      </ItemText>
                    </a>
                  </li>
                ))}
              </Items>
              <Soft>
                {t(WORDING.meetInPublic)} {t(WORDING.ownWayHome)}{' '}
                {contacts.length === 0 && t(WORDING.inEmergency)}
              </Soft>
            </Stack>
          )}
          {!isOpen && <SharedLinks offer={offer} />}
          {!isOpen && <OfferActions offer={offer} partner={partner} />}
          {offer.can.cancel && (
            <Button
              size="s"
              variant="quiet"
              className="o-card__link"
              busy={busyWith === 'cancel'}
              disabled={!online}
              onClick={() => hold('cancel')}
            >
              {t('Call off')}
            </Button>
          )}
        </Stack>
      </Columns>
      {sharing && <ShareDialog offer={offer} onClose={() => setSharing(false)} />}
    </Page>
  );
}
