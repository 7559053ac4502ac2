import * as z from 'zod/mini';
import * as LIMITS from '../limits';
import { Id, Text } from '../wire';
import { defineDeskRoute } from './define';
import {
  Disclosed,
  DISCLOSURES,
  DeskCase,
  HeldMailbox,
  Letter,
  LogPage,
  MEASURES,
  OUTCOMES,
  QueueItem,
} from './shapes';

const Reason = z._default(z.string().check(z.trim(), z.maxLength(LIMITS.reportDescriptionMax)), '');
const Verdict = {
  outcome: z.enum(OUTCOMES),
  /** Default: the next step of the ladder (warning, seven days, ban). */
  measure: z.optional(z.enum(MEASURES)),
  /** The reason that the person gets. */
  reason: Reason,
};
const params = z.object({ id: Id });
/** The case as the operator read it. */
const version = z.string().check(z.maxLength(LIMITS.textMax));

export const listCases = defineDeskRoute({
  name: 'listCases',
  call: 'GET /cases',
  summary: 'Reports, bans and appeals that wait, the most urgent first; or decided ones',
  stage: 'full',
  query: z.strictObject({
    decided: z._default(z.enum(['yes', 'no']), 'no'),
    /** A request that the page makes automatically; it does not extend the session. */
    background: z._default(z.enum(['yes', 'no']), 'no'),
  }),
  response: z.object({ items: z.array(QueueItem) }),
});

export const readCase = defineDeskRoute({
  name: 'readCase',
  call: 'GET /cases/{id}',
  summary: 'One report with what the rules let an operator see; the reading is in the log first',
  stage: 'full',
  params,
  response: DeskCase,
});

export const disclose = defineDeskRoute({
  name: 'disclose',
  call: 'POST /cases/{id}/disclosures',
  summary: 'Show something sealed for an hour; the reason is in the log first',
  stage: 'full',
  params,
  body: z.strictObject({ what: z.enum(DISCLOSURES), reason: Text(LIMITS.textMax) }),
  status: 201,
  response: Disclosed,
});

export const previewLetters = defineDeskRoute({
  name: 'previewLetters',
  call: 'POST /cases/{id}/letters',
  summary: 'The letters a decision would send, as they would be sent; nothing leaves',
  stage: 'full',
  params,
  body: z.strictObject(Verdict),
  response: z.object({ items: z.array(Letter) }),
});

export const decideCase = defineDeskRoute({
  name: 'decideCase',
  call: 'POST /cases/{id}/decision',
  summary: 'Decide a report, once; a ban is proposed to a second operator',
  stage: 'full',
  params,
  body: z.strictObject({
    ...Verdict,
    note: Reason,
    version,
    /** The next step of the ladder as the operator read it. */
    next: z.optional(z.enum(MEASURES)),
  }),
  response: DeskCase,
  refuses: ['needs_reason', 'decided', 'proposed', 'changed'],
});

export const answerProposal = defineDeskRoute({
  name: 'answerProposal',
  call: 'POST /cases/{id}/proposal',
  summary: 'Approve a ban that another operator proposed, or send it back',
  stage: 'full',
  params,
  body: z.strictObject({ answer: z.enum(['approve', 'send_back']), version }),
  response: DeskCase,
  refuses: ['own_proposal', 'no_proposal', 'decided', 'changed', 'needs_reason'],
});

export const decideAppeal = defineDeskRoute({
  name: 'decideAppeal',
  call: 'POST /cases/{id}/appeal',
  summary: 'Decide an appeal, as an operator who took no part in the decision',
  stage: 'full',
  params,
  body: z.strictObject({ outcome: z.enum(['upheld', 'overturned']) }),
  response: DeskCase,
  refuses: ['same_operator', 'no_appeal'],
});

export const listHeld = defineDeskRoute({
  name: 'listHeld',
  call: 'GET /held',
  summary: 'Mailboxes kept from dates until an operator has checked a date of birth',
  stage: 'full',
  response: z.object({ items: z.array(HeldMailbox) }),
});

export const readLog = defineDeskRoute({
  name: 'readLog',
  call: 'GET /log',
  summary: 'What operators read and decided, newest first, and whether the chain is whole',
  stage: 'full',
  query: z.strictObject({
    before: z._default(z.coerce.number().check(z.int(), z.gte(1)), Number.MAX_SAFE_INTEGER),
  }),
  response: LogPage,
});
