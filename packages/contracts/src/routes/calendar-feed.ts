import * as z from 'zod/mini';
import { defineRoute } from '../route';
import { Instant } from '../wire';

export const readCalendarFeed = defineRoute({
  name: 'readCalendarFeed',
  call: 'GET /calendar-feed',
  summary: 'Since when a calendar app may read the own dates; null when none may',
  response: z.object({ since: z.nullable(Instant) }),
});

export const makeCalendarFeed = defineRoute({
  name: 'makeCalendarFeed',
  call: 'POST /calendar-feed',
  summary:
    'A secret address by which a calendar app keeps up with the own agreed dates, without names; the one before ends',
  proof: 'recent',
  status: 201,
  response: z.object({ url: z.string() }),
});

export const endCalendarFeed = defineRoute({
  name: 'endCalendarFeed',
  call: 'DELETE /calendar-feed',
  summary: 'End the address that a calendar app reads the own dates by',
  response: null,
});
