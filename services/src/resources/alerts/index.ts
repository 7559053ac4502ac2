// What other resources may use.
export { isAlertable, queueAlert } from './send';
export { pathTo, type AlertOf } from './words';
export type { AlertMail } from './alert.model';
export { sendUnshown } from './shown';
