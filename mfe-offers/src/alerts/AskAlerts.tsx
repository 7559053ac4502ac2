import { loadable } from '@flint/ui';
import { useAlertMoment } from './alert-moment';

const AlertQuestion = loadable(() => import('./AlertQuestion').then((module) => module.AlertQuestion));

/** Renders nothing until the student has sent or accepted an offer. */
export function AskAlerts() {
  return useAlertMoment() ? <AlertQuestion /> : null;
}
