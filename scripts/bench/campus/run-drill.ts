import { setTimeout as wait } from 'node:timers/promises';
import type { Stage } from './stage';
import type { Crowd } from './crowd';

export interface Scene {
  readonly stage: Stage;
  readonly crowd: Crowd;
  /** How long something is away, and how long load goes on around a step. */
  readonly pauseMs: number;
  /** What this drill found wrong beside lost writes and failed requests; null is dropped. */
  readonly expect: (what: string, isTrue: boolean) => void;
  /** A figure for the reader, below the row. */
  readonly note: (text: string) => void;
}

export interface Drill {
  readonly name: string;
  /** What the operator or the world does. */
  readonly what: string;
  /** Whether students may be told to wait. In the others no request may be refused. */
  readonly mayRefuse?: true;
  /** Whether sessions may end, so that students sign in again. In the others a 401 or a refused refresh counts as failed. */
  readonly mayEndSessions?: true;
  /** The alerts that must fire. */
  readonly alerts?: readonly string[];
  /** Alerts that may fire beside them: whether they do depends on how soon the balancer notices. No other may. */
  readonly mayFire?: readonly string[];
  run(scene: Scene): Promise<void>;
}

export interface Row {
  readonly drill: string;
  readonly requests: number;
  readonly refused: readonly string[];
  readonly failed: readonly string[];
  readonly lost: readonly string[];
  /** Slowest hundredth beside that of quiet minutes. */
  readonly p99: number;
  readonly alerts: readonly string[];
  readonly notes: readonly string[];
  /** Sentences about what is wrong; empty: the drill passed. */
  readonly wrong: readonly string[];
}

/** The slow answers of a shared machine prove nothing about a drill. */
const NOT_JUDGED = 'FlintSlow';

/** Runs a drill under the load of the crowd: what was acknowledged before and meanwhile must be there after it. */
export async function runDrill(
  drill: Drill,
  { stage, crowd, pauseMs, quietP99 }: Omit<Scene, 'expect' | 'note'> & { readonly quietP99: number },
): Promise<Row> {
  const wrong: string[] = [];
  const notes: string[] = [];
  crowd.go();
  stage.collector.restart();
  stage.telemetry.restart();
  const tally = crowd.count();
  await wait(pauseMs / 2);
  const scene = {
    stage,
    crowd,
    pauseMs,
    expect: (what: string, isTrue: boolean) => void (isTrue || wrong.push(`not so: ${what}`)),
    note: (text: string) => void notes.push(text),
  };
  const tell = (error: unknown) => void wrong.push((error as Error).message);
  await drill.run(scene).catch(tell);
  // what a failed drill left stopped must not fail the next one
  await stage.begin();
  crowd.go();
  await Promise.all([wait(pauseMs / 2), stage.collector.minutes(2)]);
  // what one visit met is wrong with this drill, not with the next ones
  await crowd.rest().catch(tell);
  const p99 = tally.p99() / quietP99;
  const lost = await crowd.lost();
  const { requests, refused } = tally;
  const failed = drill.mayEndSessions ? tally.failed : [...tally.failed, ...tally.signedOut];
  const fired = stage.collector.fired();
  const { alerts = [], mayFire = [] } = drill;
  for (const alert of alerts) if (!fired.includes(alert)) wrong.push(`${alert} did not fire`);
  for (const alert of fired)
    if (![...alerts, ...mayFire, NOT_JUDGED].includes(alert)) wrong.push(`${alert} fired`);
  const some = (all: readonly string[]) => [...new Set(all)].slice(0, 5).join('; ');
  if (!drill.mayRefuse && refused.length > 0)
    wrong.push(`${refused.length} requests were refused: ${some(refused)}`);
  if (failed.length > 0) wrong.push(`${failed.length} requests failed: ${some(failed)}`);
  const arrived = stage.telemetry.paths();
  if (arrived.length < 2) wrong.push(`of traces and metrics arrived: ${arrived.join(', ') || 'none'}`);
  const people = crowd.students.flatMap(({ email, id }) => [email, id]);
  const logged = people.filter((each) => stage.apis.some((api) => api.output().includes(each)));
  const named = [...stage.telemetry.found(people), ...logged];
  if (named.length > 0) wrong.push(`log or telemetry name students: ${some(named)}`);
  const causes = stage.apis.flatMap((api) => api.output().match(/"type":"[^"]+","message":"[^"]+/g) ?? []);
  if (failed.length > 0) wrong.push(`the log says: ${some(causes)}`);
  if (lost.length > 0) wrong.push(`lost: ${some(lost)}`);
  return { drill: drill.name, requests, refused, failed, lost, p99, alerts: fired, notes, wrong };
}
