import type { mongo } from 'mongoose';
import type { Migration } from './migration';

interface Job {
  _id: string;
  kind: string;
  sealed: string | null;
  plain: { to: string; what: string; offerId: string; about: string | null } | null;
  about: string[];
  tries: number;
  dueAt: Date;
  since: Date;
  endsAt: Date;
  failedAt: Date | null;
}

interface WaitingMail extends Pick<Job, '_id' | 'about' | 'tries' | 'dueAt'> {
  mail: string;
  createdAt: Date;
}

interface AlertMail extends Pick<Job, '_id' | 'dueAt'> {
  userId: string;
  about: string | null;
  what: string;
  offerId: string | null;
  expiresAt: Date;
}

const MAIL_KEPT_MS = 3 * 24 * 60 * 60 * 1000;
const has = async (db: mongo.Db, name: string) => (await db.listCollections({ name }).toArray()).length > 0;

/** Mail that waits, and mail that waits for its alert, are jobs of one queue. */
export const oneQueueOfJobs: Migration = {
  name: '2026-11-25-jobs',
  async up(db) {
    const jobs = db.collection<Job>('jobs');
    const add = ({ _id, ...job }: Job) => jobs.updateOne({ _id }, { $setOnInsert: job }, { upsert: true });
    const mails = db.collection<WaitingMail>('waiting_mails');
    for await (const { _id, mail, about, tries, dueAt, createdAt } of mails.find())
      await add({
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
    for await (const row of db.collection<AlertMail>('alert_mails').find()) {
      const { _id, userId: to, about, what, offerId, dueAt, expiresAt: endsAt } = row;
      // older ones name no offer, and are not sent any more
      if (!offerId) continue;
      await add({
        _id,
        kind: 'notice',
        sealed: null,
        plain: { to, what, offerId, about },
        about: [to, ...(about ? [about] : [])],
        tries: 0,
        dueAt,
        since: dueAt,
        endsAt,
        failedAt: null,
      });
    }
    for (const name of ['waiting_mails', 'alert_mails'])
      if (await has(db, name)) await db.dropCollection(name);
  },
  async down(db) {
    const jobs = db.collection<Job>('jobs');
    const [mails, notices] = ['waiting_mails', 'alert_mails'].map((name) =>
      db.collection<{ _id: string }>(name),
    );
    for await (const { _id, kind, sealed, plain, about, tries, dueAt, since, endsAt } of jobs.find({
      failedAt: null,
    })) {
      const [to, row] =
        kind === 'mail'
          ? [mails!, { mail: sealed, about, tries, dueAt, createdAt: since }]
          : [
              notices!,
              {
                userId: plain!.to,
                about: plain!.about,
                what: plain!.what,
                offerId: plain!.offerId,
                // required, and read no more
                at: dueAt,
                dueAt,
                expiresAt: endsAt,
              },
            ];
      await to.updateOne({ _id }, { $setOnInsert: row }, { upsert: true });
    }
    if (await has(db, 'jobs')) await db.dropCollection('jobs');
  },
};
