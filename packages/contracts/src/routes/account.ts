import * as z from 'zod/mini';
import { defineRoute } from '../route';
import { Instant } from '../wire';

export const deleteAccount = defineRoute({
  name: 'deleteAccount',
  method: 'DELETE',
  path: '/account',
  summary: 'Erase the account and everything held about it; what safety keeps loses its name',
  auth: 'user',
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
  status: 200,
  response: z.object({ exportedAt: Instant, data: z.record(z.string(), z.unknown()) }),
  errors: [],
});
