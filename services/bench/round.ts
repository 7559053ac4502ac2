/**
 * `npm run bench -- round [students]`: the lists of a whole campus, made in worker threads from a stored snapshot, and the list of one
 * joiner, compared with the reference. By default at 5,000 and at 100,000 students, each in its own process.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createProjector } from '@flint/contracts/week/hours';
import { buildAnswers } from '../seed/answers';
import { createRandom } from '../seed/random';
import { BYTES_PER_STUDENT } from '../src/matching/packed/engine';
import {
  frameOf,
  makeListFor,
  makeRound,
  Snapshot,
  type RoundStage,
  type RoundStudent,
} from '../src/matching/round/index';
import { rankByReference } from '../src/matching/rules/rank';
import type { MatchStudent } from '../src/matching/student';
import { percentile } from './percentile';

const NOW = new Date('2026-11-21T12:00:00Z');
const FRAME = frameOf(NOW, 'America/Toronto');
const THREADS = 2;
const GOALS = [
  { students: 5_000, seconds: 20, megabytes: 1_000 },
  { students: 100_000, seconds: 9 * 60, megabytes: 1_000 },
] as const;
const JOINER_MS = 1_000;
const JOINERS = 20;
/** The reference reads every answer again, so it runs on a smaller campus. */
const REFERENCE = { students: 2_000, viewers: 5 };
/** Goal: a list from packed rows, cards included, is at least this many times as fast as the reference's ranking. */
const FASTER = 10;

const out = (line: string) => process.stdout.write(`${line}\n`);

function timed(work: () => void): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}

const NOBODY: ReadonlySet<string> = new Set();

function* students(count: number): Generator<RoundStudent> {
  const random = createRandom(1);
  for (let i = 0; i < count; i++) {
    const words = new Uint32Array(6);
    for (let cell = 0; cell < 168; cell++) if (random.chance(0.25)) words[cell >> 5]! |= 1 << (cell & 31);
    const week = { words, timezone: 'America/Toronto' };
    const answers = buildAnswers(random, 'A', NOW);
    yield {
      student: { id: `student-${i}`, answers, week, missedDates: 0 },
      account: `account-${i}`,
      standing: { weeksPresent: 0, attention: 0, dates: 0, weeksSinceDate: 0, activity: 1 },
    };
  }
}

const listOf = (snapshot: Snapshot, i: number) =>
  timed(() => makeListFor(snapshot, `student-${i}`, { apart: NOBODY }));

async function measureRound(count: number): Promise<boolean> {
  const goal = GOALS.find((each) => each.students >= count) ?? GOALS.at(-1)!;
  const packed = performance.now();
  const chunks = (await Snapshot.pack(FRAME, students(count))).toChunks();
  const snapshot = Snapshot.fromChunks(chunks);
  const packing = (performance.now() - packed) / 1000;
  const cpu = process.cpuUsage();
  let bytes = 0;
  const ended = new Map<RoundStage, number>();
  const begun = performance.now();
  const figures = await makeRound(snapshot, {
    seed: 1,
    threads: THREADS,
    onProgress: (stage) => ended.set(stage, performance.now()),
    onLists(lists) {
      for (const list of lists) bytes += list.bytes.length;
      return Promise.resolve();
    },
  });
  const { user, system } = process.cpuUsage(cpu);
  const took = figures.milliseconds / 1000;
  const peak = process.resourceUsage().maxRSS / 1024;
  const stored = chunks.reduce((sum, { length }) => sum + length, 0);
  out(`${count} students, ${THREADS} threads`);
  out(`packing ${packing.toFixed(1)} s, snapshot ${(stored / 1e6).toFixed(1)} MB in ${chunks.length} chunks`);
  out(
    `round ${took.toFixed(1)} s (goal ${goal.seconds}), processor ${((user + system) / 1e6).toFixed(1)} s, ` +
      `peak memory ${peak.toFixed(0)} MB (goal ${goal.megabytes}), ${figures.pairs} pairs, lists ${(bytes / 1e6).toFixed(1)} MB, ` +
      `promised attention Gini ${figures.gini.toFixed(3)}`,
  );
  let before = begun;
  for (const [stage, at] of ended) {
    out(`  ${stage}: ${((at - before) / 1000).toFixed(1)} s`);
    before = at;
  }
  listOf(snapshot, 0);
  const joiners = Array.from({ length: JOINERS }, (_, i) => listOf(snapshot, i));
  const slowest = Math.max(...joiners);
  out(
    `list of one who joins: p50 ${percentile(joiners, 0.5).toFixed(1)} ms, slowest ${slowest.toFixed(1)} ms (goal ${JOINER_MS})`,
  );
  return took <= goal.seconds && peak <= goal.megabytes && slowest <= JOINER_MS && figures.short === 0;
}

async function compareWithReference(): Promise<boolean> {
  const campus = [...students(REFERENCE.students)];
  const everyone = campus.map(({ student }): MatchStudent => student);
  const snapshot = await Snapshot.pack(FRAME, campus);
  const options = {
    today: Math.floor(NOW.getTime() / 86_400_000),
    projector: createProjector({ start: FRAME.windowStart }),
    limit: 20,
  };
  for (let i = 0; i < 50; i++) listOf(snapshot, i);
  // interleaved, so that other load affects both
  const times = Array.from({ length: REFERENCE.viewers }, (_, i) => ({
    slow: timed(() => rankByReference(everyone[i]!, everyone, options)),
    fast: listOf(snapshot, i),
  }));
  const median = (of: 'slow' | 'fast') =>
    percentile(
      times.map((each) => each[of]),
      0.5,
    );
  const ratio = median('slow') / median('fast');
  out(
    `one list among ${REFERENCE.students}: ${ratio.toFixed(0)} times as fast as the reference (goal ${FASTER}); ${BYTES_PER_STUDENT} bytes a student`,
  );
  return ratio >= FASTER;
}

const [given] = process.argv.slice(2).map(Number);
if (given !== undefined) process.exitCode = (await measureRound(given)) ? 0 : 1;
else {
  const met = [await compareWithReference()];
  for (const goal of GOALS) {
    const file = fileURLToPath(import.meta.url);
    const args = ['--import', 'tsx', file, String(goal.students)];
    met.push(spawnSync(process.execPath, args, { stdio: 'inherit' }).status === 0);
  }
  process.exitCode = met.every(Boolean) ? 0 : 1;
}
