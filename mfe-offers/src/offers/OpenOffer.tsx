import { LIMITS, type Offer } from '@flint/contracts';
import { DAY_MS } from '@flint/contracts/time';
import { t } from '@flint/texts';
import { dayAndTime, shortTime } from '../shared/dates';
import { useNow } from '../shared/use-now';
import type { Direction } from './words';

/** An offer ends seven days after it was sent, or when its time has passed (decisions/041). */
const endOf = ({ createdAt, proposedDate }: Offer) =>
  Math.min(Date.parse(createdAt) + LIMITS.offerDaysOpen * DAY_MS, Date.parse(proposedDate));

interface OpenOfferProps {
  readonly offer: Offer;
  readonly direction: Direction;
}

/** When an offer that waits ends without an answer; at its own time, whose date stands beside it, in short. */
export function OpenOffer({ offer, direction }: OpenOfferProps) {
  const end = endOf(offer);
  if (useNow() >= end) return null;
  const isOwnTime = end === Date.parse(offer.proposedDate);
  const when = (isOwnTime ? dayAndTime : shortTime)(new Date(end).toISOString());
  return (
    <span>{direction === 'sent' ? t('Open till {when}', { when }) : t('Answer by {when}', { when })}</span>
  );
}
