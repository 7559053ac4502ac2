import { loadable } from '@flint/ui';
import { useAlertMoment } from './alert-moment';

const AlertQuestion = loadable(() => import('./AlertQuestion').then((module) => module.AlertQuestion));

/** Nothing, until an offer was sent or accepted. */
export function AskAlerts() {
  return useAlertMoment() ? <AlertQuestion /> : null;
}
