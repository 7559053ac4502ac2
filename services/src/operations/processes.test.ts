import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startTestDatabase, startTestServer, type TestDatabase } from '@flint/testing';
import { until } from '@flint/testing/until';
import { readEnv } from '../env';
import { systemClock } from '../infra/clock';
import { cipherOf } from '../infra/field-cipher';
import { createLock } from '../infra/lock';
import { createLog } from '../infra/log';
import { liveProcesses } from '../infra/processes';
import { jobs } from '../resources/jobs/job.model';
import { joinAsProcess } from '../resources/index';
import type { Deps } from '../resources/resource';
import { backUp } from './backup';
import { joinWhole, restore } from './restore';
import { REAL_TIMERS } from './testing/real-timers';

const FAST = { renewMs: 30, leaseMs: 60_000 };
const [BEHIND, AHEAD] = [-90_000, 24 * 60 * 60_000];

/** Work of a machine whose clock differs; nothing else of it does. */
async function onClock<T>(differs: number, work: () => Promise<T>): Promise<T> {
  jest.useFakeTimers({
    now: Date.now() + differs,
    doNotFake: [...REAL_TIMERS, 'setInterval', 'clearInterval'],
  });
  return work().finally(() => jest.useRealTimers());
}

describe('processes on machines whose clocks differ', () => {
  let database: TestDatabase;
  let deps: Deps;
  beforeEach(async () => {
    // in a worker, it has the machine's clock
    database = await startTestDatabase({ inWorker: true });
    const dataDir = await mkdtemp(path.join(tmpdir(), 'flint-processes-'));
    const env = readEnv({ NODE_ENV: 'test', DATA_DIR: dataDir });
    const needs = { env, dataDir, clock: systemClock, log: createLog('silent') };
    deps = { ...needs, db: database.db, secret: randomBytes(32) };
  });
  afterEach(() => database[Symbol.asyncDispose]());

  it('a restore beside one that is 90 s behind - is refused', async () => {
    const folder = path.join(deps.dataDir, 'backup');
    await backUp(deps, folder);
    const leave = await onClock(BEHIND, () => joinAsProcess(deps));
    await expect(restore(deps, folder)).rejects.toThrow('1 Flint process runs on this database');
    await leave();
    await restore(deps, folder);
  });

  it('one that was killed while a day ahead - counts as gone after its lease', async () => {
    const joinFor = (leaseMs: number) =>
      onClock(AHEAD, () => joinAsProcess(deps, { renewMs: 600_000, leaseMs }));
    const leaveLong = await joinFor(600_000);
    expect(await liveProcesses(deps)).toHaveLength(1);
    await leaveLong();
    const leaveShort = await joinFor(300);
    await until(async () => (await liveProcesses(deps)).length === 0);
    await leaveShort();
  });

  it('a lock that one of them holds - is not taken over by one that is a day ahead', async () => {
    const done: string[] = [];
    let end!: (value: unknown) => void;
    const first = createLock(database.db, 'restore').hold(async () => {
      await new Promise((resolve) => (end = resolve));
      done.push('first');
    });
    await until(() => end !== undefined);
    const second = onClock(AHEAD, () =>
      createLock(database.db, 'restore').hold(async () => void done.push('second')),
    );
    await new Promise((resolve) => setTimeout(resolve, 300));
    end(null);
    await Promise.all([first, second]);
    expect(done).toEqual(['first', 'second']);
  });
});

describe('a process that finds a restore', () => {
  it('while it runs - writes nothing more, measures on, and is back once that is over', async () => {
    const METRICS_TOKEN = 'a token of the collector';
    await using server = await startTestServer({
      env: { METRICS_TOKEN },
      timedWork: true,
      timedMostMs: 20,
      ...FAST,
    });
    const { db } = server.deps;
    const canWrite = () => cipherOf(server.deps).canSeal();
    await until(canWrite);
    await db.collection('restores').insertOne({ _id: 'current', phase: 'loading' } as never);
    await until(() => !canWrite());
    const since = new Date(Date.now() - 3_600_000);
    const due = { _id: 'due', kind: 'mail', about: [], tries: 0, dueAt: since, since, endsAt: since };
    await jobs(db).create(due);
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
    const measured = async () => {
      const text = await (await fetch(`${server.url}/metrics`, { headers })).text();
      return Number(/^flint_job_oldest_seconds\{.*kind="mail".*\} (\d+)/m.exec(text)?.[1]);
    };
    // for a second, in which it would be tried
    await until(async () => (await measured()) > 3_600);
    expect(await jobs(db).findById('due').lean()).toMatchObject({ tries: 0 });
    // what counts is the process itself
    expect(await liveProcesses(server.deps)).toHaveLength(1);
    await db.collection('restores').deleteMany({});
    await until(canWrite);
    await until(async () => (await jobs(db).findById('due').lean())?.tries !== 0);
  });

  it('as it starts - waits for its end', async () => {
    await using server = await startTestServer();
    const { db } = server.deps;
    await db.collection('restores').insertOne({ _id: 'current', phase: 'loading' } as never);
    await expect(joinAsProcess(server.deps)).rejects.toThrow('a restore is in progress');
    expect(await liveProcesses(server.deps)).toHaveLength(1);
    // the process of that restore has died
    await (
      await joinWhole(server.deps)
    )();
    expect(await db.collection('restores').countDocuments()).toBe(0);
  });
});
