import { startTestDatabase } from '@flint/testing/database';
import { takeOlderQueues } from '../../resources/jobs/older-queues';
import { pairsApart } from './2026-11-24-pairs-kept-apart';
import { oneQueueOfJobs } from './2026-11-25-jobs';
import { waitingAlerts } from './2026-11-26-waiting-alerts';
import { unnamedReports } from './2026-11-26-unnamed-reports';
import { jobsByOffer } from './2026-11-28-jobs-by-offer';

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
  it('up, twice, and down again - keeps every mail that waits or failed', async () => {
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
    await db.collection<{ _id: string }>('jobs').updateOne({ _id: 'm' }, { $set: { failedAt: at(4) } });
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

describe('the migration of alerts to jobs', () => {
  it('up, twice, and down again - keeps every alert with its receipt, and no mail moves', async () => {
    await using database = await startTestDatabase();
    const db = database.db.db!;
    const all = (name: string) => db.collection<{ _id: string }>(name).find().toArray();
    const ids = { what: 'here', offerId: 'o', about: 'ann' };
    const alert = { _id: 'a', userId: 'ben', kind: 'signal', ...ids, attempts: 3 };
    const times = { dueAt: at(3), expiresAt: at(4) };
    await db.collection<{ _id: string }>('alert_jobs').insertOne({ ...alert, ...times });
    await db.collection<{ _id: string; kind: string }>('jobs').insertOne({ _id: 'm', kind: 'mail' });
    await waitingAlerts.up(db);
    await waitingAlerts.up(db);
    expect(await all('alert_jobs')).toEqual([]);
    const job = {
      kind: 'alert',
      plain: { id: 'a', to: 'ben', ...ids, until: at(4), sent: [] },
      about: ['ben', 'ann'],
    };
    const moved = { _id: 'a', ...job, tries: 3, dueAt: at(3), endsAt: at(4), failedAt: null };
    expect(await all('jobs')).toEqual([{ _id: 'm', kind: 'mail' }, expect.objectContaining(moved)]);
    await waitingAlerts.down(db);
    await waitingAlerts.down(db);
    expect(await all('alert_jobs')).toEqual([{ ...alert, ...times }]);
    expect(await all('jobs')).toEqual([{ _id: 'm', kind: 'mail' }]);
  });
});

const AT = new Date('2026-11-01T10:00:00Z');
const RECENT = new Date(Date.now() - 86_400_000);
const LONG_AGO = new Date(Date.now() - 91 * 86_400_000);
const mark = (name: string) => `gone:${name}`;

/** Ann's earlier account and Eve's only one were deleted. */
const LEFT = ['ann', 'eve'].map((name) => ({ _id: `hash of ${name}`, mark: mark(name), leftUntil: RECENT }));

/** What the previous version stored: Ann, Ben and Cem have marks, Dan's profile is older than marks, 'gone:eve' was deleted. */
const EARLIER: Readonly<Record<string, readonly object[]>> = {
  contact_marks: [...LEFT, ...['ann', 'ben', 'cem'].map((_id) => ({ _id, mark: mark(_id) }))],
  blocks: [
    { blockerId: 'ann', blockedId: 'ben', createdAt: AT },
    { blockerId: 'ben', blockedId: 'dan', createdAt: AT, isUnseen: true },
    { blockerId: mark('eve'), blockedId: 'ann', createdAt: AT },
  ],
  match_hides: [{ _id: 'cem:ann', userId: 'cem', hiddenId: 'ann', createdAt: AT }],
  hidden_contacts: [{ _id: `ben:${mark('zoe')}`, userId: 'ben', mark: mark('zoe') }],
  offer_threads: [
    {
      _id: '1',
      initiatorId: 'ann',
      inviteeId: 'cem',
      updatedAt: RECENT,
      rounds: [{ by: 'initiator', status: 'declined' }],
    },
    {
      _id: '2',
      initiatorId: 'ann',
      inviteeId: 'ben',
      updatedAt: LONG_AGO,
      rounds: [{ by: 'initiator', status: 'declined' }],
    },
    {
      _id: '3',
      initiatorId: 'ben',
      inviteeId: 'cem',
      updatedAt: RECENT,
      rounds: [
        { by: 'initiator', status: 'rescheduled' },
        { by: 'invitee', status: 'declined' },
      ],
    },
  ],
};

async function earlier() {
  const database = await startTestDatabase();
  const db = database.db.db!;
  for (const [name, rows] of Object.entries(EARLIER))
    await db.collection(name).insertMany(rows.map((row) => ({ ...row })) as never[]);
  return { database, db };
}

describe('the migration to pairs kept apart', () => {
  it('up and up again - stores every earlier reason once, by mark, and drops the earlier collections', async () => {
    const { database, db } = await earlier();
    await using _ = database;
    await pairsApart.up(db);
    await pairsApart.up(db);
    const pairs = await db.collection('pairs_apart').find().toArray();
    expect(pairs.map(({ _id }) => String(_id)).toSorted()).toEqual([
      'gone:ann gone:ben block',
      'gone:ben dan block',
      'gone:ben gone:cem decline',
      'gone:ben gone:zoe hidden_address',
      'gone:cem gone:ann decline',
      'gone:cem gone:ann not_for_me',
      'gone:eve gone:ann block',
    ]);
    for (const { _id, by, about, reason, createdAt } of pairs) {
      expect(String(_id)).toBe(`${by} ${about} ${reason}`);
      expect(createdAt).toBeInstanceOf(Date);
    }
    const names = (await db.listCollections().toArray()).map(({ name }) => name);
    expect(names).not.toEqual(expect.arrayContaining(['blocks']));
  });

  it('up, down and down again - gives the previous version its rows and indexes back', async () => {
    const { database, db } = await earlier();
    await using _ = database;
    await pairsApart.up(db);
    await pairsApart.down(db);
    await pairsApart.down(db);
    for (const name of ['blocks', 'match_hides', 'hidden_contacts']) {
      const rows = await db.collection(name).find().toArray();
      const plain = rows.map(({ _id, ...row }) => (name === 'blocks' ? row : { _id, ...row }));
      const expected = EARLIER[name]!.map(({ isUnseen: _isUnseen, ...row }: any) => row);
      expect(plain).toHaveLength(expected.length);
      expect(plain).toEqual(expect.arrayContaining(expected));
    }
    const indexes = await db.collection('blocks').indexes();
    expect(indexes).toContainEqual(
      expect.objectContaining({ key: { blockerId: 1, blockedId: 1 }, unique: true }),
    );
    expect((await db.listCollections({ name: 'pairs_apart' }).toArray()).length).toBe(0);
  });
});

const onDay = (day: number) => new Date(Date.UTC(2026, 10, day));

describe('the migration to reports without names', () => {
  it('up, twice, and down again - marks reports of accounts that left, or came back since, and leaves nothing', async () => {
    await using database = await startTestDatabase();
    const db = database.db.db!;
    const reports = db.collection<{ _id: string }>('safety_reports');
    const earlier = [
      { _id: 'left', reportedId: 'gone:ben', createdAt: onDay(2) },
      { _id: 'back', reportedId: 'ben', createdAt: onDay(2) },
      { _id: 'later', reportedId: 'ben', createdAt: onDay(4) },
      { _id: 'no profile', reportedId: 'cem', createdAt: onDay(2) },
    ];
    await db.collection<{ _id: string }>('profiles').insertOne({ _id: 'ben', createdAt: onDay(3) } as never);
    await reports.insertMany(earlier);
    await unnamedReports.up(db);
    await unnamedReports.up(db);
    const marked = await reports.find({ isUnnamed: true } as never).toArray();
    expect(marked.map(({ _id }) => _id)).toEqual(['left', 'back']);
    await unnamedReports.down(db);
    await unnamedReports.down(db);
    expect(await reports.find().toArray()).toEqual(earlier);
  });
});

describe('the migration to jobs that find the other student by the offer', () => {
  it('down, twice - names the other one of each, and deletes what is about somebody who left', async () => {
    await using database = await startTestDatabase();
    const db = database.db.db!;
    const all = async (name: string) =>
      db.collection<{ _id: string }>(name).find().sort({ _id: 1 }).toArray();
    const thread = { initiatorId: 'ann', inviteeId: 'ben', roundIds: ['o1', 'o2'] };
    await db.collection<{ _id: string }>('offer_threads').insertMany([
      { _id: 'o1', ...thread },
      { _id: 'o3', ...thread, initiatorId: null, roundIds: ['o3'] },
    ] as { _id: string }[]);
    const job = (_id: string, kind: string, to: string, offerId: string, about?: string | null) => {
      const plain = about === undefined ? { to, offerId } : { to, offerId, about };
      return { _id, kind, plain, about: about ? [to, about] : [to] };
    };
    const mail = { ...job('5', 'mail', 'ann', 'o1'), plain: null };
    const older = [job('6', 'alert', 'ann', 'o1', 'ben'), job('7', 'notice', 'ann', 'o1', null)];
    const left = [job('3', 'notice', 'ben', 'o3'), job('4', 'alert', 'ann', 'erased')];
    const own = [job('1', 'notice', 'ann', 'o2'), job('2', 'alert', 'ben', 'o1')];
    await db.collection<{ _id: string }>('jobs').insertMany([...own, ...left, mail, ...older]);
    const found = [job('1', 'notice', 'ann', 'o2', 'ben'), job('2', 'alert', 'ben', 'o1', 'ann')];
    for (const _ of [1, 2]) {
      await jobsByOffer.down(db);
      expect(await all('jobs')).toEqual([...found, mail, ...older]);
    }
  });
});
