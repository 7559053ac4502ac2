export { deliver, post, postToOperators } from './post';
