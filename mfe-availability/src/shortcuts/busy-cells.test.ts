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
const [MONDAY, WEDNESDAY, THURSDAY, SUNDAY] = [1, 3, 4, 0];
const HERE = Intl.DateTimeFormat().resolvedOptions().timeZone;

describe('the busy hours of a calendar', () => {
  it.each([
    ['to the end of an hour', event('20261104T100000', '20261104T120000'), WEDNESDAY, [10, 11]],
    ['past the end of an hour', event('20261104T104500', '20261104T121500'), WEDNESDAY, [10, 11, 12]],
    ['of minutes around an hour', event('20261104T105000', '20261104T110500'), WEDNESDAY, [10, 11]],
    ['without a length', event('20261104T105000', '20261104T105000'), WEDNESDAY, []],
    ['that has begun', event('20261102T060000', '20261102T100000'), MONDAY, [8, 9]],
    ['at the end of two weeks', event('20261115T220000', '20261115T230000'), SUNDAY, [22]],
    ['after two weeks', event('20261116T120000', '20261116T130000'), MONDAY, []],
    ['that is over', event('20261102T060000', '20261102T080000'), MONDAY, []],
    ['that was called off', event('20261104T100000', '20261104T120000', 'STATUS:CANCELLED'), WEDNESDAY, []],
    ['marked as free', event('20261104T100000', '20261104T120000', 'TRANSP:TRANSPARENT'), WEDNESDAY, []],
    ['of a whole day', calendar('DTSTART;VALUE=DATE:20261104', 'DTEND;VALUE=DATE:20261105'), WEDNESDAY, []],
  ])('an event %s - are those it touches', (_when, text, day, hours) =>
    expect([...busyCells(text, HERE, NOW)]).toEqual(hours.map((hour) => cellOf(day, hour))),
  );

  it.each([
    ['America/Toronto', [cellOf(WEDNESDAY, 13)]],
    // between two full hours
    ['Asia/Kathmandu', [cellOf(WEDNESDAY, 23), cellOf(THURSDAY, 0)]],
  ])('of a week in %s - are on its clock, whatever the zone of the device', (timezone, cells) => {
    const text = event('20261104T180000Z', '20261104T190000Z');
    expect([...busyCells(text, timezone, NOW)]).toEqual(cells);
  });

  it('an event that repeats daily for ten years - are its; one too often to be read - are refused', () => {
    const since = (start: string, rule: string) =>
      event(start, `${start.slice(0, 8)}T150000`, `RRULE:${rule}`);
    const daily = since('20161003T140000', 'FREQ=DAILY');
    expect(busyCells(daily, HERE, NOW)).toEqual(new Set([1, 2, 3, 4, 5, 6, 0].map((day) => cellOf(day, 14))));
    expect(() => busyCells(since('20261001T140000', 'FREQ=SECONDLY'), HERE, NOW)).toThrow();
  });

  it('an event that repeats since last year - are those of its days in the next two weeks', () => {
    const weekly = event('20251006T140000', '20251006T150000', 'RRULE:FREQ=WEEKLY;BYDAY=MO,WE');
    expect([...busyCells(weekly, HERE, NOW)]).toEqual([cellOf(MONDAY, 14), cellOf(WEDNESDAY, 14)]);
    const later = event('20261109T140000', '20261109T150000', 'RRULE:FREQ=WEEKLY;COUNT=3');
    expect([...busyCells(later, HERE, NOW)]).toEqual([cellOf(MONDAY, 14)]);
  });

  it('an event that repeats, one day of it moved and one called off - leave the hours of these days free', () => {
    const daily = event('20261031T140000', '20261031T150000', 'RRULE:FREQ=DAILY;COUNT=6');
    const begin = 'BEGIN:VEVENT\r\nUID:1\r\nDTSTAMP:20261101T000000Z';
    const moved = `${begin}\r\nRECURRENCE-ID:20261104T140000\r\nDTSTART:20261104T180000\r\nDTEND:20261104T190000\r\nEND:VEVENT`;
    const off = `${begin}\r\nRECURRENCE-ID:20261103T140000\r\nDTSTART:20261103T140000\r\nDTEND:20261103T150000\r\nSTATUS:CANCELLED\r\nEND:VEVENT`;
    const text = daily.replace('END:VCALENDAR', [moved, off, 'END:VCALENDAR'].join('\r\n'));
    expect([...busyCells(text, HERE, NOW)].toSorted()).toEqual(
      [cellOf(MONDAY, 14), cellOf(WEDNESDAY, 18), cellOf(THURSDAY, 14)].toSorted(),
    );
  });

  it('a text that is no calendar - is refused', () => expect(() => busyCells('x', HERE, NOW)).toThrow());
});
