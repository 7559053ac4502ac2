import { startTestDatabase } from '@flint/testing';
import { unnamedReports } from './2026-11-26-unnamed-reports';

const at = (day: number) => new Date(Date.UTC(2026, 10, day));

describe('the migration to reports without names', () => {
  it('up, twice, and down again - marks reports of accounts that left, or came back since, and leaves nothing', async () => {
    await using database = await startTestDatabase();
    const db = database.db.db!;
    const reports = db.collection<{ _id: string }>('safety_reports');
    const earlier = [
      { _id: 'left', reportedId: 'gone:ben', createdAt: at(2) },
      { _id: 'back', reportedId: 'ben', createdAt: at(2) },
      { _id: 'later', reportedId: 'ben', createdAt: at(4) },
      { _id: 'no profile', reportedId: 'cem', createdAt: at(2) },
    ];
    await db.collection<{ _id: string }>('profiles').insertOne({ _id: 'ben', createdAt: at(3) } as never);
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
