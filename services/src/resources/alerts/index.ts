// What other resources may use.
export { isAlertable, mailKeptMs, queueAlert, type Held } from './send';
export { pathTo, type AlertOf } from './words';
export { receiptsSettled } from './shown';
