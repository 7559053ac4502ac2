import * as z from 'zod/mini';
import { defineDeskRoute } from './define';
import { JOB_KINDS, JobPage } from './shapes';

const params = z.object({ kind: z.enum(JOB_KINDS) });

export const listJobs = defineDeskRoute({
  name: 'listJobs',
  call: 'GET /jobs',
  summary: 'Work that waits or failed, without whom it is about',
  stage: 'full',
  response: JobPage,
});

export const repeatJobs = defineDeskRoute({
  name: 'repeatJobs',
  call: 'POST /jobs/{kind}/again',
  summary: 'Try the failed and the waiting jobs of a kind at once, and for another day',
  stage: 'full',
  params,
  body: z.strictObject({}),
  response: JobPage,
});

export const pauseJobs = defineDeskRoute({
  name: 'pauseJobs',
  call: 'POST /jobs/{kind}/pause',
  summary: 'Stop all processes from trying the jobs of a kind, or let them go on',
  stage: 'full',
  params,
  body: z.strictObject({ isPaused: z.boolean() }),
  response: JobPage,
});
