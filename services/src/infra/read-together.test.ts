import { startTestDatabase, type TestDatabase } from '@flint/testing';
import { Schema, trusted } from 'mongoose';
import { readTogether } from './read-together';

interface Person {
  _id: string;
  age: number;
  bornAt?: Date;
}

let database: TestDatabase;
const commands: string[] = [];

beforeAll(async () => {
  database = await startTestDatabase();
  const { db } = database;
  db.model(
    'Person',
    new Schema<Person>({ _id: String, age: Number, bornAt: Date }, { collection: 'people' }),
  );
  db.model('Pet', new Schema({ owner: String, name: String }, { collection: 'pets', versionKey: false }));
  await db.model('Person').create([
    { _id: 'ann', age: 20, bornAt: new Date(0) },
    { _id: 'ben', age: 21 },
  ]);
  await db.model('Pet').create([
    { owner: 'ann', name: 'Rex' },
    { owner: 'ben', name: 'Tom' },
    { owner: 'ben', name: 'Kit' },
  ]);
  db.getClient().on('commandStarted', ({ commandName }) => commands.push(commandName));
});
afterAll(() => database[Symbol.asyncDispose]());
beforeEach(() => void commands.splice(0));

const people = (filter: object) => database.db.model<Person>('Person').find(filter).lean();
const pets = () => database.db.model('Pet');

describe('reads that start at the same moment', () => {
  it('return what they return alone, from one command', async () => {
    const later = Promise.resolve().then(() =>
      readTogether(pets().find({ owner: 'ben' }, { name: 1, _id: 0 }).sort({ name: 1 }).limit(1).lean()),
    );
    const found = await Promise.all([
      readTogether(people({ _id: trusted({ $in: ['ann'] }) })),
      readTogether(people({ _id: 'nobody' })),
      later,
      readTogether(people({ bornAt: '1970-01-01T00:00:00Z' as never })),
    ]);
    const ann = { _id: 'ann', age: 20, bornAt: new Date(0), __v: 0 };
    expect(found).toEqual([[ann], [], [{ name: 'Kit' }], [ann]]);
    expect(commands).toEqual(['aggregate']);
  });

  it('a read alone is a find', async () => {
    expect(await readTogether(people({ _id: 'ben' }))).toEqual([{ _id: 'ben', age: 21, __v: 0 }]);
    expect(commands).toEqual(['find']);
  });

  it('treat operators from outside as values; a read that cannot be cast fails alone', async () => {
    const attack = { age: { $gt: 0 } as never };
    const [attacked, ...others] = await Promise.allSettled([
      readTogether(people(attack)),
      readTogether(people({ _id: 'ben' })),
      readTogether(pets().find({ name: 'Rex' }, { name: 1, _id: 0 }).lean()),
    ]);
    expect(String((attacked as PromiseRejectedResult).reason)).toContain('Cast to Number failed');
    expect(others).toMatchObject([{ value: [{ age: 21 }] }, { value: [{ name: 'Rex' }] }]);
    expect(commands).toEqual(['aggregate']);
  });

  it('with an option that one command cannot keep for each - are refused', async () => {
    const started = [people({}).skip(1), people({}).maxTimeMS(9), people({}).hint({ age: 1 })].map(
      readTogether,
    );
    for (const { status } of await Promise.allSettled(started)) expect(status).toBe('rejected');
    await expect(readTogether(pets().find())).rejects.toThrow('lean');
  });

  it('each fail when their command fails', async () => {
    const fail = { failCommands: ['aggregate'], errorCode: 8000 };
    const admin = database.db.getClient().db('admin');
    await admin.command({ configureFailPoint: 'failCommand', mode: { times: 1 }, data: fail });
    const both = [readTogether(people({})), readTogether(pets().find().lean())];
    const outcomes = await Promise.allSettled(both);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});
