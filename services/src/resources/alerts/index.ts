// What other resources may use.
export { queueAlert } from './send';
export { takeUnshown, type AlertMail } from './shown';
