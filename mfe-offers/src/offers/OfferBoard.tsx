import type { Offer } from '@flint/contracts';
import { useUser } from '@flint/remote-kit';
import { useReadAvailabilityQuery, useNow } from '@flint/remote-kit/data';
import { message, t } from '@flint/texts';
import { ListDetail, ListGroup, loadable, Skeleton, Stack, Tabs, useIsWide } from '@flint/ui';
import { memo, useDeferredValue, useEffect, useState } from 'react';
import { useDrawnCount } from '../shared/use-drawn-count';
import { MovesHint } from '../shared/KeyHint';
import { EmptyOffers } from './EmptyOffers';
import { datesOf, firstOf, groupsOf, type Offers } from './groups';
import type { Proposed } from './OfferActions';
import { OfferCard } from './OfferCard';
import { OfferRow } from './OfferRow';
import { isOpen, type Direction } from './words';

const WeekStrip = loadable(() => import('./WeekStrip').then((module) => module.WeekStrip));

/** More cards than a phone shows at once. */
const DRAWN_FIRST = 2;
const YOUR_DATES = message('Your dates');

interface OfferBoardProps {
  readonly offers: Offers;
  readonly tab: Direction;
  readonly onTab: (tab: Direction) => void;
  /** The offer the address names. */
  readonly named: string | undefined;
  readonly onShow: (direction: Direction, offerId: string) => void;
}

/**
 * 'Your dates' above both tabs, then the offers of one tab, what waits first: cards on a phone; on a wide window a list with one of them
 * beside it, at first the one that waits for an answer.
 */
export const OfferBoard = memo(function OfferBoard({ offers, tab, onTab, named, onShow }: OfferBoardProps) {
  const now = useNow();
  const isWide = useIsWide();
  const { id: userId } = useUser();
  const listed = useDeferredValue(tab);
  // its card is there only when its tab is
  const reached = useDeferredValue(named);
  const dates = datesOf(offers, now);
  const groups = groupsOf(offers, listed, now);
  const inTab = groups.flatMap(({ shown }) => shown);
  const waiting = listed === 'received' ? inTab.filter(isOpen) : inTab;
  const entries = [...waiting, ...dates, ...inTab];
  useEffect(() => {
    if (isWide || reached === undefined) return;
    const card = document.getElementById(`offer-${reached}`);
    card?.scrollIntoView?.({ block: 'start' });
    card?.focus({ preventScroll: true });
  }, [isWide, reached]);
  // without offers an empty grid helps only a student who has free hours in it
  const { data: week } = useReadAvailabilityQuery(undefined, { skip: !isWide || entries.length > 0 });
  const [proposed, setProposed] = useState<Proposed | null>(null);
  const isWhole = isWide || named !== undefined;
  const count = useDrawnCount(isWhole ? Infinity : Math.max(0, DRAWN_FIRST - dates.length));

  const countOf = (direction: Direction) =>
    groupsOf(offers, direction, now).flatMap(({ shown }) => shown).length;
  const sideOf = (offer: Offer): Direction => (offer.fromUserId === userId ? 'sent' : 'received');
  const list = (shown: readonly Offer[], chosen: Offer | null) => (
    <ul className={chosen ? 'f-entries' : 'o-grid'}>
      {shown.map((offer) => (
        <li key={offer.id}>
          {chosen ? (
            <OfferRow offer={offer} tab={tab} direction={sideOf(offer)} isChosen={offer.id === chosen.id} />
          ) : (
            <OfferCard offer={offer} direction={sideOf(offer)} onShow={onShow} />
          )}
        </li>
      ))}
    </ul>
  );
  const board = (chosen: Offer | null) => (
    <Stack gap={6}>
      {chosen && <MovesHint />}
      {dates.length > 0 && <ListGroup title={t(YOUR_DATES)}>{list(dates, chosen)}</ListGroup>}
      <Tabs
        label={t('Offers')}
        selected={tab}
        onSelect={(id) => onTab(id as Direction)}
        tabs={[
          { id: 'received', label: t('Received'), count: countOf('received') },
          { id: 'sent', label: t('Sent'), count: countOf('sent') },
        ]}
      >
        {inTab.length === 0 ? (
          <EmptyOffers direction={listed} hasDates={offers[listed].length > 0} />
        ) : (
          <Stack gap={6}>
            {firstOf(groups, count).map(({ title, shown }) => (
              <ListGroup key={title} title={t(title)}>
                {list(shown, chosen)}
              </ListGroup>
            ))}
          </Stack>
        )}
      </Tabs>
    </Stack>
  );
  return (
    <ListDetail
      id="offers"
      label={t('Width of the list')}
      entries={entries}
      keyOf={({ id }) => id}
      named={named}
      stack={board(null)}
      renderList={board}
      renderAbove={(chosen) =>
        (chosen || week) && (
          <WeekStrip
            offers={offers}
            chosen={chosen}
            onPropose={(at) => setProposed({ at })}
            fallback={<Skeleton shape="block" height="calc(5rem + clamp(5.5rem, 17vh, 9.5rem))" />}
          />
        )
      }
      renderDetail={(chosen) => (
        <OfferCard
          key={chosen.id}
          offer={chosen}
          direction={sideOf(chosen)}
          onShow={onShow}
          isPane
          proposed={proposed}
        />
      )}
    />
  );
});
