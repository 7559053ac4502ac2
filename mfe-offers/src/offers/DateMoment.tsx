import { WORDING, type Offer } from '@flint/contracts';
import { t } from '@flint/texts';
import { Avatar, Icon, icons } from '@flint/ui';
import { useEffect } from 'react';
import { recordAccepted } from './just-accepted';
import './date-moment.css';

/** The celebration of a new date, once: both portraits meet. No motion with `prefers-reduced-motion`. */
export function DateMoment({ offer }: { readonly offer: Offer }) {
  useEffect(() => () => recordAccepted(null), []);
  return (
    <div className="o-moment f-center">
      <div className="o-moment__two f-line" aria-hidden="true">
        <Avatar name={offer.toUser.name} photoUrl={offer.toUser.photo} size="l" />
        <Avatar name={offer.fromUser.name} photoUrl={offer.fromUser.photo} size="l" />
        <span className="o-moment__spark f-disc">
          <Icon path={icons.spark} size={26} />
        </span>
      </div>
      <p className="o-moment__text">{t('It’s a date.')}</p>
      <p role="status">{t(WORDING.offerAccepted)}</p>
    </div>
  );
}
