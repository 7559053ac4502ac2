import { LIMITS, type Offer } from '@flint/contracts';
import { useListOffersQuery } from '@flint/remote-kit/data';
import { message, t } from '@flint/texts';
import { rich } from '@flint/texts/react';
import { dayAndTime, shortTime } from '../shared/dates';
import { useNow } from '../shared/use-now';
import { partnerOf, type Direction } from './words';

const DAY_MS = 86_400_000;
const THEIRS = message('{name} proposes another time: {before} → {after}');
const MINE = message('You propose another time: {before} → {after}');

/** An offer ends seven days after it was sent, or when its time has passed (decisions of 2026-11-24). */
const endOf = ({ createdAt, proposedDate }: Offer) =>
  Math.min(Date.parse(createdAt) + LIMITS.offerDaysOpen * DAY_MS, Date.parse(proposedDate));

/** Of an offer that waits: the time that a counter-offer replaces, and when it ends without an answer. */
export function OpenOffer({ offer, direction }: { readonly offer: Offer; readonly direction: Direction }) {
  const { before } = useListOffersQuery(undefined, {
    selectFromResult: ({ data }) => ({ before: data?.items.find(({ id }) => id === offer.counterOf) }),
  });
  const end = endOf(offer);
  const isOpen = useNow() < end;
  return (
    <>
      {before && (
        <p>
          {rich(direction === 'sent' ? MINE : THEIRS, {
            name: <span translate="no">{partnerOf(offer, direction).name}</span>,
            before: <s>{dayAndTime(before.proposedDate)}</s>,
            after: <strong>{dayAndTime(offer.proposedDate)}</strong>,
          })}
        </p>
      )}
      {isOpen && (
        <p className="o-quiet">
          {t('Ends {when} without an answer.', { when: shortTime(new Date(end).toISOString()) })}
        </p>
      )}
    </>
  );
}
