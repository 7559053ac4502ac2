import { t } from '@flint/texts';
import { VisuallyHidden } from '@flint/ui';
import { useSyncExternalStore, type CSSProperties } from 'react';
import { dayCells, type WeekStore } from '../week-store';
import { weekWords } from '../words';

/** A bar of this many hours is as high as bars can be, unless a day has more. */
const FULL_HOURS = 12;

/** The free hours of each day as a bar, where the side pane has room. */
export function HoursPerDay({ store }: { readonly store: WeekStore }) {
  const { days, shortDays } = weekWords();
  // a text, so that it renders again only when a number changes
  const counts = useSyncExternalStore(store.subscribe, () =>
    days.map((_, day) => dayCells(day).filter(store.has).length).join(),
  );
  const numbers = counts.split(',').map(Number);
  const longest = Math.max(FULL_HOURS, ...numbers);
  return (
    <ul className="availability__days f-soft" aria-label={t('Hours per day')}>
      {numbers.map((count, day) => (
        <li key={days[day]} style={{ '--share': count / longest } as CSSProperties}>
          {/* read in this order, under the name of the list */}
          <VisuallyHidden>{days[day]} </VisuallyHidden>
          {count}
          <i />
          <span aria-hidden="true">{shortDays[day]}</span>
        </li>
      ))}
    </ul>
  );
}
