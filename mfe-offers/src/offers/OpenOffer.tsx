import { LIMITS, type Offer } from '@flint/contracts';
import { DAY_MS } from '@flint/contracts/time';
import { t } from '@flint/texts';
import { shortTime } from '../shared/dates';
import { useNow } from '../shared/use-now';
import type { Direction } from './words';

/** An offer ends seven days after it was sent, or when its time has passed (decisions/041). */
const endOf = ({ createdAt, proposedDate }: Offer) =>
  Math.min(Date.parse(createdAt) + LIMITS.offerDaysOpen * DAY_MS, Date.parse(proposedDate));

interface OpenOfferProps {
  readonly offer: Offer;
  readonly direction: Direction;
}

/** When an offer that waits ends without an answer: mostly at its own time, which stands beside it. */
export function OpenOffer({ offer, direction }: OpenOfferProps) {
  const end = endOf(offer);
  const now = useNow();
  if (now >= end) return null;
  const isOwnTime = end === Date.parse(offer.proposedDate);
  if (isOwnTime) return <span>{direction === 'sent' ? t('Open till then') : t('Answer by then')}</span>;
  const when = shortTime(new Date(end).toISOString(), now);
  return (
    <span>{direction === 'sent' ? t('Open till {when}', { when }) : t('Answer by {when}', { when })}</span>
  );
}
