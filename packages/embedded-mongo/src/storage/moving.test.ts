import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { Decimal128, Long, ObjectId } from 'bson';
import { startServer } from '../server';
import { temporaryFolder } from '../testing/folder';
import { openServer } from '../testing/server';

// Data folders of two older versions, written by the code of these commits: 40 people, ten of them changed, ten deleted; a dropped
// collection; one with a TTL index. The logs are compressed.
const VERSIONS = ['8c73069', '9f727bb'];
const fixture = path.join(__dirname, 'fixtures');

function oldFolder(version: string) {
  const folder = temporaryFolder();
  const from = path.join(fixture, version);
  fs.writeFileSync(
    path.join(folder.path, 'data.log'),
    zlib.gunzipSync(fs.readFileSync(path.join(from, 'data.log.gz'))),
  );
  fs.copyFileSync(path.join(from, 'data.log.size'), path.join(folder.path, 'data.log.size'));
  fs.writeFileSync(path.join(folder.path, 'data.log.reserve'), Buffer.alloc(1024));
  return folder;
}

const person = (n: number) => ({
  _id: n,
  email: `p${n}@campus.example`,
  n,
  tags: ['a', `t${n % 3}`],
  price: Decimal128.fromString(`${n}.50`),
  big: Long.fromString('9007199254740993'),
  id: new ObjectId('0123456789abcdef01234567'),
  at: new Date(n * 1000),
  deep: { list: [n, { x: null }], ...(n < 10 ? { changed: true } : {}) },
});

async function open(dataDir: string) {
  const { client, close } = await openServer({ dataDir });
  return { db: client.db('old'), close };
}

const names = (folder: string) =>
  fs
    .readdirSync(folder)
    .filter((name) => !name.includes('lock') && !name.startsWith('owner'))
    .sort();

describe.each(VERSIONS)('a folder of %s', (version) => {
  it('when opened - has all its documents and indexes - and the old files are gone', async () => {
    using folder = oldFolder(version);
    for (let start = 0; start < 2; start++) {
      const { db, close } = await open(folder.path);
      const people = db.collection<{ _id: number; email: string }>('people');
      const found = await people.find({}, { promoteLongs: false }).sort({ _id: 1 }).toArray();
      expect(found).toEqual(Array.from({ length: 30 }, (_, n) => person(n)));
      const plan = await people.find({ email: 'p7@campus.example' }).explain('queryPlanner');
      expect(JSON.stringify(plan)).toContain('email_1');
      expect(await people.findOne({ email: 'p7@campus.example' })).toMatchObject({ _id: 7 });
      await expect(people.insertOne({ _id: 99, email: 'p7@campus.example' })).rejects.toMatchObject({
        code: 11000,
      });
      expect(await people.countDocuments({ tags: 't1', n: { $gt: 3 } } as object)).toBe(9);
      expect((await db.listCollections().toArray()).map(({ name }) => name).sort()).toEqual([
        'people',
        'sessions',
      ]);
      expect(await db.collection('sessions').indexes()).toMatchObject([{}, { expireAfterSeconds: 3600 }]);
      await close();
      expect(names(folder.path)).toEqual(['data.1.mdb']);
    }
  });

  it('after a move that was cut off - is moved from the beginning', async () => {
    using folder = oldFolder(version);
    fs.writeFileSync(path.join(folder.path, 'partial.mdb'), Buffer.alloc(5000, 7));
    const { db, close } = await open(folder.path);
    expect(await db.collection('people').countDocuments()).toBe(30);
    await close();
  });

  it('after a process that ended before it removed the old files - continues with the new one', async () => {
    using folder = oldFolder(version);
    using other = oldFolder(version);
    const first = await open(folder.path);
    await first.db.collection('people').deleteMany({});
    await first.close();
    for (const name of names(other.path))
      fs.copyFileSync(path.join(other.path, name), path.join(folder.path, name));
    const again = await open(folder.path);
    expect(await again.db.collection('people').countDocuments()).toBe(0);
    await again.close();
    expect(names(folder.path)).toEqual(['data.1.mdb']);
  });

  it.each([
    ['with a damaged byte in the middle', /is damaged at byte \d+\. Restore a backup\./],
    ['whose log was cut short', /was cut short: \d+ of \d+ bytes are readable\. Restore a backup\./],
    ['with damaged first bytes', /is not an embedded data file/],
  ])('%s - is refused, and stays as it is', async (damage, message) => {
    using folder = oldFolder(version);
    const log = path.join(folder.path, 'data.log');
    const bytes = fs.readFileSync(log);
    const half = Math.floor(bytes.length / 2);
    if (damage.includes('middle')) bytes[half] = bytes[half]! ^ 1;
    if (damage.includes('first')) bytes.fill(0, 0, 8);
    fs.writeFileSync(log, damage.includes('short') ? bytes.subarray(0, half) : bytes);
    const before = fs.readFileSync(log);
    await expect(startServer({ dataDir: folder.path })).rejects.toThrow(message);
    expect(fs.readFileSync(log).equals(before)).toBe(true);
    expect(names(folder.path)).toEqual(['data.log', 'data.log.reserve', 'data.log.size']);
  });

  it('with a torn last record, which was never acknowledged - is moved without it', async () => {
    using folder = oldFolder(version);
    fs.appendFileSync(path.join(folder.path, 'data.log'), Buffer.from('f55245430000010000', 'hex'));
    const { db, close } = await open(folder.path);
    expect(await db.collection('people').countDocuments()).toBe(30);
    await close();
  });
});
