import { cellOf } from '@flint/contracts/week/index';
import { busyCells } from './busy-cells';

/** Monday, 2 November 2026, 8:20 AM on this device. */
const NOW = new Date(2026, 10, 2, 8, 20);

/** A calendar of one event; times without a zone are those of the device. */
const calendar = (...lines: string[]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:test',
    'BEGIN:VEVENT',
    'UID:1',
    'DTSTAMP:20261101T000000Z',
    ...lines,
    'END:VEVENT',
    'END:VCALENDAR',
  ].join('\r\n');
const event = (start: string, end: string, ...more: string[]) =>
  calendar(`DTSTART:${start}`, `DTEND:${end}`, ...more);
const [MONDAY, WEDNESDAY, SUNDAY] = [1, 3, 0];

describe('the busy hours of a calendar', () => {
  it.each([
    ['to the end of an hour', event('20261104T100000', '20261104T120000'), WEDNESDAY, [10, 11]],
    ['past the end of an hour', event('20261104T104500', '20261104T121500'), WEDNESDAY, [10, 11, 12]],
    ['that has begun', event('20261102T060000', '20261102T100000'), MONDAY, [8, 9]],
    ['at the end of two weeks', event('20261115T220000', '20261115T230000'), SUNDAY, [22]],
    ['after two weeks', event('20261116T120000', '20261116T130000'), MONDAY, []],
    ['that is over', event('20261102T060000', '20261102T080000'), MONDAY, []],
    ['of a whole day', calendar('DTSTART;VALUE=DATE:20261104', 'DTEND;VALUE=DATE:20261105'), WEDNESDAY, []],
  ])('an event %s - are those it touches', (_when, text, day, hours) =>
    expect([...busyCells(text, NOW)]).toEqual(hours.map((hour) => cellOf(day, hour))),
  );

  it('an event that repeats since last year - are those of its days in the next two weeks', () => {
    const weekly = event('20251006T140000', '20251006T150000', 'RRULE:FREQ=WEEKLY;BYDAY=MO,WE');
    expect([...busyCells(weekly, NOW)]).toEqual([cellOf(MONDAY, 14), cellOf(WEDNESDAY, 14)]);
    const later = event('20261109T140000', '20261109T150000', 'RRULE:FREQ=WEEKLY;COUNT=3');
    expect([...busyCells(later, NOW)]).toEqual([cellOf(MONDAY, 14)]);
  });

  it('a text that is no calendar - is refused', () => expect(() => busyCells('x', NOW)).toThrow());
});
