import * as z from 'zod/mini';
import { defineRoute } from '../route';
import { Instant } from '../wire';

export const readCalendarFeed = defineRoute({
  name: 'readCalendarFeed',
  method: 'GET',
  path: '/calendar-feed',
  summary: 'Since when a calendar app may read the own dates; null when none may',
  auth: 'user',
  status: 200,
  response: z.object({ since: z.nullable(Instant) }),
  errors: [],
});

export const makeCalendarFeed = defineRoute({
  name: 'makeCalendarFeed',
  method: 'POST',
  path: '/calendar-feed',
  summary:
    'A secret address by which a calendar app keeps up with the own agreed dates, without names; the one before ends',
  auth: 'user',
  proof: 'recent',
  status: 201,
  response: z.object({ url: z.string() }),
  errors: [],
});

export const endCalendarFeed = defineRoute({
  name: 'endCalendarFeed',
  method: 'DELETE',
  path: '/calendar-feed',
  summary: 'End the address that a calendar app reads the own dates by',
  auth: 'user',
  status: 204,
  response: null,
  errors: [],
});
