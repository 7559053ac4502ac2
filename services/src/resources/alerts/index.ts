// What other resources may use.
export { mailKeptMs, queueAlert } from './send';
export { pathTo, type AlertOf } from './words';
export { waitForReceipts } from './shown';
