import * as z from 'zod/mini';
import * as LIMITS from '../limits';
import { defineRoute } from '../route';
import { OFFER_FIELDS } from './offer-fields';
import { DateSignal } from './your-date';
import { PlaceId } from './places';
import { Id, Instant, List, OptionalText, Person, Text, UserId } from '../wire';

/** What the viewer may do with the offer now; screens show buttons by these and do not repeat the rules. */
export const OfferAbilities = z.object({
  accept: z.boolean(),
  decline: z.boolean(),
  reschedule: z.boolean(),
  withdraw: z.boolean(),
  cancel: z.boolean(),
  addToCalendar: z.boolean(),
  report: z.boolean(),
  /** Say whether the two met, or correct that answer. */
  sayMet: z.boolean(),
});

/** Reasons why a date did not take place. */
export const MISSED_REASONS = ['they_missed', 'i_missed', 'agreed'] as const;

/** One side's private answer after a date: whether they met; then whether to meet again, or what happened instead. */
export const Meeting = z.union([
  z.strictObject({ met: z.literal(true), again: z.boolean() }),
  z.strictObject({ met: z.literal(false), reason: z.enum(MISSED_REASONS) }),
]);
export type Meeting = z.output<typeof Meeting>;

export const Offer = z.object({
  ...OFFER_FIELDS.both,
  ...OFFER_FIELDS.sender,
  ...OFFER_FIELDS.recipient,
  fromUserId: z.nullable(UserId),
  toUserId: z.nullable(UserId),
  fromUser: Person,
  toUser: Person,
  /** The offer that this counter-offer answers, and the counter-offer to this one (decisions/006). */
  counterOf: z.nullable(Id),
  counterOffer: z.nullable(Id),
  /** The viewer's answer about this date; the other side never sees it. */
  meeting: z.nullable(Meeting),
  can: OfferAbilities,
  /** A pending offer at whose time the viewer has agreed to another date. */
  timeTaken: z.optional(z.literal(true)),
  /** Why the date of an open offer is not possible there: removed from the list, or closed at that time. */
  placeTrouble: z.optional(z.enum(['removed', 'closed'])),
  /** The other person's signals about an agreed date, in order, until it is over. */
  told: z.optional(z.array(DateSignal)),
});
export type Offer = z.output<typeof Offer>;

const offerId = z.object({ id: Id });

/** Whether this student gets mail about offers; safety notices and codes are always sent. */
export const OfferMail = z.strictObject({ wanted: z.boolean() });

export const readOfferMail = defineRoute({
  name: 'readOfferMail',
  call: 'GET /offers/mail',
  summary: 'Whether offers are sent by email',
  response: OfferMail,
});

export const saveOfferMail = defineRoute({
  name: 'saveOfferMail',
  call: 'PUT /offers/mail',
  summary: 'Switch mail about offers on or off',
  body: OfferMail,
  response: OfferMail,
});

export const listOffers = defineRoute({
  name: 'listOffers',
  call: 'GET /offers',
  summary: 'Offers received and sent, newest first',
  response: List(Offer),
});

export const createOffer = defineRoute({
  name: 'createOffer',
  call: 'POST /offers',
  summary: 'Invite one of the own matches',
  idempotent: true,
  body: z.strictObject({
    toUserId: UserId,
    proposedDate: Instant,
    location: Text(LIMITS.locationMax),
    activity: Text(LIMITS.activityMax),
    message: OptionalText(LIMITS.offerMessageMax),
    /** The id of the ready plan, if this is an unchanged plan of the sender's list. */
    planId: z.optional(z.string()),
    /** The place whose name and address are in `location`. */
    placeId: z.optional(PlaceId),
  }),
  status: 201,
  response: Offer,
  errors: [
    'not_a_match',
    'account_restricted',
    'text_unfit',
    'offer_open_exists',
    'offer_limit_reached',
    'offer_time_invalid',
    'place_unavailable',
    'plan_changed',
    'double_booked',
    'idempotency_in_flight',
    'idempotency_mismatch',
  ],
});

export const respondToOffer = defineRoute({
  name: 'respondToOffer',
  call: 'POST /offers/{id}/respond',
  summary: 'Accept, decline or propose another time; recipient only, pending only',
  params: offerId,
  body: z.strictObject({
    offerId: Id,
    action: z.enum(['accept', 'decline', 'reschedule']),
    message: OptionalText(LIMITS.offerMessageMax),
    rescheduleData: z.optional(
      z.strictObject({
        proposedDate: Instant,
        location: z.optional(Text(LIMITS.locationMax)),
        activity: z.optional(Text(LIMITS.activityMax)),
        placeId: z.optional(PlaceId),
      }),
    ),
  }),
  response: Offer,
  errors: [
    'not_found',
    'forbidden',
    'account_restricted',
    'text_unfit',
    'offer_state_changed',
    'offer_time_invalid',
    'place_unavailable',
    'double_booked',
    'reschedule_limit_reached',
  ],
});

export const withdrawOffer = defineRoute({
  name: 'withdrawOffer',
  call: 'POST /offers/{id}/withdraw',
  summary: 'Take back a pending offer; sender only',
  params: offerId,
  response: Offer,
  errors: ['not_found', 'forbidden', 'offer_state_changed'],
});

export const cancelOffer = defineRoute({
  name: 'cancelOffer',
  call: 'POST /offers/{id}/cancel',
  summary: 'Call off an accepted date; either side',
  params: offerId,
  response: Offer,
  errors: ['not_found', 'offer_state_changed'],
});

export const sayMet = defineRoute({
  name: 'sayMet',
  call: 'PUT /offers/{id}/meeting',
  summary: 'Say whether a completed date took place; private, either side, the last answer counts',
  params: offerId,
  body: Meeting,
  response: Offer,
  errors: ['not_found', 'offer_state_changed'],
});

export const readOfferCalendar = defineRoute({
  name: 'readOfferCalendar',
  call: 'GET /offers/{id}/calendar',
  summary: 'The calendar file of an accepted offer (RFC 5545), with links for web calendars',
  params: offerId,
  response: z.object({
    /** `<offer id>.ics` (spec 9). */
    fileName: z.string(),
    /** text/calendar content. */
    ics: z.string(),
    googleUrl: z.string(),
    outlookUrl: z.string(),
  }),
  errors: ['not_found', 'offer_state_changed'],
});
