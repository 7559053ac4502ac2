export { post } from './waiting-mail';
