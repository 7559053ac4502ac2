import type { Offer } from '@flint/contracts';
import { t } from '@flint/texts';
import { Icon } from '@flint/ui';

/** Shows the recipient why an offer that was a ready plan fits. */
export function WhyItFits({ offer }: { readonly offer: Offer }) {
  if (!offer.isPlan || !offer.can.accept) return null;
  return (
    <p className="o-why">
      <Icon name="spark" size={18} />
      <span>{t('You are both free at this hour, and you both like this.')}</span>
    </p>
  );
}
