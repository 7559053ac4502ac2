import * as z from 'zod/mini';
import { REPORT_REASONS } from '../report-reasons';
import { Id, Instant } from '../wire';

export const OUTCOMES = ['upheld', 'dismissed', 'false'] as const;
export const MEASURES = ['none', 'warning', 'suspension', 'ban'] as const;
/** The parts of a case that are sealed until an operator gives a reason. */
export const DISCLOSURES = ['names', 'contact', 'place', 'message'] as const;
export type Disclosure = (typeof DISCLOSURES)[number];

const Reason = z.enum(REPORT_REASONS);
const Measure = z.enum(MEASURES);

export const DeskSession = z.object({
  /** Name of the operator, as in the log. */
  operator: z.string(),
  stage: z.enum(['code', 'full']),
  /** Whether this operator has a second factor yet. */
  isEnrolled: z.boolean(),
  /** When the session ends, despite any activity. */
  until: Instant,
  idleMinutes: z.number(),
  /** The other operators, who can approve. */
  others: z.array(z.string()),
});
export type DeskSession = z.output<typeof DeskSession>;

export const Enrolment = z.object({
  /** To type into an authenticator, base32. */
  secret: z.string(),
  uri: z.string(),
  /** The same as a QR code: rows of dark and light modules. */
  modules: z.array(z.string()),
});
export type Enrolment = z.output<typeof Enrolment>;

export const QueueItem = z.object({
  id: Id,
  kind: z.enum(['report', 'proposal', 'appeal', 'decided']),
  reason: Reason,
  /** When the wait began. */
  since: Instant,
  /** When an answer is due. */
  due: Instant,
  group: z.enum(['today', 'week', 'later', 'second', 'decided']),
  /** Earlier reports about the same person. */
  earlier: z.number(),
  /** The operator who proposed or decided. */
  by: z.nullable(z.string()),
  measure: z.nullable(Measure),
});
export type QueueItem = z.output<typeof QueueItem>;

/** Who wrote a text of an offer; null in reports of older versions. */
const Author = z.nullable(z.enum(['reporter', 'about']));

const Strike = z.object({
  measure: Measure,
  reason: Reason,
  at: Instant,
  until: z.nullable(Instant),
  isLifted: z.boolean(),
});

const Person = z.object({
  /** Null without a profile. */
  name: z.nullable(z.string()),
  isGone: z.boolean(),
  age: z.nullable(z.number()),
  /** Null while the photo store cannot be read. */
  photos: z.nullable(z.array(z.string())),
});

export const Disclosed = z.object({
  what: z.enum(DISCLOSURES),
  until: Instant,
  names: z.optional(z.object({ reporter: z.nullable(Person), about: Person })),
  contact: z.optional(z.object({ reporter: z.nullable(z.string()), about: z.nullable(z.string()) })),
  /** Of each offer that the report names. */
  place: z.optional(z.array(z.object({ by: Author, at: Instant, location: z.string() }))),
  /** The messages of these offers, and the answers to them. */
  message: z.optional(z.array(z.object({ by: Author, text: z.string() }))),
});
export type Disclosed = z.output<typeof Disclosed>;

const Proposal = z.object({ by: z.string(), at: Instant, reason: z.string(), note: z.string() });

const Appeal = z.object({
  text: z.string(),
  at: Instant,
  outcome: z.nullable(z.enum(['upheld', 'overturned'])),
  by: z.nullable(z.string()),
});

const Decision = z.object({
  outcome: z.enum(OUTCOMES),
  measure: Measure,
  until: z.nullable(Instant),
  reason: z.string(),
  note: z.string(),
  by: z.string(),
  approvedBy: z.nullable(z.string()),
  at: Instant,
  appeal: z.nullable(Appeal),
});

export const DeskCase = z.object({
  id: Id,
  /** Names what the operator reads here: the words, the reasons, the offers and the proposed ban. */
  version: z.string(),
  kind: z.enum(['report', 'proposal', 'appeal', 'decided']),
  reason: Reason,
  since: Instant,
  due: Instant,
  openedAt: Instant,
  description: z.string(),
  /** False if the questionnaire made the report, not a student. */
  hasReporter: z.boolean(),
  reporter: z.object({ reports: z.number(), falseReports: z.number() }),
  about: z.object({
    earlier: z.number(),
    strikes: z.array(Strike),
    restrictedUntil: z.nullable(Instant),
    heldSince: z.nullable(Instant),
  }),
  /** Each offer that the report names: who made it, its day and state; the exact time and place are sealed. */
  offers: z.array(
    z.object({ by: Author, day: z.string(), status: z.nullable(z.string()), activity: z.string() }),
  ),
  /** The parts of this case that can be disclosed. */
  sealed: z.array(z.enum(DISCLOSURES)),
  /** What this operator has disclosed within the hour. */
  disclosed: z.array(Disclosed),
  /** The measure the ladder provides. */
  next: Measure,
  proposal: z.nullable(Proposal),
  decision: z.nullable(Decision),
});
export type DeskCase = z.output<typeof DeskCase>;

export const Letter = z.object({
  to: z.enum(['reporter', 'about']),
  /** Null if the account is deleted: nobody gets a letter. */
  subject: z.nullable(z.string()),
  lines: z.array(z.string()),
});
export type Letter = z.output<typeof Letter>;

export const HeldMailbox = z.object({
  /** Identifies the mailbox without its address. */
  mark: z.string(),
  since: Instant,
  isAccountGone: z.boolean(),
  /** The report that decides it; null once that is deleted. */
  caseId: z.nullable(Id),
});
export type HeldMailbox = z.output<typeof HeldMailbox>;

/** Work that waits in the database: mail that must arrive, mail and alerts about an offer. */
export const JOB_KINDS = ['mail', 'notice', 'alert'] as const;
export type JobKind = (typeof JOB_KINDS)[number];

/** Names nobody, and not what it says. */
export const WaitingJob = z.object({
  id: z.string(),
  kind: z.enum(JOB_KINDS),
  tries: z.number(),
  /** When it was due first. */
  since: Instant,
  /** The next try; null: none, it failed. */
  dueAt: z.nullable(Instant),
});
export type WaitingJob = z.output<typeof WaitingJob>;

export const JobPage = z.object({
  kinds: z.array(
    z.object({ kind: z.enum(JOB_KINDS), waiting: z.number(), failed: z.number(), isPaused: z.boolean() }),
  ),
  /** At most 50: failed ones, then those that are late the longest. */
  items: z.array(WaitingJob),
});
export type JobPage = z.output<typeof JobPage>;

export const LogEntry = z.object({
  row: z.number(),
  at: Instant,
  operator: z.string(),
  act: z.string(),
  about: z.string(),
  reason: z.string(),
});

export const LogPage = z.object({
  items: z.array(LogEntry),
  count: z.number(),
  lastHash: z.nullable(z.string()),
  /** The first problem of the log; null if it is intact. */
  problem: z.nullable(z.string()),
  hasMore: z.boolean(),
});
export type LogPage = z.output<typeof LogPage>;
