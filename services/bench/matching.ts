/** `npm run bench -- matching`: one ranking at 10k, 50k and 100k students, beside the reference; figures are ratios of one run. */
import { buildAnswers } from '../seed/answers';
import { createRandom } from '../seed/random';
import { BYTES_PER_STUDENT } from '../src/matching/packed/columns';
import { MatchIndex } from '../src/matching/packed/match-index';
import { rankByReference } from '../src/matching/reference/rank';
import type { MatchStudent } from '../src/matching/student';
import { createProjector, hourWindow } from '../src/matching/week-hours';

const NOW = new Date('2026-11-21T12:00:00Z');
const SIZES = [10_000, 50_000, 100_000];
const VIEWERS = 60;

const percentile = (sorted: readonly number[], share: number) =>
  sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;

function timed(work: () => void): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}

function students(count: number): MatchStudent[] {
  const random = createRandom(1);
  return Array.from({ length: count }, (_, i) => {
    const words = new Uint32Array(6);
    for (let cell = 0; cell < 168; cell++) if (random.chance(0.25)) words[cell >> 5]! |= 1 << (cell & 31);
    return {
      id: `s${i}`,
      answers: buildAnswers(random, 'A', NOW),
      week: { words, timezone: 'America/Toronto' },
      weeksUnasked: random.int(0, 6),
    };
  });
}

const projector = createProjector(hourWindow(NOW, 'America/Toronto'));
const everyone = students(Math.max(...SIZES));
const out = (line: string) => process.stdout.write(`${line}\n`);
out('students | build ms | bytes each | eligible | p50 ms | p95 ms | ns per student | move window ms');
const medians = new Map<number, number>();
for (const size of SIZES) {
  const index = new MatchIndex(projector);
  const build = timed(() => everyone.slice(0, size).forEach((student) => index.put(student)));
  let eligible = 0;
  const times = Array.from({ length: VIEWERS }, (_, i) =>
    timed(() => (eligible += index.rank(`s${i}`, { todayYmd: 20261121, limit: 20 }).eligible)),
  ).sort((a, b) => a - b);
  const median = percentile(times, 0.5);
  medians.set(size, median);
  const move = timed(() => index.moveWindow(projector));
  out(
    [
      size,
      build.toFixed(0),
      BYTES_PER_STUDENT,
      Math.round(eligible / VIEWERS),
      median.toFixed(2),
      percentile(times, 0.95).toFixed(2),
      ((median * 1e6) / size).toFixed(0),
      move.toFixed(0),
    ].join(' | '),
  );
}
const sample = everyone.slice(0, SIZES[0]);
const today = Math.floor(NOW.getTime() / 86_400_000);
const slow = [0, 1, 2]
  .map((i) => timed(() => rankByReference(sample[i]!, sample, { today, projector, limit: 20 })))
  .sort((a, b) => a - b);
out(
  `reference at ${SIZES[0]}: ${percentile(slow, 0.5).toFixed(0)} ms; the packed engine is ${(percentile(slow, 0.5) / medians.get(SIZES[0]!)!).toFixed(0)} times as fast`,
);
out(
  `cost from ${SIZES[0]} to ${SIZES[2]}: ${(medians.get(SIZES[2]!)! / medians.get(SIZES[0]!)!).toFixed(1)} times for 10 times the students`,
);
