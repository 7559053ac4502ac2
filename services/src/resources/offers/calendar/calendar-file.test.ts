import fc from 'fast-check';
import ICAL from 'ical.js';
import {
  calendarFile,
  calendarFileName,
  googleCalendarUrl,
  outlookCalendarUrl,
  type CalendarDate,
} from './calendar-file';
import { calendarFaults, calendarValue } from './testing/check-calendar';

const date: CalendarDate = {
  rootId: '65f0c0ffee65f0c0ffee0001',
  offerId: '65f0c0ffee65f0c0ffee0002',
  proposedDate: new Date('2026-03-05T23:00:00Z'),
  location: 'Library café; 2nd floor, left',
  activity: 'Coffee & a walk',
  sequence: 1,
  cancelled: false,
};
const maker = {
  host: 'campus.edu',
  appName: 'Flint',
  organizer: 'no-reply@campus.edu',
  offersUrl: 'https://campus.edu/offers',
  now: new Date('2026-03-02T12:34:56Z'),
};
const read = (content: string) => {
  const calendar = new ICAL.Component(ICAL.parse(content));
  const events = calendar.getAllSubcomponents('vevent');
  return { calendar, events, event: new ICAL.Event(events[0]!) };
};

describe('the calendar file', () => {
  it('of an agreed date - passes the checker and has the specified content', () => {
    const content = calendarFile(date, maker);
    expect(calendarFaults(content)).toEqual([]);
    expect(calendarValue(content, 'UID')).toBe('offer-65f0c0ffee65f0c0ffee0001@campus.edu');
    expect(calendarValue(content, 'METHOD')).toBe('PUBLISH');
    expect(calendarValue(content, 'STATUS')).toBe('CONFIRMED');
    expect(calendarValue(content, 'X-MICROSOFT-CDO-BUSYSTATUS')).toBe('BUSY');
    expect(calendarValue(content, 'CLASS')).toBe('PRIVATE');
    expect(calendarValue(content, 'DTSTAMP')).toBe('20260302T123456Z');
    expect(calendarValue(content, 'DTSTART')).toBe('20260305T230000Z');
    expect(calendarValue(content, 'DTEND')).toBe('20260306T010000Z');
    expect(calendarValue(content, 'SUMMARY')).toBe('Date: Coffee & a walk');
    expect(calendarValue(content, 'TRIGGER')).toBe('-PT2H');
    expect(calendarValue(content, 'ORGANIZER')).toBe('no-reply@campus.edu');
    expect(read(content).event.description).toBe('More in Flint: https://campus.edu/offers');
    expect(calendarFileName(date.offerId)).toBe('65f0c0ffee65f0c0ffee0002.ics');
  });

  it('of a cancelled date - keeps the UID, raises the SEQUENCE, has the status CANCELLED and no alarm', () => {
    const before = calendarFile(date, maker);
    const content = calendarFile({ ...date, sequence: 2, cancelled: true }, maker);
    expect(calendarFaults(content)).toEqual([]);
    expect(calendarValue(content, 'STATUS')).toBe('CANCELLED');
    expect(calendarValue(content, 'X-MICROSOFT-CDO-BUSYSTATUS')).toBe('FREE');
    expect(calendarValue(content, 'METHOD')).toBe('CANCEL');
    expect(calendarValue(content, 'UID')).toBe(calendarValue(before, 'UID'));
    expect(Number(calendarValue(content, 'SEQUENCE'))).toBeGreaterThan(
      Number(calendarValue(before, 'SEQUENCE')),
    );
    expect(content).not.toContain('VALARM');
  });

  it.each([
    ['line breaks and a closing tag', 'Café\r\nEND:VEVENT\r\nBEGIN:VEVENT\nUID:evil'],
    ['characters of four octets to the last column', '🦊'.repeat(60)],
    ['five hundred accents', 'é'.repeat(500)],
    ['separators and backslashes', 'a;b,c\\n;;,,\\\\'],
    ['control characters', 'a\u0000b\u0007c\u007f'],
    ['half a surrogate pair', 'a\ud83dz'],
  ])('with %s in place and activity - stays one event of known properties', (_, text) => {
    const content = calendarFile({ ...date, location: text, activity: text }, maker);
    expect(calendarFaults(content)).toEqual([]);
    expect(read(content).events).toHaveLength(1);
    expect(calendarValue(content, 'UID')).not.toBe('evil');
  });

  it('with any text and any second - passes the checker and reads back the same', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 120 }),
        fc.date({ min: new Date('2020-01-01'), max: new Date('2039-12-31'), noInvalidDate: true }),
        (text, at) => {
          const proposedDate = new Date(Math.floor(at.getTime() / 1_000) * 1_000);
          const content = calendarFile({ ...date, location: `x${text}`, proposedDate }, maker);
          expect(calendarFaults(content)).toEqual([]);
          const { event } = read(content);
          expect(event.startDate.toJSDate()).toEqual(proposedDate);
          expect(event.location).toBe(`x${text}`.replace(/\p{Cc}+/gu, ' ').trim());
        },
      ),
      { numRuns: 300 },
    );
  });

  it('of an invalid time - is not created', () =>
    expect(() => calendarFile({ ...date, proposedDate: new Date(Number.NaN) }, maker)).toThrow());
});

describe('the checker', () => {
  const good = calendarFile(date, maker);
  it.each([
    ['a bare line feed', good.replace('\r\n', '\n')],
    ['two UIDs', good.replace('BEGIN:VEVENT\r\n', 'BEGIN:VEVENT\r\nUID:x\r\n')],
    ['no DTSTAMP', good.replace(/DTSTAMP:.*\r\n/, '')],
    ['an end before the start', good.replace('DTEND:20260306', 'DTEND:20260305')],
    ['31 February', good.replace('DTSTART:20260305', 'DTSTART:20260231')],
    ['a floating time', good.replace('T230000Z', 'T230000')],
    ['DTEND and DURATION', good.replace('SEQUENCE', 'DURATION:PT2H\r\nSEQUENCE')],
    ['a bare semicolon', good.replace('café\\;', 'café;')],
    ['no organizer', good.replace(/ORGANIZER.*\r\n/, '')],
    ['a method that does not fit', good.replace('METHOD:PUBLISH', 'METHOD:CANCEL')],
    ['an attendee', good.replace('SEQUENCE', 'ATTENDEE:mailto:a@campus.edu\r\nSEQUENCE')],
    ['a line of 80 octets', good.replace('SEQUENCE:1', `SEQUENCE:1${'0'.repeat(70)}`)],
  ])('given %s - reports it', (_, bad) => expect(calendarFaults(bad)).not.toEqual([]));
});

describe('links to web calendars', () => {
  it('of Google and Outlook - contain title, start, end and place', () => {
    const google = new URL(googleCalendarUrl(date)).searchParams;
    expect(google.get('dates')).toBe('20260305T230000Z/20260306T010000Z');
    expect(google.get('text')).toBe('Date: Coffee & a walk');
    expect(google.get('location')).toBe(date.location);
    // what opens their forms
    expect(google.get('action')).toBe('TEMPLATE');
    expect(Object.fromEntries(new URL(outlookCalendarUrl(date)).searchParams)).toEqual({
      path: '/calendar/action/compose',
      rru: 'addevent',
      subject: 'Date: Coffee & a walk',
      startdt: '2026-03-05T23:00:00.000Z',
      enddt: '2026-03-06T01:00:00.000Z',
      location: date.location,
    });
  });
});
