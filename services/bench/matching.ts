/** `npm run bench -- matching`: one ranking at 10k, 50k and 100k students, beside the reference; figures are ratios of one run. */
import { fileURLToPath } from 'node:url';
import { buildAnswers } from '../seed/answers';
import { createRandom } from '../seed/random';
import { BYTES_PER_STUDENT } from '../src/matching/packed/columns';
import { MatchIndex } from '../src/matching/packed/match-index';
import { rankByReference } from '../src/matching/reference/rank';
import type { MatchStudent } from '../src/matching/student';
import { createProjector, hourWindow } from '@flint/contracts/week/hours';
import { percentile } from './percentile';

const NOW = new Date('2026-11-21T12:00:00Z');
const SIZES = [10_000, 50_000, 100_000];
const VIEWERS = 60;

const REFERENCE_VIEWERS = 5;
/** The packed engine is at least so many times as fast as the reference (issue 8). */
const FASTER = 10;

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
      missedDates: 0,
    };
  });
}

/** Runs and prints; answers whether the goals were met. */
export async function run(): Promise<boolean> {
  const projector = createProjector(hourWindow(NOW, 'America/Toronto'));
  const everyone = students(Math.max(...SIZES));
  const out = (line: string) => process.stdout.write(`${line}\n`);
  const rankOf = (index: MatchIndex, i: number) => index.rank(`s${i}`, { todayYmd: 20261121, limit: 20 });
  out('students | build ms | bytes each | eligible | p50 ms | p95 ms | ns per student | move window ms');
  const medians = new Map<number, number>();
  let ratio = Number.NaN;
  for (const size of SIZES) {
    const index = new MatchIndex(projector);
    const build = timed(() => everyone.slice(0, size).forEach((student) => index.put(student)));
    for (let i = 0; i < VIEWERS; i++) rankOf(index, i);
    let eligible = 0;
    const times = Array.from({ length: VIEWERS }, (_, i) =>
      timed(() => (eligible += rankOf(index, i).eligible)),
    );
    const median = percentile(times, 0.5);
    medians.set(size, median);
    const move = timed(() => index.moveWindow(projector));
    const figures = [
      size,
      build.toFixed(0),
      BYTES_PER_STUDENT,
      Math.round(eligible / VIEWERS),
      median.toFixed(2),
      percentile(times, 0.95).toFixed(2),
      ((median * 1e6) / size).toFixed(0),
      move.toFixed(0),
    ];
    out(figures.join(' | '));
    if (size !== SIZES[0]) continue;
    // both in turn, so that a busy moment of the machine falls on both
    const sample = everyone.slice(0, size);
    const today = Math.floor(NOW.getTime() / 86_400_000);
    const pairs = Array.from({ length: REFERENCE_VIEWERS }, (_, i) => ({
      slow: timed(() => rankByReference(sample[i]!, sample, { today, projector, limit: 20 })),
      fast: timed(() => rankOf(index, i)),
    }));
    const slow = percentile(
      pairs.map((pair) => pair.slow),
      0.5,
    );
    ratio =
      slow /
      percentile(
        pairs.map(({ fast }) => fast),
        0.5,
      );
    out(
      `reference at ${size}: ${slow.toFixed(0)} ms; the packed engine is ${ratio.toFixed(0)} times as fast`,
    );
  }
  const [least, most] = [SIZES[0]!, SIZES.at(-1)!];
  const growth = medians.get(most)! / medians.get(least)!;
  out(`cost from ${least} to ${most}: ${growth.toFixed(1)} times for ${most / least} times the students`);
  return ratio >= FASTER && BYTES_PER_STUDENT <= 200;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = (await run()) ? 0 : 1;
