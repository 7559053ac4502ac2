import * as z from 'zod/mini';
import { defineRoute } from '../route';
import { Id, Instant, List, UserId } from '../wire';
import { OfferMail } from './offers';

export const deleteAccount = defineRoute({
  name: 'deleteAccount',
  call: 'DELETE /account',
  summary: 'Erase the account and everything held about it; what safety keeps loses its name',
  proof: 'recent',
  response: null,
});

export const linkExport = defineRoute({
  name: 'linkExport',
  call: 'POST /account/export-link',
  summary:
    'An address to download everything from, photos included, as one zip file; it ends after 15 minutes',
  proof: 'recent',
  status: 201,
  response: z.object({ url: z.string(), expiresAt: Instant }),
  errors: ['rate_limited'],
});

/** Everything held about a student, by resource. A resource may add members. */
export const AccountExport = z.object({
  exportedAt: Instant,
  data: z.looseObject({
    safety: z.looseObject({
      /** The own words of each appeal against a notice. */
      appeals: z.array(z.object({ noticeId: Id, text: z.string(), createdAt: Instant })),
    }),
    alerts: z.looseObject({ mail: OfferMail }),
  }),
});
export type AccountExport = z.output<typeof AccountExport>;

export const exportAccount = defineRoute({
  name: 'exportAccount',
  call: 'GET /account/export',
  summary: 'Everything held about this student, by resource',
  proof: 'recent',
  response: AccountExport,
});

/** The browser of a session; null if unknown. */
export const SignedInSession = z.object({
  id: UserId,
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  createdAt: Instant,
  lastUsedAt: Instant,
  /** Whether it is the session of this request. */
  isThis: z.boolean(),
});
export type SignedInSession = z.output<typeof SignedInSession>;

export const listSessions = defineRoute({
  name: 'listSessions',
  call: 'GET /account/sessions',
  summary: 'Where this student is signed in, the own session first',
  response: z.extend(List(SignedInSession), {
    /** Whether these are all: a hosted project does not list the other sessions. */
    isComplete: z.boolean(),
  }),
});

export const endSession = defineRoute({
  name: 'endSession',
  call: 'DELETE /account/sessions/{sessionId}',
  summary: 'Sign out one of the own sessions; nothing happens when there is none',
  params: z.object({ sessionId: UserId }),
  response: null,
});

export const endOtherSessions = defineRoute({
  name: 'endOtherSessions',
  call: 'DELETE /account/sessions',
  summary: 'Sign out everywhere but here',
  response: null,
});
