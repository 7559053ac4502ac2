export { post, postToOperators } from './waiting-mail';
