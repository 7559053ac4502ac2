import type { Resource } from '../resource';
import { jobs, SEALED_JOB } from './job.model';
import { waitForJobs, measureJobs } from './jobs';
import { OLDER_QUEUES, takeOlderQueues } from './older-queues';

/** Work that waits in the database; each kind is done by the resource that declares it. */
export const waitingJobs: Resource = {
  name: 'jobs',
  timed: [
    { everyMs: 15_000, run: measureJobs, isMeasure: true, failed: 'jobs were not measured' },
    {
      everyMs: 15_000,
      run: ({ db, clock }) => takeOlderQueues(db.db!, clock.now()),
      failed: 'the jobs of the version before were not taken',
    },
  ],
  start: (deps) => () => waitForJobs(deps),
  sealed: [SEALED_JOB],
  async eraseUser(userId, { db }) {
    await jobs(db).deleteMany({ about: userId });
    for (const name of OLDER_QUEUES)
      await db.collection(name).deleteMany({ $or: [{ about: userId }, { userId }] });
  },
};
