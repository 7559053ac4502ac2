import { startTestDatabase } from '@flint/testing/database';
import { dropSucceeded } from './drop-succeeded';

const [OLD, NEW] = [new Date('2027-03-01T12:00:00Z'), new Date('2027-03-02T12:00:00Z')];

it.each([
  ['auth_users', 'email'],
  ['offer_threads', 'openPair'],
])(
  'documents of %s with one %s - in either order - are the newest of them and the others',
  async (name, field) => {
    await using database = await startTestDatabase();
    const rows = database.db.collection<{ _id: string; createdAt: Date }>(name);
    await rows.insertMany([
      { _id: 'a', [field]: 'one', createdAt: NEW },
      { _id: 'b', [field]: 'one', createdAt: OLD },
      { _id: 'c', [field]: 'two', createdAt: OLD },
      { _id: 'd', [field]: 'two', createdAt: NEW },
      { _id: 'e', createdAt: OLD },
      { _id: 'f', createdAt: NEW },
    ]);
    for (const _time of [1, 2]) await dropSucceeded(database.db.db!);
    expect((await rows.distinct('_id')).toSorted()).toEqual(['a', 'd', 'e', 'f']);
  },
);
