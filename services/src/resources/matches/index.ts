// What other resources may use. The routes are in matches.resource.ts.
export { joinRound } from './make-own-list';
export { listedAs } from './own-list';
export { mayStillSee } from './still-seen';
