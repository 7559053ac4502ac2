import * as z from 'zod/mini';
import { LIMITS } from '../limits';
import { REPORT_REASONS, REPORT_TYPES } from '../report-reasons';
import { defineRoute } from '../route';
import { Id, Instant, List, OptionalText, Text, UserId } from '../wire';

const ReportType = z.enum(REPORT_TYPES);
const ReportReason = z.enum(REPORT_REASONS);

export const ReportReceipt = z.object({ id: Id, offerId: Id, reportType: ReportType, createdAt: Instant });

export const reportOffer = defineRoute({
  name: 'reportOffer',
  method: 'POST',
  path: '/safety/report',
  summary: 'Report a completed offer; recipient only, one per offer, and it blocks the pair from each other',
  auth: 'user',
  body: z.strictObject({
    offerId: Id,
    reportType: ReportType,
    description: Text(LIMITS.reportDescriptionMax),
    /** The client's clock; kept as a note, the server's own decides. */
    createdAt: z.optional(Instant),
  }),
  status: 201,
  response: ReportReceipt,
  errors: ['not_found', 'report_not_allowed'],
});

/** A report as whoever made it sees it. */
export const OwnReport = z.object({
  id: Id,
  /** Displayed name of the person it is about. */
  name: z.string(),
  reason: ReportReason,
  createdAt: Instant,
  decidedAt: z.nullable(Instant),
  /** What came of it, in words; null while it waits. */
  outcome: z.nullable(z.string()),
});
export type OwnReport = z.output<typeof OwnReport>;

export const reportPerson = defineRoute({
  name: 'reportPerson',
  method: 'POST',
  path: '/safety/reports',
  summary:
    'Report a person at any time, with the offer it is about if there is one; blocks the two from each other. Details may be left out for grave reasons',
  auth: 'user',
  body: z.strictObject({
    userId: UserId,
    offerId: z.optional(Id),
    reason: ReportReason,
    description: OptionalText(LIMITS.reportDescriptionMax),
  }),
  status: 201,
  response: OwnReport,
  errors: ['not_found', 'rate_limited'],
});

export const listReports = defineRoute({
  name: 'listReports',
  method: 'GET',
  path: '/safety/reports',
  summary: 'The own reports and what came of them',
  auth: 'user',
  status: 200,
  response: List(OwnReport),
  errors: [],
});

export const Measure = z.enum(['warning', 'suspension', 'ban']);
export type Measure = z.output<typeof Measure>;

/** What was decided about this student, with the reason; never who reported it. */
export const SafetyNotice = z.object({
  id: Id,
  measure: Measure,
  reason: ReportReason,
  /** What the safety team wrote. */
  text: z.string(),
  at: Instant,
  /** End of a suspension. */
  until: z.nullable(Instant),
  /** none: may still be appealed, once. */
  appeal: z.enum(['none', 'waiting', 'upheld', 'overturned']),
});
export type SafetyNotice = z.output<typeof SafetyNotice>;

export const Standing = z.object({
  /** Since when the student is not suggested to anybody, by their own choice. */
  pausedAt: z.nullable(Instant),
  /** Until when the safety team keeps the student from dates; a ban has no end in sight. */
  restrictedUntil: z.nullable(Instant),
  /** Since when a date of birth under 18 waits for the safety team; nothing else restricts then, as far as this says. */
  ageHeldAt: z.optional(z.nullable(Instant)),
  notices: z.array(SafetyNotice),
});
export type Standing = z.output<typeof Standing>;

export const readStanding = defineRoute({
  name: 'readStanding',
  method: 'GET',
  path: '/safety/standing',
  summary: 'Whether the profile is paused or restricted, and why',
  auth: 'user',
  status: 200,
  response: Standing,
  errors: [],
});

export const pauseProfile = defineRoute({
  name: 'pauseProfile',
  method: 'PUT',
  path: '/safety/pause',
  summary: 'Pause the profile: suggested to nobody, nobody suggested; open offers stay',
  auth: 'user',
  body: z.strictObject({ paused: z.boolean() }),
  status: 200,
  response: Standing,
  errors: [],
});

export const appealNotice = defineRoute({
  name: 'appealNotice',
  method: 'POST',
  path: '/safety/notices/{id}/appeal',
  summary: 'Appeal a decision, once; somebody else decides it',
  auth: 'user',
  params: z.object({ id: Id }),
  body: z.strictObject({ text: Text(LIMITS.reportDescriptionMax) }),
  status: 200,
  response: Standing,
  errors: ['not_found', 'appeal_used'],
});

/** How many people are hidden; who they are is not kept readable. */
export const HiddenContacts = z.object({ count: z.number() });

const Contacts = z.strictObject({
  emails: z.array(z.string().check(z.trim(), z.maxLength(254))).check(z.minLength(1), z.maxLength(50)),
});

export const readHiddenContacts = defineRoute({
  name: 'readHiddenContacts',
  method: 'GET',
  path: '/safety/hidden-contacts',
  summary: 'How many people this student asked not to be suggested to',
  auth: 'user',
  status: 200,
  response: HiddenContacts,
  errors: [],
});

export const hideContacts = defineRoute({
  name: 'hideContacts',
  method: 'POST',
  path: '/safety/hidden-contacts',
  summary:
    'Do not suggest the people of these addresses, nor this student to them; nobody learns of it, nor whether they have an account',
  auth: 'user',
  body: Contacts,
  status: 200,
  response: HiddenContacts,
  errors: ['contact_limit_reached'],
});

export const showContacts = defineRoute({
  name: 'showContacts',
  method: 'POST',
  path: '/safety/hidden-contacts/remove',
  summary: 'Take addresses off that list',
  auth: 'user',
  body: Contacts,
  status: 200,
  response: HiddenContacts,
  errors: [],
});

export const shareDate = defineRoute({
  name: 'shareDate',
  method: 'POST',
  path: '/offers/{id}/share',
  summary:
    'A link that shows an agreed date to whoever has it: when, where, what, and with whom by first name; until six hours after the date',
  auth: 'user',
  params: z.object({ id: Id }),
  status: 201,
  response: z.object({ url: z.string(), expiresAt: Instant }),
  errors: ['not_found', 'offer_state_changed'],
});

export const unshareDate = defineRoute({
  name: 'unshareDate',
  method: 'DELETE',
  path: '/offers/{id}/share',
  summary: 'End every own link to a date',
  auth: 'user',
  params: z.object({ id: Id }),
  status: 204,
  response: null,
  errors: ['not_found'],
});

export const Block = z.object({ userId: UserId, name: z.string(), createdAt: Instant });
export type Block = z.output<typeof Block>;

export const listBlocks = defineRoute({
  name: 'listBlocks',
  method: 'GET',
  path: '/blocks',
  summary: 'People this student blocked',
  auth: 'user',
  status: 200,
  response: List(Block),
  errors: [],
});

export const createBlock = defineRoute({
  name: 'createBlock',
  method: 'POST',
  path: '/blocks',
  summary: 'Block a person: instant, silent, both ways; open offers between the two end',
  auth: 'user',
  body: z.strictObject({ userId: UserId }),
  status: 201,
  response: Block,
  errors: ['not_found'],
});

export const removeBlock = defineRoute({
  name: 'removeBlock',
  method: 'DELETE',
  path: '/blocks/{userId}',
  summary: 'Lift an own block',
  auth: 'user',
  params: z.object({ userId: UserId }),
  status: 204,
  response: null,
  errors: [],
});
