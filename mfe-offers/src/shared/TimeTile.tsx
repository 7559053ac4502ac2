import { Icon } from '@flint/ui';
import { dayAndTimeParts } from './dates';

/** Weekday over time of day, beside the date in words; null: a time of one's own. */
export function TimeTile({ at }: { readonly at: string | null }) {
  const [day, time] = at === null ? [] : dayAndTimeParts(at);
  return (
    <span className="o-tile f-center">
      {at === null ? (
        <Icon name="calendar" />
      ) : (
        <>
          <small>{day}</small> {time}
        </>
      )}
    </span>
  );
}
