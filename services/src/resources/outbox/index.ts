export { deliver, mailToOperators, post, postIn } from './post';
