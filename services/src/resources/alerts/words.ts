import type { AlertKind, DateSignal } from '@flint/contracts';
import { message, type Catalogue } from '@flint/texts/catalogue';

export type AlertOf =
  | 'offered'
  | 'accepted'
  | 'declined'
  | 'rescheduled'
  | 'cancelled'
  | 'off'
  | 'waits'
  | 'tomorrow'
  | 'soon'
  | DateSignal;

/** The setting that each alert belongs to. */
export const KINDS: Readonly<Record<AlertOf, AlertKind>> = {
  offered: 'offer',
  accepted: 'answer',
  declined: 'answer',
  rescheduled: 'change',
  cancelled: 'change',
  off: 'change',
  waits: 'reminder',
  tomorrow: 'reminder',
  soon: 'reminder',
  on_my_way: 'signal',
  ten_minutes_late: 'signal',
  here: 'signal',
};

/** The end of a date: the recipient is notified, without a name, also if the other has left since. */
export const isEnd = (what: AlertOf): boolean => what === 'cancelled' || what === 'off';

/** Texts for a lock screen that others may see: no name, no place, no hour. */
const BODIES: Readonly<Record<AlertOf, string>> = {
  offered: message('A new offer waits for you.'),
  accepted: message('An offer of yours was accepted.'),
  declined: message('An offer of yours was answered.'),
  rescheduled: message('Another time was proposed to you.'),
  cancelled: message('Your date is called off'),
  off: message('Your date is called off'),
  waits: message('An offer waits for your answer'),
  tomorrow: message('Your date is tomorrow'),
  soon: message('Your date is in two hours'),
  on_my_way: message('The person you’re meeting is on the way.'),
  ten_minutes_late: message('The person you’re meeting is running ten minutes late.'),
  here: message('The person you’re meeting has arrived.'),
};

/** The path that an alert and the mail of the same event lead to. */
export const pathTo = (what: AlertOf, offerId: string): string =>
  `/offers?${KINDS[what] === 'signal' ? 'date' : 'offer'}=${offerId}`;

/** The message the service worker shows; the title holds the name if the student allowed that. */
export const alertText = (
  appName: string,
  { t }: Catalogue,
  { what, offerId, receipt }: { readonly what: AlertOf; readonly offerId: string; readonly receipt: string },
  name?: string,
): string =>
  JSON.stringify({
    title: name ?? appName,
    body: t(BODIES[what]),
    // the end by a deleted account looks like any other
    tag: `${offerId} ${what === 'off' ? 'cancelled' : what}`,
    path: pathTo(what, offerId),
    receipt,
  });
