import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import mongoose from 'mongoose';
import { startServer, type RunningServer } from '../src/server';
import { text } from './check';
import { kinds, offeredTable } from './offered';
import { THINGS, type Place, type Thing } from './offered/try';

const README = path.join(__dirname, '../README.md');
const PART = /<!-- offered -->[\s\S]*<!-- \/offered -->/;
const MOST_LINES = 6620;

let server: RunningServer;
let place: Place;
beforeAll(async () => {
  server = await startServer({});
  const client = await new mongoose.mongo.MongoClient(`${server.origin}?directConnection=true`).connect();
  const db = client.db('offered');
  place = { client, db, things: db.collection<Thing>('things') };
});
beforeEach(async () => {
  await place.db.dropDatabase();
  await place.things.insertMany(THINGS.map((thing) => ({ ...thing })));
});
afterAll(async () => {
  await place.client.close();
  await server.close();
});

describe.each(kinds.map((kind) => [kind.what, kind] as const))('%s', (_, { offered, tries }) => {
  it('the features in the code - are exactly those tried here', () => {
    expect(Object.keys(tries).sort()).toEqual([...offered].sort());
  });

  it.each(Object.entries(tries))(
    '%s - through the driver - does what MongoDB does',
    async (__, [run, expected]) => {
      expect(text(await run(place))).toBe(text(expected));
    },
  );
});

it('the table in the README - lists these features (OFFERED_TABLE=write writes it)', () => {
  const found = offeredTable();
  const readme = readFileSync(README, 'utf8');
  if (process.env.OFFERED_TABLE === 'write')
    writeFileSync(
      README,
      readme.replace(PART, () => found),
    );
  else expect(PART.exec(readme)?.[0]).toBe(found);
});

it(`the source without tests - has at most ${MOST_LINES} lines`, () => {
  const folder = path.join(__dirname, '../src');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.m?ts$/.test(name) && !name.endsWith('.test.ts') && !name.startsWith('testing'),
  );
  const lines = files.flatMap((name) => readFileSync(path.join(folder, name), 'utf8').trimEnd().split('\n'));
  expect(files.length).toBeGreaterThan(50);
  expect(lines.length).toBeLessThanOrEqual(MOST_LINES);
});
