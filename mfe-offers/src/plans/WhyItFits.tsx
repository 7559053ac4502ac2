import type { Offer } from '@flint/contracts';
import { t } from '@flint/texts';
import { icons, Point } from '@flint/ui';

/** Shows the recipient why an offer that was a ready plan fits. */
export function WhyItFits({ offer }: { readonly offer: Offer }) {
  if (!offer.isPlan || !offer.can.accept) return null;
  return <Point icon={icons.spark}>{t('You are both free at this hour, and you both like this.')}</Point>;
}
