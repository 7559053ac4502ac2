import type { Catalogue } from '@flint/texts/catalogue';
import { createEvent, createEvents, type EventAttributes, type ReturnObject } from 'ics';
import type { Mail } from '../../../infra/mail';
import { ENGLISH } from '../../../texts/index';
import { completionOf } from '../thread';
import { foldByOctets } from './fold';

export interface CalendarDate {
  /** Root of the thread, so that the event's UID is the same for all counter-offers. */
  readonly rootId: string;
  readonly offerId: string;
  readonly proposedDate: Date;
  readonly location: string;
  readonly activity: string;
  readonly sequence: number;
  readonly cancelled: boolean;
}

interface Maker {
  /** Host part of the UID. */
  readonly host: string;
  readonly appName: string;
  /** Mail address of the app, as the organizer that RFC 5546 requires, in place of the two people. */
  readonly organizer: string;
  /** Address of the offers in the app. */
  readonly offersUrl: string;
  readonly now: Date;
  /** Texts of the event; English by default. */
  readonly texts?: Catalogue;
}

/** One line without control characters, which calendars refuse; line breaks in a place are removed, too (RFC 5545 3.3.11). */
const oneLine = (text: string) =>
  text
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/\p{Cs}/gu, '')
    .trim();

/** Title of the event (spec 9). */
export const calendarTitle = (activity: string, { t }: Catalogue) =>
  t('Date: {activity}', { activity: oneLine(activity) });

/** The name the file is saved under (spec 9). */
export const calendarFileName = (offerId: string) => `${offerId}.ics`;

const productOf = ({ appName, texts = ENGLISH }: Maker) =>
  `-//${oneLine(appName)}//Offers//${texts.language.toUpperCase()}`;

function eventOf(date: CalendarDate, maker: Maker, now: Date): EventAttributes {
  const { host, appName, organizer, offersUrl, texts = ENGLISH } = maker;
  return {
    uid: `offer-${date.rootId}@${host}`,
    sequence: date.sequence,
    // formatted by ics as an instant in UTC
    ...({ timestamp: now.getTime() } as object),
    startInputType: 'utc',
    startOutputType: 'utc',
    start: date.proposedDate.getTime(),
    endInputType: 'utc',
    endOutputType: 'utc',
    end: completionOf(date.proposedDate).getTime(),
    title: calendarTitle(date.activity, texts),
    location: oneLine(date.location),
    description: texts.t('More in {app}: {url}', { app: oneLine(appName), url: offersUrl }),
    organizer: { name: oneLine(appName), email: organizer },
    status: date.cancelled ? 'CANCELLED' : 'CONFIRMED',
    classification: 'PRIVATE',
    busyStatus: date.cancelled ? 'FREE' : 'BUSY',
    ...(!date.cancelled && {
      // NOTE ics does not escape an alarm's description: a fixed text, which also reveals nothing on a lock screen
      alarms: [{ action: 'display', description: texts.t('Reminder'), trigger: { hours: 2, before: true } }],
    }),
  };
}

function fileOf({ error, value }: ReturnObject): string {
  // for an empty calendar ics returns a value and no error
  if (!value) throw new Error('the calendar file could not be made', { cause: error });
  return foldByOctets(value);
}

const methodOf = ({ cancelled }: CalendarDate) => (cancelled ? 'CANCEL' : 'PUBLISH');

/**
 * The agreed date as an iCalendar file (RFC 5545): two hours, in UTC. It names neither person. The same UID with a higher SEQUENCE makes
 * a second import update the first, and METHOD:CANCEL (RFC 5546) removes a called-off one from the calendar.
 */
export const calendarFile = (date: CalendarDate, maker: Maker): string =>
  fileOf(
    createEvent({
      ...eventOf(date, maker, maker.now),
      productId: productOf(maker),
      method: methodOf(date),
    }),
  );

/** The same file, as mail carries it. */
export const mailedCalendar = (date: CalendarDate, maker: Maker): NonNullable<Mail['calendar']> => ({
  fileName: calendarFileName(date.offerId),
  method: methodOf(date),
  ics: calendarFile(date, maker),
});

/** A date in a subscribed calendar. */
export interface FeedDate extends CalendarDate {
  /** When it was agreed to or changed. */
  readonly updatedAt: Date;
}

/** Suggested refresh interval of calendars (RFC 7986). */
const ASK_AGAIN = 'PT1H';

/** The dates as a calendar to subscribe to; the subscriber's calendar removes missing ones. The same dates make the same file. */
export function calendarFeed(dates: readonly FeedDate[], maker: Maker): string {
  const made = createEvents(
    dates.map((date) => eventOf(date, maker, date.updatedAt)),
    { productId: productOf(maker), method: 'PUBLISH', calName: oneLine(maker.appName) },
  );
  return fileOf(made).replace(/^X-PUBLISHED-TTL:.*$/m, (ttl) =>
    [`REFRESH-INTERVAL;VALUE=DURATION:${ASK_AGAIN}`, ttl].join('\r\n'),
  );
}

const compact = (date: Date) => date.toISOString().replace(/[-:]|\.\d{3}/g, '');

/** The address that opens the event in Google Calendar's own form. */
export function googleCalendarUrl(
  { proposedDate, location, activity }: CalendarDate,
  texts: Catalogue = ENGLISH,
): string {
  const url = new URL('https://calendar.google.com/calendar/render');
  url.searchParams.set('action', 'TEMPLATE');
  url.searchParams.set('text', calendarTitle(activity, texts));
  url.searchParams.set('dates', `${compact(proposedDate)}/${compact(completionOf(proposedDate))}`);
  url.searchParams.set('location', oneLine(location));
  return url.href;
}

/** The address that opens the event in Outlook on the web. */
export function outlookCalendarUrl(
  { proposedDate, location, activity }: CalendarDate,
  texts: Catalogue = ENGLISH,
): string {
  const url = new URL('https://outlook.office.com/calendar/0/deeplink/compose');
  url.searchParams.set('path', '/calendar/action/compose');
  url.searchParams.set('rru', 'addevent');
  url.searchParams.set('subject', calendarTitle(activity, texts));
  url.searchParams.set('startdt', proposedDate.toISOString());
  url.searchParams.set('enddt', completionOf(proposedDate).toISOString());
  url.searchParams.set('location', oneLine(location));
  return url.href;
}
