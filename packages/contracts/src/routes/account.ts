import * as z from 'zod/mini';
import { defineRoute } from '../route';
import { Instant, List, UserId } from '../wire';

export const deleteAccount = defineRoute({
  name: 'deleteAccount',
  method: 'DELETE',
  path: '/account',
  summary: 'Erase the account and everything held about it; what safety keeps loses its name',
  auth: 'user',
  proof: 'recent',
  status: 204,
  response: null,
  errors: [],
});

export const linkExport = defineRoute({
  name: 'linkExport',
  method: 'POST',
  path: '/account/export-link',
  summary:
    'An address to download everything from, photos included, as one zip file; it ends after 15 minutes',
  auth: 'user',
  proof: 'recent',
  status: 201,
  response: z.object({ url: z.string(), expiresAt: Instant }),
  errors: ['rate_limited'],
});

export const exportAccount = defineRoute({
  name: 'exportAccount',
  method: 'GET',
  path: '/account/export',
  summary: 'Everything held about this student, by resource',
  auth: 'user',
  proof: 'recent',
  status: 200,
  response: z.object({ exportedAt: Instant, data: z.record(z.string(), z.unknown()) }),
  errors: [],
});

/** A browser somebody is signed in with; null where it did not say. */
export const SignedInSession = z.object({
  id: UserId,
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  createdAt: Instant,
  lastUsedAt: Instant,
  /** The one that asks. */
  isThis: z.boolean(),
});
export type SignedInSession = z.output<typeof SignedInSession>;

export const listSessions = defineRoute({
  name: 'listSessions',
  method: 'GET',
  path: '/account/sessions',
  summary: 'Where this student is signed in, the own session first',
  auth: 'user',
  status: 200,
  response: List(SignedInSession),
  errors: [],
});

export const endSession = defineRoute({
  name: 'endSession',
  method: 'DELETE',
  path: '/account/sessions/{sessionId}',
  summary: 'Sign out one of the own sessions; nothing happens when there is none',
  auth: 'user',
  params: z.object({ sessionId: UserId }),
  status: 204,
  response: null,
  errors: [],
});

export const endOtherSessions = defineRoute({
  name: 'endOtherSessions',
  method: 'DELETE',
  path: '/account/sessions',
  summary: 'Sign out everywhere but here',
  auth: 'user',
  status: 204,
  response: null,
  errors: [],
});
