// What other resources may use. The routes are in matches.resource.ts.
export { joinRound } from './make-own-list';
export { listedAs, readStanding } from './own-list';
export { mayStillSee } from './still-seen';
