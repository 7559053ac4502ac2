import { startTestDatabase } from '@flint/testing';
import { takeOlderQueues } from '../../resources/jobs/older-queues';
import { oneQueueOfJobs } from './2026-11-25-jobs';

const at = (hour: number) => new Date(Date.UTC(2026, 10, 25, hour));
const mail = { _id: 'm', mail: 'sealed words', about: ['ann'], tries: 2, dueAt: at(2), createdAt: at(1) };
const notice = {
  _id: 'n',
  userId: 'ben',
  about: 'ann',
  what: 'offered',
  offerId: 'o',
  at: at(9),
  dueAt: at(3),
  expiresAt: at(19),
};

describe('the migration to one queue of jobs', () => {
  it('up, twice, and down again - keeps every mail that waits', async () => {
    await using database = await startTestDatabase();
    const db = database.db.db!;
    const all = (name: string) => db.collection<{ _id: string }>(name).find().toArray();
    await db.collection<{ _id: string }>('waiting_mails').insertOne(mail);
    await db.collection<{ _id: string }>('alert_mails').insertOne(notice);
    await oneQueueOfJobs.up(db);
    await oneQueueOfJobs.up(db);
    expect([...(await all('waiting_mails')), ...(await all('alert_mails'))]).toEqual([]);
    expect(await all('jobs')).toEqual([
      expect.objectContaining({
        _id: 'm',
        kind: 'mail',
        sealed: 'sealed words',
        about: ['ann'],
        endsAt: new Date(at(1).getTime() + 3 * 86_400_000),
      }),
      expect.objectContaining({
        _id: 'n',
        kind: 'notice',
        plain: { to: 'ben', what: 'offered', offerId: 'o', about: 'ann' },
        about: ['ben', 'ann'],
        endsAt: at(19),
      }),
    ]);
    await oneQueueOfJobs.down(db);
    await oneQueueOfJobs.down(db);
    expect(await all('waiting_mails')).toEqual([mail]);
    expect(await all('alert_mails')).toEqual([{ ...notice, at: notice.dueAt }]);
    expect(await all('jobs')).toEqual([]);
  });

  it('after it, a process of the version before still queues - what is due is taken, what may be under way stays', async () => {
    await using database = await startTestDatabase();
    const db = database.db.db!;
    await oneQueueOfJobs.up(db);
    const late = { ...notice, _id: 'late', dueAt: at(5) };
    await db.collection<{ _id: string }>('waiting_mails').insertOne(mail);
    await db.collection<{ _id: string }>('alert_mails').insertMany([notice, late]);
    await takeOlderQueues(db, at(4));
    const idsIn = async (name: string) =>
      (await db.collection<{ _id: string }>(name).find().toArray()).map(({ _id }) => _id);
    expect((await idsIn('jobs')).toSorted()).toEqual(['m', 'n']);
    expect([...(await idsIn('waiting_mails')), ...(await idsIn('alert_mails'))]).toEqual(['late']);
  });
});
