import { Soft } from '@flint/ui';
import { LIMITS, type Offer } from '@flint/contracts';
import { t } from '@flint/texts';
import { shortTime } from '../shared/dates';
import { useNow } from '../shared/use-now';

const DAY_MS = 86_400_000;

/** An offer ends seven days after it was sent, or when its time has passed (decisions/041). */
const endOf = ({ createdAt, proposedDate }: Offer) =>
  Math.min(Date.parse(createdAt) + LIMITS.offerDaysOpen * DAY_MS, Date.parse(proposedDate));

/** When an offer that waits ends without an answer. */
export function OpenOffer({ offer }: { readonly offer: Offer }) {
  const end = endOf(offer);
  if (useNow() >= end) return null;
  return <Soft>{t('Ends {when} without an answer.', { when: shortTime(new Date(end).toISOString()) })}</Soft>;
}
