import { Icon } from '@flint/ui';
import { dayAndTimeParts } from './dates';
import { useToday } from './use-now';

/** The day over the time of day; null: another time. */
export function TimeTile({ at }: { readonly at: string | null }) {
  const today = useToday();
  const [day, time] = at === null ? [] : dayAndTimeParts(at, today);
  return (
    <span className="o-tile f-center">
      {at === null ? (
        <Icon name="calendar" />
      ) : (
        <time dateTime={at}>
          <small>{day}</small> {time}
        </time>
      )}
    </span>
  );
}
