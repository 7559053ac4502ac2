import type { AlertOf } from '../../resources/alerts/index';
import { KINDS } from '../../resources/alerts/words';
import type { Job } from '../../resources/jobs/job.model';
import { OLDER_QUEUES, takeOlderQueues, type OlderAlert } from '../../resources/jobs/older-queues';
import type { Migration } from './migration';

interface AlertContent {
  readonly to: string;
  readonly what: AlertOf;
  readonly offerId: string;
  readonly about: string | null;
  readonly until: Date;
}

/** Alerts are jobs of the one queue. Processes of the version before may still run, so the collection stays. */
export const waitingAlerts: Migration = {
  name: '2026-11-26-waiting-alerts',
  up: (db) => takeOlderQueues(db, new Date()),
  async down(db) {
    const jobs = db.collection<Job>('jobs');
    const alerts = db.collection<OlderAlert & { kind: string }>(OLDER_QUEUES[2]);
    for await (const { _id, plain, tries: attempts, dueAt } of jobs.find({ kind: 'alert' })) {
      const { to: userId, what, offerId, about, until: expiresAt } = plain as AlertContent;
      const row = { userId, kind: KINDS[what], what, offerId, about, attempts, dueAt, expiresAt };
      await alerts.updateOne({ _id }, { $setOnInsert: row }, { upsert: true });
    }
    await jobs.deleteMany({ kind: 'alert' });
  },
};
