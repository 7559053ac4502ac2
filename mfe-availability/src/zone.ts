import { keepHabit, readHabit } from '@flint/ui/habits';
import { useState } from 'react';

const HALF_YEAR_MS = 182 * 86_400_000;

/** Whether both zones have the same offset, now and half a year later. */
function isSameClock(zone: string, other: string): boolean {
  const shown = (timeZone: string) => {
    const format = new Intl.DateTimeFormat('en', { timeZone, dateStyle: 'short', timeStyle: 'short' });
    return [0, HALF_YEAR_MS].map((ahead) => format.format(Date.now() + ahead)).join();
  };
  return zone === other || shown(zone) === shown(other);
}

/** Whether to ask for the week's zone on a device of the zone `here`, and a function that stores the answer 'keep'. */
export function useKeptZone(timezone: string, here: string) {
  const pair = `${timezone} ${here}`;
  const [kept, setKept] = useState(() => readHabit('weekZone'));
  return {
    isElsewhere: kept !== pair && !isSameClock(timezone, here),
    keepTimezone() {
      keepHabit('weekZone', pair);
      setKept(pair);
    },
  };
}
