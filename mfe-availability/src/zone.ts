import { isSameClock } from '@flint/contracts/week/index';
import { keepHabit, readHabit } from '@flint/ui/habits';
import { useState } from 'react';

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
