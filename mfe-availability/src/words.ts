export const DAY_NAMES = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;
export const DAY_SHORT = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;

/** '12 AM' to '11 PM' (spec 2). */
export function hourLabel(hour: number): string {
  const of12 = hour % 12 === 0 ? 12 : hour % 12;
  return `${of12} ${hour % 24 < 12 ? 'AM' : 'PM'}`;
}

/** 'Tuesday 6 PM to 7 PM'. */
export function cellLabel(day: number, hour: number): string {
  return `${DAY_NAMES[day]} ${hourLabel(hour)} to ${hourLabel((hour + 1) % 24)}`;
}

export const hoursText = (count: number): string => `${count} ${count === 1 ? 'hour' : 'hours'}`;
