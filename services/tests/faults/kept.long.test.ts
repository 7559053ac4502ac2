// Longer than 300 lines: one model of what was acknowledged, checked after every kind of kill
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { connectMongo, createLog, readEnv, systemClock, type Deps } from '@flint/services';
import { checkBackup, completeRestore } from '@flint/services/operations';
import { freePort } from '@flint/testing/free-port';
import type { Program } from '@flint/testing/program';
import type { Connection } from 'mongoose';
import { cipherOf } from '../../src/infra/field-cipher';
import { call, startProcesses, until, type Processes, type Reply } from './testing/processes';

/** 50 in `npm run test:faults`. */
const ROUNDS = Number(process.env.FLINT_KILL_ROUNDS ?? 1);
const STUDENTS = 24;
/** So many that loading is half of the time of a restore. */
const OTHERS = 20_000;
const PATIENCE = { FLINT_TEST_PATIENCE: '20000' };
/** A command that was killed while it held the lock keeps the next one waiting for half a minute. */
jest.setTimeout(600_000 + ROUNDS * 60_000);

interface Student {
  readonly id: string;
  readonly token: string;
  /** Versions of the name that were acknowledged, oldest first. */
  readonly names: number[];
  /** Who this student has acknowledged to block, hide, report. */
  readonly blocked: Set<string>;
  readonly hidden: Set<string>;
  readonly reported: Set<string>;
  paused: boolean | null;
  gone: boolean;
}

let processes: Processes;
let port: number;
let api: Program;

/** What the commands need, but for the database. */
let needs: Omit<Deps, 'db'>;

beforeAll(async () => {
  processes = await startProcesses();
  const env = readEnv({ NODE_ENV: 'test', DATA_DIR: processes.dir });
  const { secret, dir: dataDir } = processes;
  needs = { env, secret, dataDir, clock: systemClock, log: createLog('silent') };
  port = await freePort();
  await processes.database();
});
afterAll(() => processes[Symbol.asyncDispose]());

const startApi = async (uri: string) => {
  api = await processes.api(port, { ...PATIENCE, MONGODB_URI: uri });
  await api.said('serving');
  await until(port, 'GET /health/ready', 200);
};
/** A clean stop, after which the process holds no lease. */
const stopApi = () => api.end('SIGTERM');

const uriOf = (name: string) => processes.uri.replace('/flint?', `/${name}?`);
const newUri = () => uriOf(`kept_${randomUUID().slice(0, 8)}`);

const OLD = [1, 2, 3].map((number) => ({ _id: `old-${number}` as never, email: `old-${number}@campus.edu` }));

/** A database for a restore, with what the test needs to look at it. */
async function openTarget() {
  const uri = newUri();
  const db = await connectMongo(uri);
  return {
    uri,
    db,
    deps: { ...needs, db },
    /** As if the half minute had passed after which a killed process counts as dead. */
    expireLocks: () => db.collection('migration_locks').deleteMany({}),
    // what was erased leaves the folder by rewriting it, which takes longer the more databases it has
    async [Symbol.asyncDispose]() {
      await db.dropDatabase();
      await db.close();
    },
  };
}

const command = (what: 'backup' | 'restore' | 'replace', folder: string, uri: string) =>
  processes.start('operate-process.ts', [what, folder], {
    MONGODB_URI: uri,
    DATA_DIR: processes.dir,
    FLINT_TEST_SECRET: processes.secret.toString('hex'),
  });

/** Runs a command to its end; returns what it printed. */
async function run(...args: Parameters<typeof command>): Promise<string> {
  const program = command(...args);
  await program.exit;
  return program.output();
}

/** Runs a command and kills it after a random part of the time that it takes, rather early; returns whether it had ended before. */
async function kill(took: number, ...args: Parameters<typeof command>): Promise<boolean> {
  const program = command(...args);
  await program.said('ready');
  await new Promise((resolve) => setTimeout(resolve, Math.random() ** 2 * took));
  await program.end();
  return program.output().includes('done');
}

/** How long a command works once it is ready. */
async function timeOf(...args: Parameters<typeof command>): Promise<number> {
  const program = command(...args);
  await program.said('ready');
  const began = performance.now();
  await program.said('done');
  const took = performance.now() - began;
  await program.exit;
  return took;
}

async function storeOthers(uri: string): Promise<void> {
  const db = await connectMongo(uri);
  const row = (number: number) => ({ _id: `other-${number}` as never, text: 'x'.repeat(200) });
  await db.collection('others').insertMany(Array.from({ length: OTHERS }, (_, number) => row(number)));
  await db.close();
}

async function enrol(): Promise<Student> {
  const id = randomUUID();
  const token = await processes.tokenOf(id);
  const sets = { blocked: new Set<string>(), hidden: new Set<string>(), reported: new Set<string>() };
  const student = { id, token, names: [], ...sets, paused: null, gone: false };
  await rename(student);
  return student;
}

let version = 0;
const write = (student: Student, at: string, body?: unknown) =>
  call(port, at.replace(' /', ' /api/v1/'), { token: student.token, body });

async function rename(student: Student): Promise<Reply> {
  const name = version++;
  const answers = {
    bundle_intro: { display_name: `Name ${name}`, date_of_birth: '2004-01-15' },
    gender_identity: 'woman',
    seeking_genders: { values: ['men'] },
  };
  const reply = await write(student, 'PATCH /profile', { answers });
  expect(reply.status).toBe(200);
  student.names.push(name);
  return reply;
}

/** A third of the students, who may delete their accounts. */
const mayLeave = new Set<string>();

const pick = <T>(all: readonly T[]): T => all[Math.floor(Math.random() * all.length)]!;

/** One random act of a student; what is acknowledged goes into the model. */
async function act(student: Student, other: Student): Promise<void> {
  await new Promise(setImmediate);
  if (student.gone || other.gone || student === other) return;
  const isDone = ({ status }: Reply) => status >= 200 && status < 300;
  const kind = Math.random();
  if (kind < 0.4) await rename(student);
  else if (kind < 0.55) {
    if (isDone(await write(student, 'POST /blocks', { userId: other.id }))) student.blocked.add(other.id);
  } else if (kind < 0.6) {
    if (student.reported.has(other.id)) return;
    if (isDone(await write(student, `DELETE /blocks/${other.id}`))) student.blocked.delete(other.id);
  } else if (kind < 0.75) {
    if (isDone(await write(student, `POST /matches/${other.id}/hide`))) student.hidden.add(other.id);
  } else if (kind < 0.85) {
    const paused = Math.random() < 0.5;
    if (isDone(await write(student, 'PUT /safety/pause', { paused }))) student.paused = paused;
  } else if (kind < 0.95) {
    const body = { userId: other.id, reason: 'harassment', description: 'What\u2028happened' };
    if (!isDone(await write(student, 'POST /safety/reports', body))) return;
    student.reported.add(other.id);
    student.blocked.add(other.id);
  } else if (mayLeave.has(student.id) && isDone(await write(student, 'DELETE /account'))) student.gone = true;
}

/** Four writers act all the time, each for students of its own, so that a student's acts follow one another. Returns how to stop. */
function startLoad(students: readonly Student[]) {
  const over = new AbortController();
  const writers = Array.from({ length: 4 }, async (_, at) => {
    const own = students.filter((_one, number) => number % 4 === at);
    while (!over.signal.aborted) await act(pick(own), pick(students));
  });
  return async () => {
    over.abort();
    await Promise.all(writers);
  };
}

async function textsOf(db: Connection): Promise<Record<string, string>> {
  const content: Record<string, string> = {};
  for (const { name } of await db.listCollections())
    if (!/^restor|locks|processes|data_key|migrations/.test(name)) {
      const found = await db.collection(name).find().sort({ _id: 1 }).toArray();
      if (found.length > 0) content[name] = JSON.stringify(found);
    }
  return content;
}

/** Checks a restored database against what was acknowledged. */
async function expectKept(
  db: Connection,
  students: readonly Student[],
  leastNames: ReadonlyMap<Student, number>,
) {
  const isGone = new Set(students.filter(({ gone }) => gone).map(({ id }) => id));
  const left = (ids: Iterable<string>) =>
    [...ids].filter((id) => !isGone.has(id) && !id.startsWith('gone:')).toSorted();
  const namesIn = async (name: string, by: string, other: string, id: string) =>
    left(
      (
        await db
          .collection(name)
          .find({ [by]: id })
          .toArray()
      ).map((row) => String(row[other])),
    );
  const marks = await db
    .collection<{ _id: string; mark: string }>('contact_marks')
    .find({ leftUntil: null })
    .toArray();
  const idOf = new Map(marks.map(({ _id, mark }) => [mark, _id]));
  const pairsOf = async (id: string, reasons: string[]) => {
    const by = marks.find(({ _id }) => _id === id)!.mark;
    const found = await db
      .collection('pairs_apart')
      .find({ by, reason: { $in: reasons } })
      .toArray();
    // an erased account has no mark
    return left(new Set(found.flatMap(({ about }) => idOf.get(about) ?? [])));
  };
  for (const student of students) {
    const { id, gone, blocked, hidden, reported, paused } = student;
    const profile = await db.collection<{ _id: string }>('profiles').findOne({ _id: id });
    expect([id, gone, profile === null]).toEqual([id, gone, gone]);
    if (gone) continue;
    const stored = cipherOf(needs).open(
      (profile as any).answers.bundle_intro,
      `profiles/${id}/bundle_intro`,
    ) as any;
    const name = Number(stored.display_name.split(' ')[1]);
    expect(student.names).toContain(name);
    expect(name).toBeGreaterThanOrEqual(leastNames.get(student)!);
    expect(await pairsOf(id, ['block', 'report'])).toEqual(left(blocked));
    expect(await pairsOf(id, ['not_for_me'])).toEqual(left(hidden));
    expect(await namesIn('safety_reports', 'reporterId', 'reportedId', id)).toEqual(left(reported));
    const standing = await db
      .collection<{ _id: string; pausedAt: Date | null }>('safety_standings')
      .findOne({ _id: id });
    expect(standing?.pausedAt instanceof Date).toBe(paused === true);
  }
  expect(await db.collection('others').countDocuments()).toBe(OTHERS);
  const text = JSON.stringify(await textsOf(db));
  for (const id of isGone) expect(text).not.toContain(id);
}

describe(`backups and restores, killed at ${ROUNDS} random instants each`, () => {
  it('under writing load - lose nothing acknowledged before the backup, no act that protects, and no erasure', async () => {
    const live = newUri();
    await startApi(live);
    const students = await Promise.all(Array.from({ length: STUDENTS }, enrol));
    await storeOthers(live);
    const folders = (name: string) => path.join(processes.dir, name);
    for (const { id } of students.slice(0, STUDENTS / 3)) mayLeave.add(id);
    const stopLoad = startLoad(students);
    const backupTook = await timeOf('backup', folders('first'), live);
    let wholeBackups = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const folder = folders(`killed-${round}`);
      await kill(backupTook, 'backup', folder, live);
      const isWhole = existsSync(path.join(folder, 'manifest.json'));
      if (isWhole) wholeBackups += 1;
      const checked = checkBackup(needs, folder).then(
        () => 'whole',
        (error: Error) => error.message,
      );
      expect(await checked).toMatch(isWhole ? /^whole$/ : /holds no whole backup/);
    }
    const leastNames = new Map(students.map((student) => [student, student.names.at(-1)!]));
    expect(await run('backup', folders('last'), live)).toContain('done');
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await stopLoad();
    await stopApi();

    const first = newUri();
    const restoreTook = await timeOf('restore', folders('last'), first);
    const ended = { old: 0, new: 0 };
    for (let round = 0; round < ROUNDS * 2; round++) {
      const isReplace = round % 2 === 1;
      await using target = await openTarget();
      if (isReplace) await target.db.collection('profiles').insertMany(OLD.map((row) => ({ ...row })));
      const old = await textsOf(target.db);
      const what = isReplace ? 'replace' : 'restore';
      await kill(restoreTook, what, folders('last'), target.uri);
      await target.expireLocks();
      await completeRestore(target.deps);
      const now = await textsOf(target.db);
      const isOld = JSON.stringify(now) === JSON.stringify(old);
      ended[isOld ? 'old' : 'new'] += 1;
      if (isOld) expect(await run(what, folders('last'), target.uri)).toContain('done');
      await expectKept(target.db, students, leastNames);
    }
    const gone = students.filter((student) => student.gone).length;
    process.stdout.write(
      `backup: ${ROUNDS} kills, ${wholeBackups} whole; restore: ${ROUNDS * 2} kills, ${ended.old} left the old database, ${ended.new} the new; ` +
        `${version} names, ${gone} erased accounts: 0 lost, 0 back\n`,
    );
  });
});
