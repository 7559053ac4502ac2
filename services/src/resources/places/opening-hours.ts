import { dayNumber, type OpenRange } from '@flint/contracts/places/open';

const DAYS = ['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa'];
const DAY = 1440;
const ALWAYS: OpenRange = { from: 0, to: DAY };

/** Parses `08:00-21:00,22:00-02:00` or `off`; null for anything else. An end before its start is on the next day. */
function rangesOf(text: string): OpenRange[] | null {
  if (text === 'off') return [];
  const ranges = text.split(',').map((each) => {
    const found = /^([01]\d|2[0-4]):([0-5]\d)-([01]\d|2[0-4]):([0-5]\d)$/.exec(each.trim());
    if (!found) return null;
    const [from, to] = [1, 3].map((at) => Number(found[at]) * 60 + Number(found[at + 1])) as [number, number];
    if (from >= DAY || to > DAY || from === to) return null;
    return { from, to: to > from ? to : to + DAY };
  });
  return ranges.every((each) => each !== null) ? ranges : null;
}

/** Parses days, Sunday as 0: `Mo-Fr` is 1 to 5, `Sa-Mo` is 6, 0, 1. Null for anything else. */
function daysOf(text: string): number[] | null {
  const days = text.split(',').flatMap((each) => {
    const [from, to, ...rest] = each.split('-').map((name) => DAYS.indexOf(name.trim()));
    if (from === undefined || rest.length > 0 || from < 0 || to === -1) return [-1];
    const count = to === undefined ? 1 : ((to - from + 7) % 7) + 1;
    return Array.from({ length: count }, (_, i) => (from + i) % 7);
  });
  return days.includes(-1) ? null : days;
}

const rulesOf = (text: string) =>
  text
    .split(';')
    .map((each) => each.trim())
    .filter((each) => each !== '');

/** Splits at the first space: days or a date, then hours. */
const halves = (rule: string) => [rule.split(' ', 1)[0]!, rule.slice(rule.indexOf(' ') + 1).trim()] as const;

/**
 * Parses the weekly opening hours of OpenStreetMap (`Mo-Fr 08:00-21:00; Sa,Su 10:00-18:00`, `24/7`, `off`), without rare forms. A later rule
 * replaces an earlier one for its days. Null if a rule is malformed.
 */
export function weekOf(text: string): OpenRange[][] | null {
  if (text.trim() === '24/7') return DAYS.map(() => [ALWAYS]);
  const week: OpenRange[][] = DAYS.map(() => []);
  const rules = rulesOf(text);
  for (const rule of rules) {
    const [names, hours] = halves(rule);
    const [days, ranges] = [daysOf(names), rangesOf(hours)];
    if (!days || !ranges) return null;
    for (const day of days) week[day] = ranges;
  }
  return rules.length > 0 ? week : null;
}

const isDate = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;

/** Parses dates with special hours: `2026-12-25 off; 2026-12-24 08:00-14:00`. Null if one is malformed or occurs twice. */
export function exceptionsOf(text: string): { day: number; ranges: OpenRange[] }[] | null {
  const found = rulesOf(text).map((rule) => {
    const [date, hours] = halves(rule);
    const ranges = rangesOf(hours);
    return isDate(date) && ranges ? { day: dayNumber(date), ranges } : null;
  });
  const isFine = found.every((each) => each !== null);
  return isFine && new Set(found.map(({ day }) => day)).size === found.length ? found : null;
}
