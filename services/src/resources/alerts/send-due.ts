import { isStillTrue } from '../offers/index';
import type { Deps } from '../resource';
import { sendAlerts } from './send';

/** Sends every alert that is due and still true. */
export const sendDueAlerts = (deps: Deps): Promise<void> =>
  sendAlerts(deps, (alert) => isStillTrue(deps, alert));
