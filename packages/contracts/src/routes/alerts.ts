import * as z from 'zod/mini';
import * as LIMITS from '../limits';
import { defineRoute } from '../route';
import { Address } from '../wire';

/** The kinds of alerts; a student can turn each on or off. */
export const ALERT_KINDS = ['offer', 'answer', 'change', 'reminder', 'signal'] as const;
const AlertKind = z.enum(ALERT_KINDS);
export type AlertKind = z.output<typeof AlertKind>;

const Hour = z.number().check(z.int(), z.gte(0), z.lte(23));

/** Quiet hours, whole hours on the university's clock, during which alerts wait; null for none. */
const quiet = z.nullable(z.strictObject({ from: Hour, to: Hour }));
const kinds = z.array(AlertKind).check(z.maxLength(ALERT_KINDS.length));

/** A student's choices; alerts name nobody unless `showNames`. */
export const AlertChoices = z.strictObject({ kinds, quiet, showNames: z.boolean() });
export type AlertChoices = z.output<typeof AlertChoices>;

/** The choices to change; the others stay. */
const AlertChange = z.strictObject({
  kind: z.optional(z.strictObject({ id: AlertKind, isWanted: z.boolean() })),
  /** All kinds, as remotes of the release before send them. */
  kinds: z.optional(kinds),
  quiet: z.optional(quiet),
  showNames: z.optional(z.boolean()),
});
export type AlertChange = z.output<typeof AlertChange>;

const Alerts = z.object({
  choices: AlertChoices,
  /** The server's key for `pushManager.subscribe` (RFC 8292), in base64url. */
  publicKey: z.string(),
  /** Browsers of this student that show alerts. */
  browsers: z.number(),
});

const base64url = (max: number) => z.string().check(z.regex(/^[\w-]+$/), z.maxLength(max));

export const readAlerts = defineRoute({
  name: 'readAlerts',
  call: 'GET /alerts',
  summary: 'The choices about alerts, and the key to subscribe with',
  response: Alerts,
});

export const chooseAlerts = defineRoute({
  name: 'chooseAlerts',
  call: 'PUT /alerts',
  summary: 'Choose what to be alerted of, when, and whether alerts may name people',
  body: AlertChange,
  response: Alerts,
});

export const addAlertBrowser = defineRoute({
  name: 'addAlertBrowser',
  call: 'POST /alerts/browsers',
  summary: `Send alerts to this browser (Web Push); at most ${LIMITS.alertBrowsersMax}, the oldest goes first`,
  body: z.strictObject({
    endpoint: Address,
    keys: z.strictObject({ p256dh: base64url(100), auth: base64url(30) }),
  }),
  response: Alerts,
  errors: ['alert_address_refused'],
});

export const removeAlertBrowser = defineRoute({
  name: 'removeAlertBrowser',
  call: 'POST /alerts/browsers/remove',
  summary: 'Send no more alerts to this browser',
  body: z.strictObject({ endpoint: Address }),
  response: Alerts,
});

export const alertShown = defineRoute({
  name: 'alertShown',
  call: 'POST /alerts/shown',
  summary:
    'Say by its receipt that an alert was shown: its mail is not sent then; the answer is always the same',
  auth: 'none',
  body: z.strictObject({ receipt: z.string().check(z.maxLength(100)) }),
  response: null,
});
