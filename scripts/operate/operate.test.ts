import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { createLog, readEnv, systemClock } from '@flint/services';
import { deriveKey, joinAsProcess, readMasterSecret } from '@flint/services/operations';
import { seedCampus } from '@flint/services/seed';
import { startTestDatabase } from '@flint/testing';
import { explain } from '../start/failure';
import { operate } from './operate';

const dir = mkdtempSync(path.join(tmpdir(), 'flint-operate-'));

async function run(args: readonly string[], source: Record<string, string>) {
  const lines: string[] = [];
  const exitCode = await operate(args, { NODE_ENV: 'test', ...source }, (line) => lines.push(line));
  return { exitCode, lines };
}

describe("operators' commands", () => {
  it('a database - is migrated, backed up, and restored into another', async () => {
    await using first = await startTestDatabase();
    await using second = await startTestDatabase();
    const source = {
      DATA_DIR: dir,
      MONGODB_URI: first.uri,
      FLINT_SECRET: randomBytes(32).toString('base64'),
    };
    expect(await run(['migrate', 'status'], source)).toMatchObject({ exitCode: 1 });
    // their names: oldest-data.long.test.ts
    const { lines } = await run(['migrate'], source);
    const applied = lines.slice(0, -1).map((line) => /^applied (\S+)$/.exec(line)?.[1]);
    expect(applied).not.toContain(undefined);
    expect(lines.at(-1)).toBe('indexes are built');
    expect(await run(['migrate', 'status'], source)).toEqual({ exitCode: 0, lines: ['nothing is missing'] });
    const folder = path.join(dir, 'backup');
    expect((await run(['backup', folder], source)).exitCode).toBe(0);
    const { collections } = JSON.parse(await readFile(path.join(folder, 'manifest.json'), 'utf8'));
    expect(collections.migrations).toMatchObject({ count: applied.length });
    const tried = await run(['round', '--dry-run'], source);
    expect(tried.lines).toContain('nothing was stored');
    const made = await run(['round', '--again'], source);
    expect(made.lines.at(-1)).toBe('published');
    const twice = await run(['round'], source);
    expect(twice.lines).toEqual(["today's round exists, or another process is making it"]);
    const elsewhere = { ...source, MONGODB_URI: second.uri };
    const restored = await run(['restore', folder], elsewhere);
    expect(restored.lines).toEqual([
      expect.stringMatching(/^brought back \d+ documents, 0 picture files$/),
      'replayed from the journal: nothing; erased again: 0 accounts',
    ]);
    expect((await run(['migrate', 'down'], elsewhere)).lines).toEqual([`took back ${applied.at(-1)}`]);
  });

  it('universities of an older version - each continue with their own data and secret; a round by command says whom it leaves out', async () => {
    await using server = await startTestDatabase();
    const file = path.join(dir, 'tenants.json');
    const north = { UNIVERSITY_NAME: "North's College", UNIVERSITY_EMAIL_HOST: 'north.edu' };
    await writeFile(
      file,
      JSON.stringify({ tenants: [{ id: 'north', hosts: ['flint.north.edu'], settings: north }] }),
    );
    const source = {
      NODE_ENV: 'test',
      DATA_DIR: dir,
      MONGODB_URI: server.uri,
      FLINT_SECRET: randomBytes(32).toString('base64'),
      TENANTS_FILE: file,
    };
    // as the older version stored them
    const secret = deriveKey(Buffer.from(source.FLINT_SECRET), 'tenant/north');
    const db = server.db.useDb(`${server.db.name}_north`);
    const dataDir = path.join(dir, 'tenants/north');
    const env = readEnv({ NODE_ENV: 'test', DATA_DIR: dataDir, UNIVERSITY_EMAIL_HOST: 'north.edu' });
    const log = createLog('silent');
    const deps = { env, db, clock: systemClock, log, secret, dataDir };
    const leave = await joinAsProcess(deps);
    await seedCampus(deps, { students: 40 });
    await leave();
    await expect(run(['round'], source)).rejects.toThrow(/npx flint operate universities/);
    const folder = path.join(dir, 'parted');
    expect(await run(['universities', folder], source)).toEqual({
      exitCode: 0,
      lines: [`flint.north.edu: ${path.join(folder, 'north.env')}`],
    });
    const own = parseEnv(await readFile(path.join(folder, 'north.env'), 'utf8')) as Record<string, string>;
    expect(own).toMatchObject({ ...north, PUBLIC_URL: 'https://flint.north.edu', DATA_DIR: dataDir });
    const { FLINT_SECRET } = own;
    expect(await readMasterSecret({ FLINT_SECRET, DATA_DIR: dir })).toEqual(secret);
    // the sealed answers are readable: matching needs them; a student whose answers are not is named as left out
    await db.collection('profiles').updateOne({}, { $set: { 'answers.religion': 'sealed:local:AAAA' } });
    const errors = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    const { lines } = await run(['round', '--dry-run'], own);
    expect(lines).toContainEqual(expect.stringMatching(/^39 students, [1-9]\d* lists/));
    expect(errors.mock.calls.join()).toContain('a student is left out of the round');
    errors.mockRestore();
    await db.dropDatabase();
  });

  it.each([
    ['no file named', undefined, 'not set'],
    ['a file that is not there', 'absent.json', 'cannot be read'],
    ['a file of something else', 'secret', 'is not a file of universities'],
  ])('%s - is reported', async (_case, name, told) => {
    await writeFile(path.join(dir, 'secret'), 'c2VjcmV0'.repeat(6));
    const source = { DATA_DIR: dir, ...(name && { TENANTS_FILE: path.join(dir, name) }) };
    await expect(run(['universities', path.join(dir, 'none')], source)).rejects.toThrow(told);
  });

  it('a list of places - is checked without a database, with a message for each bad row', async () => {
    const header = 'id,name,kind,address,lat,lon,hours';
    const good = 'tea-room,The Tea Room,off_campus_cafe,12 College Street,43.66,-79.39,Mo-Su 09:00-21:00';
    const check = async (...rows: string[]) => {
      const file = path.join(dir, 'places.csv');
      await writeFile(file, [header, ...rows].join('\n'));
      return run(['places', 'check', file], {});
    };
    expect(await check(good)).toEqual({ exitCode: 0, lines: ['1 places are valid, 0 rows are not'] });
    const mixed = await check(good, good.replace('tea-room', 'other').replace('off_campus_cafe', 'pub'));
    expect(mixed).toMatchObject({
      exitCode: 1,
      lines: [expect.stringMatching(/line 3 .*pub/), '1 places are valid, 1 rows are not'],
    });
    expect(await check('"open')).toMatchObject({
      exitCode: 1,
      lines: [expect.stringMatching(/^the list cannot be used/)],
    });
    expect(await run(['places', 'check', path.join(dir, 'none.csv')], {})).toMatchObject({ exitCode: 1 });
  });

  it.each([
    'migrate sideways',
    'migrate --dry-run',
    'backup',
    'restore folder --force',
    'round tomorrow',
    'seed 500',
    'seed --students many',
  ])('%s - does nothing, and says what it takes', async (typed) => {
    await expect(run(typed.split(' '), { DATA_DIR: dir })).rejects.toThrow(
      new RegExp(`Usage: npx flint operate ${typed.split(' ')[0]}|^--students takes a number`),
    );
  });

  it('a database that does not answer - is said in one sentence', async () => {
    const failed = run(['migrate', 'status'], {
      DATA_DIR: dir,
      MONGODB_URI: 'mongodb://127.0.0.1:9/flint?directConnection=true',
      FLINT_SECRET: randomBytes(32).toString('base64'),
    });
    const { text, exitCode } = explain(await failed.catch((error: unknown) => error));
    expect(text).toMatch(/^The database at MONGODB_URI does not answer\. /);
    expect(exitCode).toBe(69);
  });

  it('no command - is reported', async () => {
    expect((await run([], {})).exitCode).toBe(2);
    expect((await run(['--help'], {})).lines.join()).toContain('npx flint operate restore');
  });
});
