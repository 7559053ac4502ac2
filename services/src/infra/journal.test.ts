import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startTestDatabase, type TestDatabase } from '@flint/testing/database';
import fc from 'fast-check';
import { readEnv } from '../env';
import { openJournal, type Act, type Journal } from './journal';

const SECRET = Buffer.alloc(32, 7);
const DAY_MS = 24 * 60 * 60_000;
const START = Date.parse('2026-11-24T12:00:00Z');

describe('the journal of protective acts', () => {
  let database: TestDatabase;
  let dataDir: string;
  let now: number;
  let journal: Journal;
  const folder = () => path.join(dataDir, 'journal');
  const files = async () =>
    (await readdir(folder(), { recursive: true })).filter((name) => name.includes(path.sep)).toSorted();
  const waiting = () => database.db.collection('journal_waiting').countDocuments();
  const acts = async (from = START) => {
    const found: Act[] = [];
    for await (const act of journal.since(new Date(from))) found.push(act);
    return found;
  };
  const erased = async (from?: number) =>
    (await acts(from)).map((act) => ('erased' in act ? act.erased : ''));

  beforeEach(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'flint-journal-'));
    database = await startTestDatabase();
    now = START;
    const clock = { now: () => new Date(now) };
    journal = openJournal({
      env: readEnv({ NODE_ENV: 'test', DATA_DIR: dataDir }),
      db: database.db,
      clock,
      secret: SECRET,
      dataDir,
    });
  });
  afterEach(async () => {
    await database[Symbol.asyncDispose]();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('while its store is out of reach - keeps acts in the database, replays none silently, and moves them in order once it is back', async () => {
    await journal.keepErasure('ann', new Date(now));
    await rename(folder(), `${folder()}-away`);
    await writeFile(folder(), 'in the way');
    for (const id of ['ben', 'cem']) {
      now += 1;
      await journal.keepErasure(id, new Date(now));
    }
    expect(await waiting()).toBe(2);
    await expect(journal.ship()).rejects.toThrow();
    expect(await waiting()).toBe(2);
    await expect(acts()).rejects.toThrow();
    await rm(folder());
    await rename(`${folder()}-away`, folder());
    now += 1;
    await journal.keepErasure('dan', new Date(now));
    await journal.ship();
    expect(await waiting()).toBe(0);
    expect(await erased()).toEqual(['ann', 'ben', 'cem', 'dan']);
  });

  it('documents noted by a process that ended - are kept a minute later, as they are then', async () => {
    await journal.note('blocks', ['ann:zoe', 'ann:gone']);
    await database.db.collection<{ _id: string }>('blocks').insertOne({ _id: 'ann:zoe' });
    await journal.ship();
    expect(await acts()).toEqual([]);
    now += 60_001;
    await journal.ship();
    expect(await acts()).toMatchObject([
      { collection: 'blocks', documents: [{ _id: 'ann:zoe' }], removed: ['ann:gone'] },
    ]);
    expect(await waiting()).toBe(0);
  });

  it('its files - contain the state after an act, and show nothing of it', async () => {
    const blocks = database.db.collection<{ _id: string; blockedId: string }>('blocks');
    await blocks.insertOne({ _id: 'ann:zoe', blockedId: 'zoe' });
    await journal.keep('blocks', ['ann:zoe', 'ann:gone']);
    expect(await acts()).toMatchObject([
      { collection: 'blocks', documents: [{ _id: 'ann:zoe', blockedId: 'zoe' }], removed: ['ann:gone'] },
    ]);
    const [name = ''] = await files();
    expect(name + (await readFile(path.join(folder(), name), 'latin1'))).not.toMatch(/ann|zoe|blocks/);
  });

  it('a file that was changed, cut, or given the name of another - is refused by its name', async () => {
    await journal.keepErasure('ann', new Date(now));
    now += 1;
    await journal.keepErasure('ben', new Date(now));
    const [first = '', second = ''] = (await files()).map((name) => path.join(folder(), name));
    const bytes = await readFile(first);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('change', 'cut', 'swap'),
        fc.nat({ max: bytes.length - 1 }),
        fc.integer({ min: 1, max: 255 }),
        async (how, at, by) => {
          const changed = Buffer.from(bytes);
          changed[at] = changed[at]! ^ by;
          const harmed = { change: changed, cut: bytes.subarray(0, at), swap: await readFile(second) };
          await writeFile(first, harmed[how]);
          await expect(acts()).rejects.toThrow(/^journal\/2026-11-24\/\S+ is damaged/);
        },
      ),
      { numRuns: 60 },
    );
    await writeFile(first, bytes);
    expect(await erased()).toEqual(['ann', 'ben']);
  });

  it('acts of more than 400 days - are deleted, and no others while a clock is a year ahead, nor after it was for weeks', async () => {
    const keepOn = async (...days: number[]) => {
      for (const day of days) {
        now = START + day * DAY_MS;
        await journal.keepErasure(String(day), new Date(now));
      }
    };
    await keepOn(-410, -60, -7, -6, -5, -4, -3, -2, -1);
    const kept = (await erased(0)).slice(1);
    now = START + 365 * DAY_MS;
    await journal.dropOld();
    await keepOn(365);
    await journal.dropOld();
    expect(await erased(0)).toEqual([...kept, '365']);
    const ahead = [365, 366, 367, 368, 369, 370, 371, 372];
    await keepOn(...ahead.slice(1), 0);
    await journal.dropOld();
    expect(await erased(0)).toEqual([...kept, '0', ...ahead.map(String)]);
    expect(await erased(START + 1)).toEqual(ahead.map(String));
  });
});
