// What other resources may use.
export { queueAlert } from './send';
export { sendUnshown, type AlertMail } from './shown';
