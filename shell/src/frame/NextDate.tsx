import { ScreenLink } from '@flint/remote-kit';
import { t } from '@flint/texts';
import type { NextDate as AgreedDate } from '../platform/news';
import { dayAndClock } from '../platform/long-time';

/** The next agreed date, below the places of a wide window. */
export function NextDate({ date }: { readonly date: AgreedDate }) {
  const { offerId, name, time } = date;
  const [day, clock] = dayAndClock(time);
  return (
    <div className="navigation__wide navigation__date">
      <p>{t('Next date')}</p>
      <ScreenLink to="offers" params={{ date: offerId }}>
        <span>
          <strong translate="no">{name}</strong> <time dateTime={time}>{clock}</time>
        </span>
        <time dateTime={time}>{day}</time>
      </ScreenLink>
    </div>
  );
}
