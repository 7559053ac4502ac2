import { HOURS, DAYS } from '@flint/contracts/week/index';
import { HOUR_MS } from '@flint/contracts/time';
import { language, locale, localized, t } from '@flint/texts';

/** Names of days and hours in the page's language, built once: a week has 168 hours. */
interface WeekWords {
  readonly language: string;
  /** 'Sunday' to 'Saturday'. */
  readonly days: readonly string[];
  /** 'Sun' to 'Sat'. */
  readonly shortDays: readonly string[];
  /** '12 AM' to '11 PM' (spec 2); '0 h' to '23 h' in French. */
  readonly hours: readonly string[];
}

/** A Sunday at midnight. */
const SUNDAY = Date.UTC(2023, 0, 1);

function write(): WeekWords {
  const writer = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale(), { ...options, timeZone: 'UTC' });
    // browsers put different spaces before 'PM', and pad French hours: '06 h'
    return (at: number) =>
      localized(
        format
          .format(at)
          .replace(/\s/g, ' ')
          .replace(/^0(?=\d)/, ''),
      );
  };
  const days = Array.from({ length: DAYS }, (_, day) => SUNDAY + day * 24 * HOUR_MS);
  return {
    language: language(),
    days: days.map(writer({ weekday: 'long' })),
    shortDays: days.map(writer({ weekday: 'short' })),
    hours: Array.from({ length: HOURS }, (_, hour) => SUNDAY + hour * HOUR_MS).map(
      writer({ hour: 'numeric' }),
    ),
  };
}

let written: WeekWords | undefined;

/** Names of the days, Sunday first, and of the hours. */
export const weekWords = (): WeekWords => (written?.language === language() ? written : (written = write()));

/** 'Tuesday 6 PM to 7 PM, free'. */
export function cellLabel(day: number, hour: number, free: boolean): string {
  const { days, hours } = weekWords();
  const values = { day: days[day]!, from: hours[hour]!, to: hours[(hour + 1) % HOURS]! };
  return free ? t('{day} {from} to {to}, free', values) : t('{day} {from} to {to}, busy', values);
}

const numberOf = (hour: number) => weekWords().hours[hour % HOURS]!.match(/\p{N}+/u)?.[0] ?? '';

/** First and last hour of a block, short enough for a narrow column: '5 – 10'. */
export const spanLabel = (hour: number, length: number): string =>
  localized(`${numberOf(hour)} – ${numberOf(hour + length)}`);
