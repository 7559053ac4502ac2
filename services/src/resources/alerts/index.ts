// What other resources may use.
export { isAlertable, KEPT_MS as NOTICE_KEPT_MS, queueAlert, type Held } from './send';
export { pathTo, type AlertOf } from './words';
export { receiptsSettled } from './shown';
