// What other resources may use. The routes are in matches.resource.ts.
export { joinRound, listedAs, readStanding } from './own-list';
export { mayStillSee } from './still-seen';
