import { OFFER_EVENTS_PATH } from '@flint/contracts/offer-events';
import { MINUTE_MS } from '@flint/contracts/time';
import { usePlatform, useUser } from '@flint/remote-kit';
import { t } from '@flint/texts';
import { readDevice, storeOnDevice } from '@flint/ui/on-device';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { Data } from '../platform/opened-data';
import { setNextDate, setWaiting, waitsAt } from '../platform/news';
import { notices } from '../platform/notices';
import { refreshOffers } from './follow-alerts';
import { newsOf, nextDateOf, seenOf, type Seen } from './news-of';

/** Its prefix `flint:` deletes it at sign-out. Ids and states only. */
const seenKey = (userId: string) => `flint:news:${userId}`;

/** Keeps the lists of offers and of matches up to date; returns the offers. A hidden tab has no connection; the visible tab notifies it. */
function useOffers({ module, store }: Data, userId: string) {
  const { api, hadCopies, listen } = module;
  useEffect(() => {
    const { listOffers, listMatches } = api.endpoints;
    const asked = store.dispatch(listOffers.initiate());
    const refresh = () => refreshOffers({ module, store });
    const hasFailed = () => {
      const state = store.getState() as never;
      return listOffers.select()(state).isError || listMatches.select()(state).isError;
    };
    // `online` does not come where only the server was away; an event whose read failed does not come again
    const onSign = () =>
      void (hadCopies() ? store.dispatch(api.internalActions.onOnline()) : hasFailed() && refresh());
    const stop = listen({ path: OFFER_EVENTS_PATH, onEvent: refresh, onSign });
    const handleStorage = ({ key }: StorageEvent) => {
      // a visible tab has the event itself, and would ask twice
      if (document.hidden && key === seenKey(userId)) refresh();
    };
    addEventListener('storage', handleStorage);
    return () => {
      stop();
      removeEventListener('storage', handleStorage);
      asked.unsubscribe();
    };
  }, [module, api, hadCopies, listen, store, userId]);
  const { select } = api.endpoints.listOffers;
  return useSyncExternalStore(store.subscribe, () => select()(store.getState() as never).data?.items);
}

/** Shows the number of waiting offers in title, navigation and icon, and a notice of what the other side did, on every screen and tab. */
export function News(data: Data) {
  const { navigation } = usePlatform();
  const { id: userId } = useUser();
  const offers = useOffers(data, userId);
  const { serverNow } = data.module;
  const here = useRef(navigation);
  useEffect(() => {
    here.current = navigation;
  });
  useEffect(
    () => () => {
      setWaiting(0);
      setNextDate(null);
    },
    [],
  );

  useEffect(() => {
    if (!offers) return undefined;
    const tell = () => {
      const now = serverNow();
      setWaiting(offers.filter((offer) => waitsAt(offer, now)).length);
      setNextDate(nextDateOf(offers, userId, now));
    };
    tell();
    // the end of a date is no event
    const timer = setInterval(tell, MINUTE_MS);
    return () => clearInterval(timer);
  }, [offers, userId, serverNow]);

  const seen = useRef<Seen | null>(null);
  useEffect(() => {
    if (!offers) return;
    const isFirst = seen.current === null;
    const before = seen.current ?? readDevice<Seen>(seenKey(userId));
    seen.current = seenOf(offers);
    storeOnDevice(seenKey(userId), seen.current);
    for (const { kind, text, offerId } of before ? newsOf(offers, before, userId) : []) {
      // news between two visits is counted; only a change of a date is shown
      if (isFirst && kind !== 'off' && kind !== 'told') continue;
      // the page of that date shows it
      if (kind === 'told' && here.current.location.params.date === offerId) continue;
      const run = () => here.current.goTo('offers', { [kind === 'told' ? 'date' : 'offer']: offerId });
      // no newer one hides a date called off; offers and matches say it until it is seen
      notices.notify(text, 'info', { action: { label: t('Show'), run }, isBeside: kind === 'off' });
    }
  }, [offers, userId]);
  return null;
}
