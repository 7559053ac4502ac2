import { startTestDatabase } from '@flint/testing';
import { pairsApart } from './2026-11-24-pairs-kept-apart';

const AT = new Date('2026-11-01T10:00:00Z');
const RECENT = new Date(Date.now() - 86_400_000);
const LONG_AGO = new Date(Date.now() - 91 * 86_400_000);
const mark = (name: string) => `gone:${name}`;

/** What the previous version stored: Ann, Ben and Cem have marks, Dan's profile is older than marks, 'gone:eve' was deleted. */
const EARLIER: Readonly<Record<string, readonly object[]>> = {
  contact_marks: ['ann', 'ben', 'cem'].map((_id) => ({ _id, mark: mark(_id) })),
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
