import { HOUR_MS } from '@flint/contracts/time';
import { reportSomebody } from './report-somebody';
import type { Scene } from './run-drill';
import { until } from './until';

export const SCREENS_FAIL: readonly string[] = ['FlintScreensFail', 'FlintRemoteChanged'];
export const NEGLECTED: readonly string[] = ['FlintRoundMissed', 'FlintBackupMissed', 'FlintReportsWait'];
/** Longer than two nights. */
const HOURS = 50;

const allFired = ({ stage }: Scene, alerts: readonly string[]) =>
  until(alerts.join(', '), () => alerts.every((alert) => stage.collector.fired().includes(alert)), 120_000);

/** A remote fails in the pages of students, and somebody between changes its files: their browsers say so. */
export async function failScreens(scene: Scene): Promise<void> {
  const { stage, crowd, expect } = scene;
  const page = { remote: 'offers', version: 'drill' };
  const changed = { ...page, code: 'remote_file_changed', request: 'drill' };
  const report = async (failed: boolean) => {
    const loads = [{ ...page, screen: 'offers', failed }];
    const body = { vitals: [], failures: failed ? [changed] : [], loads };
    const { status } = await crowd.students[0]!.ask('POST /api/v1/browser-reports', { body });
    expect('the report of a browser is taken', status === 204);
  };
  const reports = async (count: number) => {
    for (let nth = 0; nth < count; nth++) for (const failed of [false, true]) await report(failed);
  };
  // a rule sees a counter grow from what it was a minute before, at each process
  await reports(8);
  await stage.collector.minutes(2);
  await reports(16);
  await allFired(scene, SCREENS_FAIL);
}

/** Nobody makes a round, a backup or a decision for two days. */
export async function neglect(scene: Scene, fromMs: number): Promise<void> {
  const { stage, crowd } = scene;
  stage.set({ ROUNDS: 'command' });
  await stage.restart();
  await reportSomebody(scene, 'a report is taken');
  await crowd.rest();
  await stage.setClock(fromMs + HOURS * HOUR_MS);
  await allFired(scene, NEGLECTED);
}
