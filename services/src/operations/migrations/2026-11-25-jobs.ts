import type { Job } from '../../resources/jobs/job.model';
import { OLDER_QUEUES, takeOlderQueues } from '../../resources/jobs/older-queues';
import { dropCollections, type Migration } from './migration';

interface Notice {
  readonly to: string;
  readonly about: string | null;
  readonly what: string;
  readonly offerId: string;
}
const idsOf = ({ to, ...ids }: Notice) => ({ userId: to, ...ids });

/**
 * Mail that waits, and mail that waits for its alert, are jobs of one queue. Processes of the version before may still run, so the collections stay;
 * the running processes take what comes later (`jobs.resource.ts`).
 */
export const oneQueueOfJobs: Migration = {
  name: '2026-11-25-jobs',
  up: (db) => takeOlderQueues(db, new Date()),
  async down(db) {
    const jobs = db.collection<Job>('jobs');
    const [mails, notices] = OLDER_QUEUES.map((name) => db.collection<{ _id: string }>(name));
    // those that failed, too: the version before tries them once more
    for await (const { _id, kind, sealed, plain, about, tries, dueAt, since, endsAt } of jobs.find()) {
      const [to, row] =
        kind === 'mail'
          ? [mails!, { mail: sealed, about, tries, dueAt, createdAt: since }]
          : [
              notices!,
              {
                ...idsOf(plain as Notice),
                // required, and read no more
                at: dueAt,
                dueAt,
                expiresAt: endsAt,
              },
            ];
      await to.updateOne({ _id }, { $setOnInsert: row }, { upsert: true });
    }
    await dropCollections(db, 'jobs');
  },
};
