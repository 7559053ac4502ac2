import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Binary, Decimal128, Double, EJSON, Int32, Long, MaxKey, ObjectId, Timestamp, UUID } from 'bson';
import mongoose from 'mongoose';
import { startServer } from '../server';
import { temporaryFolder } from '../testing/folder';
import { run } from './run';

const everyType = {
  _id: new ObjectId(),
  int: new Int32(1),
  double: new Double(1),
  long: Long.fromString('9007199254740993'),
  decimal: Decimal128.fromString('1.10'),
  binary: new Binary(Buffer.from([0, 255])),
  uuid: new UUID(),
  date: new Date(-5),
  expression: /a"b/i,
  time: new Timestamp({ t: 5, i: 6 }),
  most: new MaxKey(),
  nothing: null,
  nested: { b: [1, { 'ä\n': '\u{1F600}' }], a: true },
};

async function connect(origin: string) {
  return new mongoose.mongo.MongoClient(`${origin}?directConnection=true`).connect();
}

/** All of a database as text that tells types apart. */
async function contents(dataDir: string, database: string) {
  const server = await startServer({ dataDir });
  const client = await connect(server.origin);
  const db = client.db(database);
  const names = (await db.listCollections().toArray()).map(({ name }) => name).sort();
  const found = [];
  for (const name of names) {
    const documents = await db.collection(name).find({}, { promoteValues: false }).toArray();
    found.push({ name, documents, indexes: await db.collection(name).listIndexes().toArray() });
  }
  await client.close();
  await server.close();
  return EJSON.stringify(found, { relaxed: false });
}

async function filled(dataDir: string) {
  const server = await startServer({ dataDir });
  const client = await connect(server.origin);
  const things = client.db('pilot').collection('things');
  await things.createIndex(
    { int: 1, 'nested.a': -1 },
    { unique: true, partialFilterExpression: { int: { $exists: true } } },
  );
  await things.createIndex({ date: 1 }, { expireAfterSeconds: 2_000_000_000 });
  await things.insertOne(everyType);
  await client
    .db('pilot')
    .collection<{ _id: string }>('names')
    .insertMany([{ _id: 'b' }, { _id: 'a' }]);
  await client.close();
  return server;
}

describe('the command', () => {
  const said: string[] = [];
  beforeEach(() => {
    said.length = 0;
    jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
      said.push(String(text));
      return true;
    });
  });
  afterEach(() => jest.restoreAllMocks());

  it('export, then import into an empty folder - give the same documents, types and indexes', async () => {
    using from = temporaryFolder();
    using to = temporaryFolder();
    const file = path.join(to.path, 'pilot.jsonl');
    await (await filled(from.path)).close();
    await run(['export', file, '--data', from.path]);
    expect(said.join('')).toContain('Exported 3 documents of the database pilot');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await run(['import', file, '--data', path.join(to.path, 'db'), '--database', 'moved']);
    expect(await contents(path.join(to.path, 'db'), 'moved')).toBe(await contents(from.path, 'pilot'));
  });

  it('export of a folder a server runs on - asks that server', async () => {
    using from = temporaryFolder();
    using to = temporaryFolder();
    const server = await filled(from.path);
    await run(['export', path.join(to.path, 'x'), '--data', from.path]);
    await run(['export', path.join(to.path, 'y'), '--uri', `${server.origin}pilot?directConnection=true`]);
    await server.close();
    expect(readFileSync(path.join(to.path, 'x'), 'utf8')).toBe(readFileSync(path.join(to.path, 'y'), 'utf8'));
  });

  it('import into a database that has the documents - is refused with one sentence', async () => {
    using from = temporaryFolder();
    using to = temporaryFolder();
    const file = path.join(to.path, 'pilot.jsonl');
    await (await filled(from.path)).close();
    await run(['export', file, '--data', from.path]);
    await expect(run(['import', file, '--data', from.path])).rejects.toThrow(
      'already holds documents in names',
    );
    await expect(run(['export', file, '--data', from.path])).rejects.toThrow('EEXIST');
  });

  it('import of a file that is none - says which line', async () => {
    using to = temporaryFolder();
    const file = path.join(to.path, 'broken');
    writeFileSync(file, '{"collection":"a","options":{},"indexes":[]}\n{"document":{"_id"\n');
    await expect(
      run(['import', file, '--data', path.join(to.path, 'db'), '--database', 'd']),
    ).rejects.toThrow('Line 2');
  });

  it('no command - serves on a socket for this user alone - and ends on SIGTERM', async () => {
    using folder = temporaryFolder();
    const data = path.join(folder.path, 'db');
    const cli = path.join(__dirname, '../cli.ts');
    const child = spawn(process.execPath, ['--import', 'tsx', cli, '--data', data]);
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const client = await new mongoose.mongo.MongoClient(line.toString().trim()).connect();
    expect(await client.db('x').command({ ping: 1 })).toMatchObject({ ok: 1 });
    expect(statSync(path.join(data, 'mongo.sock')).mode & 0o777).toBe(0o600);
    expect(statSync(data).mode & 0o777).toBe(0o700);
    await client.close();
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('serve on a port - shows an address with the password made, and takes no connection without it', async () => {
    using folder = temporaryFolder();
    const cli = path.join(__dirname, '../cli.ts');
    const child = spawn(process.execPath, ['--import', 'tsx', cli, '--data', folder.path, '--port', '0']);
    let shown = '';
    child.stdout.on('data', (text) => (shown += String(text)));
    while (!shown.includes('@')) await once(child.stdout, 'data');
    const [, address = ''] = shown.trim().split('\n');
    const client = new mongoose.mongo.MongoClient(address);
    expect((await client.db('x').collection('y').insertOne({ a: 1 })).acknowledged).toBe(true);
    await client.close();
    const stranger = new mongoose.mongo.MongoClient(address.replace(/embedded:[^@]*@/, ''));
    await expect(stranger.db('x').collection('y').findOne()).rejects.toMatchObject({ code: 13 });
    await stranger.close();
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('an address other machines reach - without --exposed - is refused', async () => {
    await expect(run(['serve', '--host', '0.0.0.0'])).rejects.toThrow('needs the flag --exposed');
    await expect(run(['dance'])).rejects.toThrow('Usage:');
  });
});
