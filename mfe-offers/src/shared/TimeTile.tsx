import { useToday } from '@flint/remote-kit/data';
import { Icon, icons } from '@flint/ui';
import { dayAndTimeParts } from './dates';

/** The day over the time of day; null: another time. */
export function TimeTile({ at }: { readonly at: string | null }) {
  const today = useToday();
  const look = 'o-tile f-center';
  if (at === null) {
    return (
      <span className={look}>
        <Icon path={icons.calendar} />
      </span>
    );
  }
  const [day, time] = dayAndTimeParts(at, today);
  return (
    <time className={look} dateTime={at}>
      <small>{day}</small> {time}
    </time>
  );
}
