import * as z from 'zod/mini';
import * as LIMITS from '../limits';
import { defineRoute } from '../route';
import { Id, Instant, OptionalText } from '../wire';

/** The signals that one student can send the other with one tap. */
export const DATE_SIGNALS = ['on_my_way', 'ten_minutes_late', 'here'] as const;
export const DateSignal = z.enum(DATE_SIGNALS);
export type DateSignal = z.output<typeof DateSignal>;

const Told = z.object({
  /** How this person can be recognized. */
  line: z.nullable(z.string()),
  signals: z.array(z.object({ kind: DateSignal, at: Instant })),
});

/** The lines and signals of an agreed date; empty a day after it. */
export const YourDate = z.object({
  own: Told,
  partner: Told,
  /** The period in which signals can be sent. */
  signalsFrom: Instant,
  signalsUntil: Instant,
});
export type YourDate = z.output<typeof YourDate>;

const offerId = z.object({ id: Id });

export const readDate = defineRoute({
  name: 'readDate',
  call: 'GET /offers/{id}/date',
  summary: 'What the two of an agreed date tell each other about it',
  params: offerId,
  response: YourDate,
  errors: ['not_found', 'offer_state_changed'],
});

export const saveDateLine = defineRoute({
  name: 'saveDateLine',
  call: 'PUT /offers/{id}/date/line',
  summary:
    'Say how one can be recognized; an empty line takes it back. Only the other one sees it, until a day after the date',
  params: offerId,
  body: z.strictObject({ line: OptionalText(LIMITS.recognizeMax) }),
  response: YourDate,
  errors: ['not_found', 'offer_state_changed', 'text_unfit'],
});

export const sendDateSignal = defineRoute({
  name: 'sendDateSignal',
  call: 'POST /offers/{id}/date/signals',
  isRepeatable: true,
  summary:
    'Tell the other one something with one tap; each signal once a date, from three hours before until it is over',
  params: offerId,
  body: z.strictObject({ kind: DateSignal }),
  response: YourDate,
  errors: ['not_found', 'offer_state_changed', 'date_not_now'],
});
