/** Child process of the request benchmark: the real API on its own database, filled with students and their round before it starts. */
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gridToSlots } from '@flint/contracts/week/index';
import { createTestTokens, startTestDatabase } from '@flint/testing';
import type { Connection } from 'mongoose';
import pino from 'pino';
import type { Answers } from '@flint/contracts/questions/types';
import { DAY_MS } from '@flint/contracts/time';
import { cipherOf, type FieldCipher } from '../src/infra/field-cipher';
import { sealedPlace } from '../src/resources/profile/profile.model';
import { createApp, createHttpServer, readEnv, systemClock } from '../src/index';
import { makeTodaysRound } from '../src/resources/matches/make-round';
import { rounds } from '../src/resources/matches/match.model';
import { writePast } from '../src/resources/matches/past';
import { keyOf, roundDay } from '../src/resources/matches/rounds';
import { buildAnswers } from '../seed/answers';
import { createRandom, type Random } from '../seed/random';

/** The message sent once it answers requests. */
export interface Ready {
  readonly url: string;
  /** Of signed-in students. */
  readonly tokens: readonly string[];
  readonly startSeconds: number;
  readonly megabytes: number;
}

/** The answer to a mark: how long the process's own thread worked until now, without its database's. */
export interface Marked {
  readonly activeMs: number;
}

const BATCH = 500;
const TIMEZONE = 'America/Toronto';
const now = new Date();
const written = new Date(now.getTime() - 100 * DAY_MS);

function week(random: Random) {
  const cells = new Set<number>();
  for (let cell = 0; cell < 168; cell++) if (random.chance(0.25)) cells.add(cell);
  return { utcSlots: gridToSlots(cells, TIMEZONE, now), timezone: TIMEZONE, lastUpdated: written };
}

const markOf = (id: string) => `mark-of-${id}`;
const hex = (bytes: number) => randomBytes(bytes).toString('hex');

/** Students with all answers, a week and a photo. */
async function fill(db: Connection, cipher: FieldCipher, ids: readonly string[]): Promise<void> {
  const random = createRandom(1);
  const sealed = (id: string, answers: Answers) =>
    Object.fromEntries(
      Object.entries(answers).map(([question, answer]) => [
        question,
        cipher.seal(answer, sealedPlace(id, question)),
      ]),
    );
  const insert = (name: string, documents: { readonly _id: string }[]) =>
    db.collection<{ _id: string }>(name).insertMany(documents);
  for (let from = 0; from < ids.length; from += BATCH) {
    const batch = ids.slice(from, from + BATCH).map((_id) => ({ _id }));
    const stamps = { onboardingCompletedAt: written, createdAt: written, updatedAt: written };
    await insert(
      'profiles',
      batch.map(({ _id }) => ({
        _id,
        email: `${_id}@campus.edu`,
        answers: sealed(_id, buildAnswers(random, 'Sam', now)),
        ...stamps,
      })),
    );
    await insert(
      'availabilities',
      batch.map((each) => ({ ...each, ...week(random) })),
    );
    await insert(
      'contact_marks',
      batch.map(({ _id }) => ({ _id, mark: markOf(_id) })),
    );
    await insert(
      'albums',
      batch.map((each) => ({ ...each, photos: [{ id: hex(12), key: hex(16) }] })),
    );
  }
}

async function rememberAway(): Promise<void> {
  const yesterday = new Date(now.getTime() - DAY_MS);
  const before = { ...deps, clock: { now: () => yesterday } };
  const [day, attempt] = [roundDay(before), 1];
  const past = { rounds: 100, attention: 10, looks: 0, seen: '2020-01-01' };
  await writePast(deps, keyOf(day, attempt), new Map(away.map((id) => [markOf(id), past])));
  const figures = { students: 0, lists: 0, short: 0, pairs: 0, gini: 0, milliseconds: 0 };
  const ready = { attempt, timezone: TIMEZONE, takenAt: yesterday, readyAt: yesterday, figures };
  await rounds(deps.db).create({
    _id: day,
    attempt,
    unfinished: 0,
    holder: 'benchmark',
    until: new Date(0),
    toldAt: null,
    ready,
  });
}

const [students = 1000, viewers = 100, joining = 0, leaving = 0] = process.argv.slice(2).map(Number);
const dataDir = await mkdtemp(path.join(tmpdir(), 'flint-bench-'));
const database = await startTestDatabase({ inWorker: true });
const tokens = await createTestTokens();
const newIds = (length: number) => Array.from({ length }, () => randomUUID());
const [ids, joiners] = [newIds(students - joining), newIds(joining)];
const env = readEnv({ NODE_ENV: 'test', LOG_LEVEL: 'silent', DATA_DIR: dataDir, IP_LIMIT_FACTOR: '1000' });
const secret = randomBytes(32);
cipherOf({ env, secret }).follow('local');
await fill(database.db, cipherOf({ env, secret }), ids);
const log = pino({ level: 'silent' });
const deps = { env, db: database.db, clock: systemClock, log, secret, dataDir };
// the first viewers were last seen over sixty days before yesterday's round
const away = ids.slice(0, leaving);
await rememberAway();
await makeTodaysRound(deps);
// the last viewers join after the round
await fill(database.db, cipherOf({ env, secret }), joiners);
const started = performance.now();
const app = await createApp(deps, tokens.verifier, { patienceMs: 20_000 });
const startSeconds = (performance.now() - started) / 1000;
const server = createHttpServer(app.listener);
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const ready: Ready = {
  url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  tokens: await Promise.all(
    [...ids.slice(0, viewers - joining), ...joiners].map((id) => tokens.issue(id, `${id}@campus.edu`)),
  ),
  startSeconds,
  megabytes: process.memoryUsage().rss / 2 ** 20,
};
process.on('message', (said) => {
  if (said === 'mark') {
    const marked: Marked = { activeMs: performance.eventLoopUtilization().active };
    return void process.send!(marked);
  }
  return void (async () => {
    await app.close();
    server.closeAllConnections();
    server.close();
    await database[Symbol.asyncDispose]();
    await rm(dataDir, { recursive: true, force: true });
    process.exit(0);
  })();
});
// the parent process has ended
process.on('disconnect', () => process.exit(1));
process.send!(ready);
