import { ScreenLink } from '@flint/remote-kit';
import { t } from '@flint/texts';
import { longDate, timeAlone } from '@flint/texts/dates';
import type { NextDate as AgreedDate } from '../platform/news';

/** The next agreed date, below the places of a wide window. */
export function NextDate({ date }: { readonly date: AgreedDate }) {
  const { offerId, name, time } = date;
  return (
    <div className="navigation__wide navigation__date">
      <p>{t('Next date')}</p>
      <ScreenLink to="offers" params={{ date: offerId }}>
        <span>
          <strong translate="no">{name}</strong> <time dateTime={time}>{timeAlone(time)}</time>
        </span>
        <time dateTime={time}>{longDate(time)}</time>
      </ScreenLink>
    </div>
  );
}
