// What other resources may use.
export { queueAlert } from './send';
