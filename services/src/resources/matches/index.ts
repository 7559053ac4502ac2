// What other resources may use. The routes are in matches.resource.ts.
export { mayInvite } from './may-invite';
