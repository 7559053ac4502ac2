import { setTimeout as wait } from 'node:timers/promises';
import { WrongArguments } from '@flint/remote-build/cli/arguments';
import { buildBrowser } from '../../build/build-browser';
import type { Call } from '../../flint/read';
import { leaveBy } from '../../setup/leaving.mjs';
import { DRILLS } from './drills';
import { runDrill, type Drill, type Row } from './run-drill';
import { startStage, type StageOptions } from './stage';
import { startCrowd } from './crowd';

const LOOK_MS = 5_000;
/** Students of the database at least, so that each finds others. */
const SEEDED_MIN = 120;

export interface CampusOptions extends StageOptions {
  readonly drills: readonly Drill[];
  readonly thinkMs: number;
  readonly pauseMs: number;
  readonly say: (line: string) => void;
  /** Without drills it goes on until then. */
  readonly until?: Promise<void>;
}

/** Starts a campus and runs the drills; returns a row of each. */
export async function runCampus(options: CampusOptions): Promise<Row[]> {
  const { students, drills, thinkMs, pauseMs, say, until = Promise.resolve() } = options;
  await using stage = await startStage({ ...options, students: Math.max(SEEDED_MIN, students) });
  const crowd = await startCrowd(stage, students, thinkMs);
  try {
    const first = crowd.count();
    await wait(pauseMs);
    say(`${stage.balancer.url} (page and API)${stage.desk && `, ${stage.desk} (desk)`}; ${stage.has}`);
    const quietP99 = first.p99();
    say(`quiet: ${first.requests} requests, ${first.failed.length} failed, p99 ${quietP99.toFixed(0)} ms`);
    const rows: Row[] = [];
    if (drills.length > 0) say(HEAD);
    for (const drill of drills) {
      const row = await runDrill(drill, { stage, crowd, pauseMs, quietP99 });
      say(linesOf(row));
      rows.push(row);
    }
    const end = until.then(() => true);
    for (let isOver = drills.length > 0; !isOver;) {
      const tally = crowd.count();
      isOver = await Promise.race([wait(LOOK_MS).then(() => false), end]);
      const { requests, refused, failed, signedOut } = tally;
      const p99 = tally.p99().toFixed(0);
      const bad = failed.length + signedOut.length;
      const alerts = stage.collector.fired().map((alert) => `, ${alert}`);
      say(`${requests} requests, ${refused.length} refused, ${bad} failed, p99 ${p99} ms${alerts.join('')}`);
    }
    return rows;
  } finally {
    await crowd.close();
  }
}

const HEAD = '| drill | requests | refused | failed | lost | p99, times quiet | alerts |';
const linesOf = ({ drill, requests, refused, failed, lost, p99, alerts, notes, wrong }: Row) =>
  [
    `| ${[drill, requests, refused.length, failed.length, lost.length, p99.toFixed(1), alerts.join(', ')].join(' | ')} |`,
    ...notes.map((sentence) => `  ${sentence}`),
    ...wrong.map((sentence) => `  WRONG: ${sentence}`),
  ].join('\n');

/** `npx flint check campus`: a whole installation under simulated students until Ctrl-C, or its drills. */
export async function main({ text }: Call): Promise<number> {
  const students = Number(text('students') ?? 40);
  if (!(students >= 2)) throw new WrongArguments('--students takes a number from 2.');
  const wanted = text('drill')?.split(',') ?? [];
  const names = DRILLS.map(({ name }) => name);
  const unknown = wanted.find((each) => each !== 'all' && !names.includes(each));
  if (unknown !== undefined)
    throw new WrongArguments(`No drill is called ${unknown}; there are all, ${names.join(', ')}.`);
  const drills = DRILLS.filter(({ name }) => wanted.includes('all') || wanted.includes(name));
  await buildBrowser();
  let stop = () => undefined as void;
  const until = new Promise<void>((resolve) => (stop = resolve));
  const running = runCampus({
    students,
    drills,
    until,
    thinkMs: 1_000,
    pauseMs: 10_000,
    announceMs: 5_000,
    pages: true,
    say: (line) => void process.stdout.write(`${line}\n`),
  });
  if (drills.length === 0)
    leaveBy(
      async () => {
        stop();
        await running;
      },
      { withinMs: Infinity },
    );
  return (await running).some(({ wrong }) => wrong.length > 0) ? 1 : 0;
}
