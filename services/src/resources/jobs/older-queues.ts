import type { mongo } from 'mongoose';
import type { Job } from './job.model';

/** The collections of versions before, which their processes still fill while they are replaced one by one. */
export const OLDER_QUEUES = ['waiting_mails', 'alert_mails', 'alert_jobs'] as const;

interface WaitingMail extends Pick<Job, '_id' | 'about' | 'tries' | 'dueAt'> {
  mail: string;
  createdAt: Date;
}

interface AlertMail extends Pick<Job, '_id' | 'dueAt'> {
  userId: string;
  about: string | null;
  what: string;
  /** Older ones name no offer, and are not sent any more. */
  offerId: string | null;
  expiresAt: Date;
}

export interface OlderAlert extends Pick<Job, '_id' | 'dueAt'> {
  userId: string;
  about: string | null;
  what: string;
  offerId: string;
  attempts: number;
  expiresAt: Date;
}

const MAIL_KEPT_MS = 3 * 24 * 60 * 60 * 1000;

const jobOfMail = ({ _id, mail, about, tries, dueAt, createdAt }: WaitingMail): Job => ({
  _id,
  kind: 'mail',
  sealed: mail,
  plain: null,
  about,
  tries,
  dueAt,
  since: createdAt,
  endsAt: new Date(createdAt.getTime() + MAIL_KEPT_MS),
  failedAt: null,
});

function jobOfAlertMail({ _id, userId: to, about, what, offerId, dueAt, expiresAt }: AlertMail): Job | null {
  if (!offerId) return null;
  return {
    _id,
    kind: 'notice',
    sealed: null,
    plain: { to, what, offerId, about },
    about: [to, ...(about ? [about] : [])],
    tries: 0,
    dueAt,
    since: dueAt,
    endsAt: expiresAt,
    failedAt: null,
  };
}

const jobOfAlert = ({
  _id,
  userId: to,
  about,
  what,
  offerId,
  attempts,
  dueAt,
  expiresAt,
}: OlderAlert): Job => ({
  _id,
  kind: 'alert',
  sealed: null,
  plain: { id: _id, to, what, offerId, about, until: expiresAt, sent: [] },
  about: [to, ...(about ? [about] : [])],
  tries: attempts,
  dueAt,
  since: dueAt,
  endsAt: expiresAt,
  failedAt: null,
});

/**
 * Moves what is due from the collections of versions before into the queue; what is not due may be under way in one of their processes. A mail may be
 * sent twice, none is lost. To be removed with the collections in the release after this one.
 */
export async function takeOlderQueues(db: mongo.Db, now: Date): Promise<void> {
  const jobs = db.collection<Job>('jobs');
  const move = async <Row extends { _id: string; dueAt: Date }>(
    name: string,
    toJob: (row: Row) => Job | null,
  ) => {
    const rows = db.collection<{ _id: string; dueAt: Date }>(name);
    for await (const row of rows.find({ dueAt: { $lte: now } })) {
      const job = toJob(row as Row);
      if (job) {
        const { _id, ...rest } = job;
        await jobs.updateOne({ _id }, { $setOnInsert: rest }, { upsert: true });
      }
      await rows.deleteOne({ _id: row._id });
    }
  };
  await move(OLDER_QUEUES[0], jobOfMail);
  await move(OLDER_QUEUES[1], jobOfAlertMail);
  await move(OLDER_QUEUES[2], jobOfAlert);
}
