import type { Job } from '../../resources/jobs/job.model';
import type { StoredThread } from '../../resources/offers/thread.model';
import type { Migration } from './migration';

interface Waiting {
  readonly to: string;
  readonly offerId: string;
}

/** Notices and alerts that wait find the other student by their offer. The version before reads that student's id in them, and fails without it. */
export const jobsByOffer: Migration = {
  name: '2026-11-28-jobs-by-offer',
  up: async () => undefined,
  async down(db) {
    const jobs = db.collection<Job>('jobs');
    const threads = db.collection<StoredThread>('offer_threads');
    for await (const { _id, plain } of jobs.find({
      kind: { $in: ['notice', 'alert'] },
      'plain.about': { $exists: false },
    })) {
      const { to, offerId } = plain as Waiting;
      const thread = await threads.findOne({ roundIds: offerId });
      const about = thread && (thread.initiatorId === to ? thread.inviteeId : thread.initiatorId);
      // of somebody who left, or an erased offer: that version would name nobody
      if (!about) await jobs.deleteOne({ _id });
      else await jobs.updateOne({ _id }, { $set: { 'plain.about': about, about: [to, about] } });
    }
  },
};
