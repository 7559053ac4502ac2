import type { Offer } from '@flint/contracts';
import { usePlatform, useUser } from '@flint/remote-kit';
import { asCallFailure, useListOffersQuery } from '@flint/remote-kit/data';
import { t } from '@flint/texts';
import { ErrorState, loadable, Page, Spinner, useIsWide, zoneName } from '@flint/ui';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import { AskAlerts } from '../alerts/AskAlerts';
import { News } from '../shared/News';
import { OfflineNotice } from '../shared/OfflineNotice';
import { KEPT_FRESH } from './kept-fresh';
import { OfferBoard } from './OfferBoard';
import type { Direction } from './words';
import './offers.css';

const DatePage = loadable(() => import('./DatePage').then((module) => module.DatePage));

function byDirection(offers: readonly Offer[], userId: string): Record<Direction, readonly Offer[]> {
  const isMine = (offer: Offer) => offer.fromUserId === userId;
  return { received: offers.filter((offer) => !isMine(offer)), sent: offers.filter(isMine) };
}

/** Your Offers: received and sent (spec 2). */
export function OffersScreen() {
  const { navigation } = usePlatform();
  const { id: userId } = useUser();
  const isWide = useIsWide();
  const { data: latest, error } = useListOffersQuery(undefined, KEPT_FRESH);
  // a tap gets its feedback before the list renders again; the first list renders at once
  const data = useDeferredValue(latest) ?? latest;
  const offers = useMemo(() => byDirection(data?.items ?? [], userId), [data, userId]);
  const { params } = navigation.location;
  // a link to a date that was called off leads to its offer
  const named = params.offer ?? params.date;
  // links of alerts and mails name no tab
  const isSent = params.tab ? params.tab === 'sent' : offers.sent.some(({ id }) => id === named);
  const [tab, setTab] = useState<Direction | null>(null);
  const show = useCallback(
    (direction: Direction, offer: string) => {
      setTab(direction);
      navigation.goTo('offers', { tab: direction, offer });
    },
    [navigation],
  );
  const address = `${params.tab} ${named}`;
  const [at, setAt] = useState(address);
  if (at !== address) {
    // a link or the back button opened another offer
    setAt(address);
    setTab(null);
  }

  const date = data?.items.find(
    ({ id, status, cancelledAt }) =>
      id === params.date && !cancelledAt && (status === 'accepted' || status === 'completed'),
  );
  if (date) {
    return (
      <DatePage
        offer={date}
        direction={date.fromUserId === userId ? 'sent' : 'received'}
        fallback={
          <div className="o-wait f-center">
            <Spinner label={t('Loading your date')} />
          </div>
        }
      />
    );
  }
  if (!latest && error) {
    return (
      <Page title={t('Your Offers')} width="wide">
        <ErrorState
          title={t('Unable to Load Offers')}
          onRetry={() => window.location.reload()}
          retryLabel={t('Try Again')}
        >
          <p>{t(asCallFailure(error)?.message ?? '')}</p>
        </ErrorState>
      </Page>
    );
  }
  return (
    <Page
      title={t('Your Offers')}
      lead={!isWide && t('Times are {zone}.', { zone: zoneName() })}
      width="wide"
    >
      <OfflineNotice />
      <News />
      <AskAlerts />
      {data ? (
        <OfferBoard
          offers={offers}
          tab={tab ?? (isSent ? 'sent' : 'received')}
          onTab={setTab}
          named={named}
          onShow={show}
        />
      ) : (
        <div className="o-wait f-center">
          <Spinner label={t('Loading your offers')} />
        </div>
      )}
    </Page>
  );
}
