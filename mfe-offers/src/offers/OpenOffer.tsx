import { LIMITS, type Offer } from '@flint/contracts';
import { DAY_MS } from '@flint/contracts/time';
import { useNow } from '@flint/remote-kit/data';
import { t } from '@flint/texts';
import { dayAndTime } from '../shared/dates';
import type { Direction } from './words';

/** An offer ends seven days after it was sent, or when its time has passed (decisions/041). */
const endOf = ({ createdAt, proposedDate }: Offer) =>
  Math.min(Date.parse(createdAt) + LIMITS.offerDaysOpen * DAY_MS, Date.parse(proposedDate));

interface OpenOfferProps {
  readonly offer: Offer;
  readonly direction: Direction;
}

/** When an offer that waits ends without an answer, if that is before its own time. */
export function OpenOffer({ offer, direction }: OpenOfferProps) {
  const end = endOf(offer);
  const now = useNow();
  if (now >= end || end === Date.parse(offer.proposedDate)) return null;
  const when = dayAndTime(new Date(end).toISOString(), now);
  return (
    <span>{direction === 'sent' ? t('Open till {when}', { when }) : t('Answer by {when}', { when })}</span>
  );
}
