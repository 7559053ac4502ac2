import type { Resource } from '../resource';
import { jobs, SEALED_JOB } from './job.model';
import { jobsSettled, measureJobs } from './jobs';

/** Work that waits in the database; each kind is done by the resource that declares it. */
export const waitingJobs: Resource = {
  name: 'jobs',
  timed: [{ everyMs: 15_000, run: measureJobs, failed: 'jobs were not measured' }],
  start: (deps) => () => jobsSettled(deps),
  sealed: [SEALED_JOB],
  async eraseUser(userId, { db }) {
    await jobs(db).deleteMany({ about: userId });
  },
};
