import { DESK_ROUTES } from '@flint/contracts/desk';
import { pauseJobs, repeatJobs, showJobs } from '../resources/jobs/index';
import { logAct } from '../resources/safety/operator-log';
import type { BindDesk } from './bind';
import type { DeskPlace } from './sessions';

/** The jobs that wait. The log names the operator before they are repeated or paused. */
export function bindJobs(bind: BindDesk, { deps }: DeskPlace): void {
  bind(DESK_ROUTES.listJobs, () => showJobs(deps));

  bind(DESK_ROUTES.repeatJobs, async ({ params: { kind }, actor: { operator } }) => {
    await logAct(deps, operator, `jobs again ${kind}`);
    await repeatJobs(deps, kind);
    return showJobs(deps);
  });

  bind(DESK_ROUTES.pauseJobs, async ({ params: { kind }, body: { isPaused }, actor: { operator } }) => {
    await logAct(deps, operator, `jobs ${isPaused ? 'pause' : 'go on'} ${kind}`);
    await pauseJobs(deps, kind, isPaused);
    return showJobs(deps);
  });
}
