import * as z from 'zod/mini';
import * as LIMITS from '../limits';
import { REPORT_REASONS, REPORT_TYPES } from '../report-reasons';
import { defineRoute } from '../route';
import { Id, Instant, List, OptionalText, Text, UserId } from '../wire';

const ReportType = z.enum(REPORT_TYPES);
const ReportReason = z.enum(REPORT_REASONS);

export const ReportReceipt = z.object({ id: Id, offerId: Id, reportType: ReportType, createdAt: Instant });

export const reportOffer = defineRoute({
  name: 'reportOffer',
  call: 'POST /safety/report',
  summary: 'Report a completed offer; recipient only, one per offer, and it blocks the pair from each other',
  body: z.strictObject({
    offerId: Id,
    reportType: ReportType,
    description: Text(LIMITS.reportDescriptionMax),
    /** By the client's clock; only stored, since the server's clock decides. */
    createdAt: z.optional(Instant),
  }),
  status: 201,
  response: ReportReceipt,
  errors: ['not_found', 'report_not_allowed'],
});

/** A report as its author sees it. */
export const OwnReport = z.object({
  id: Id,
  /** Displayed name of the person it is about. */
  name: z.string(),
  reason: ReportReason,
  createdAt: Instant,
  decidedAt: z.nullable(Instant),
  /** The outcome in words; null while it waits. */
  outcome: z.nullable(z.string()),
});
export type OwnReport = z.output<typeof OwnReport>;

export const reportPerson = defineRoute({
  name: 'reportPerson',
  call: 'POST /safety/reports',
  summary:
    'Report a person at any time, with the offer it is about if there is one; blocks the two from each other. Details may be left out for grave reasons',
  body: z.strictObject({
    userId: UserId,
    offerId: z.optional(Id),
    reason: ReportReason,
    description: OptionalText(LIMITS.reportDescriptionMax),
  }),
  status: 201,
  // names nobody: the response is the same for every person
  response: z.object({ id: Id, reason: ReportReason, createdAt: Instant }),
  errors: ['not_found', 'rate_limited'],
});

export const listReports = defineRoute({
  name: 'listReports',
  call: 'GET /safety/reports',
  summary: 'The own reports and what came of them',
  response: List(OwnReport),
});

export const Measure = z.enum(['warning', 'suspension', 'ban']);
export type Measure = z.output<typeof Measure>;

/** A decision about this student, with its reason, without the reporter. */
export const SafetyNotice = z.object({
  id: Id,
  measure: Measure,
  reason: ReportReason,
  /** The text of the safety team. */
  text: z.string(),
  at: Instant,
  /** End of a suspension. */
  until: z.nullable(Instant),
  /** none: it can be appealed, once; closed: its report has expired, so nobody could check it. */
  appeal: z.enum(['none', 'waiting', 'upheld', 'overturned', 'closed']),
});
export type SafetyNotice = z.output<typeof SafetyNotice>;

export const Standing = z.object({
  /** Since when the student has paused. */
  pausedAt: z.nullable(Instant),
  /** Until when the student is suspended from dates; a ban has a distant end. */
  restrictedUntil: z.nullable(Instant),
  /** Since when a date of birth under 18 waits for the safety team; then the other restrictions are not shown. */
  ageHeldAt: z.optional(z.nullable(Instant)),
  notices: z.array(SafetyNotice),
});
export type Standing = z.output<typeof Standing>;

export const readStanding = defineRoute({
  name: 'readStanding',
  call: 'GET /safety/standing',
  summary: 'Whether the profile is paused or restricted, and why',
  response: Standing,
});

export const pauseProfile = defineRoute({
  name: 'pauseProfile',
  call: 'PUT /safety/pause',
  summary: 'Pause the profile: no matches, and in nobody else’s; open offers stay open',
  body: z.strictObject({ paused: z.boolean() }),
  response: Standing,
});

export const appealNotice = defineRoute({
  name: 'appealNotice',
  call: 'POST /safety/notices/{id}/appeal',
  summary: 'Appeal a decision, once; someone else decides it',
  params: z.object({ id: Id }),
  body: z.strictObject({ text: Text(LIMITS.reportDescriptionMax) }),
  response: Standing,
  errors: ['not_found', 'appeal_used'],
});

/** How many people are hidden; only hashes of their addresses are stored. */
export const HiddenContacts = z.object({ count: z.number() });

const Contacts = z.strictObject({
  emails: z
    .array(z.string().check(z.trim(), z.maxLength(254)))
    .check(z.minLength(1), z.maxLength(LIMITS.hiddenContactsMax)),
});

export const readHiddenContacts = defineRoute({
  name: 'readHiddenContacts',
  call: 'GET /safety/hidden-contacts',
  summary: 'How many people this student asked not to be suggested to',
  response: HiddenContacts,
});

export const hideContacts = defineRoute({
  name: 'hideContacts',
  call: 'POST /safety/hidden-contacts',
  summary:
    'Do not suggest the people of these addresses, nor this student to them; nobody learns of it, nor whether they have an account',
  body: Contacts,
  response: HiddenContacts,
  errors: ['contact_limit_reached'],
});

export const showContacts = defineRoute({
  name: 'showContacts',
  call: 'POST /safety/hidden-contacts/remove',
  summary: 'Take addresses off that list',
  body: Contacts,
  response: HiddenContacts,
});

export const shareDate = defineRoute({
  name: 'shareDate',
  call: 'POST /offers/{id}/share',
  summary:
    'A link that shows an agreed date to whoever has it: when, where, what, and with whom by first name; until six hours after the date',
  params: z.object({ id: Id }),
  status: 201,
  response: z.object({ url: z.string(), expiresAt: Instant }),
  errors: ['not_found', 'offer_state_changed'],
});

export const unshareDate = defineRoute({
  name: 'unshareDate',
  call: 'DELETE /offers/{id}/share',
  summary: 'End every own link to a date',
  params: z.object({ id: Id }),
  response: null,
  errors: ['not_found'],
});

export const Block = z.object({ userId: UserId, name: z.string(), createdAt: Instant });
export type Block = z.output<typeof Block>;

export const listBlocks = defineRoute({
  name: 'listBlocks',
  call: 'GET /blocks',
  summary: 'People this student blocked',
  response: List(Block),
});

export const createBlock = defineRoute({
  name: 'createBlock',
  call: 'POST /blocks',
  summary:
    'Block a person: instant, silent, both ways; open offers between the two end. The same answer for every id',
  body: z.strictObject({ userId: UserId }),
  response: null,
  errors: ['not_found'],
});

export const removeBlock = defineRoute({
  name: 'removeBlock',
  call: 'DELETE /blocks/{userId}',
  summary: 'Lift an own block',
  params: z.object({ userId: UserId }),
  response: null,
});
