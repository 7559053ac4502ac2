import { LIMITS, type Offer } from '@flint/contracts';
import { DAY_MS } from '@flint/contracts/time';
import { t } from '@flint/texts';
import { shortTime } from '../shared/dates';
import { useNow } from '../shared/use-now';

/** An offer ends seven days after it was sent, or when its time has passed (decisions/041). */
const endOf = ({ createdAt, proposedDate }: Offer) =>
  Math.min(Date.parse(createdAt) + LIMITS.offerDaysOpen * DAY_MS, Date.parse(proposedDate));

/** When an offer that waits ends without an answer; at its own time, which stands beside it, no date is repeated. */
export function OpenOffer({ offer }: { readonly offer: Offer }) {
  const end = endOf(offer);
  if (useNow() >= end) return null;
  return (
    <span>
      {end === Date.parse(offer.proposedDate)
        ? t('Open till then')
        : t('Open till {when}', { when: shortTime(new Date(end).toISOString()) })}
    </span>
  );
}
