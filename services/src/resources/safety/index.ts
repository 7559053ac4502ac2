// What other resources may use. The routes are in safety.resource.ts, because they import offers and profiles, which import this file.
export { AGE_HELD, startAgeHold, isAgeHeld } from './age-hold';
export {
  everyMark,
  GONE,
  othersAt,
  leftNow,
  mailboxesOf,
  markOf,
  marksEver,
  ownMark,
  ownMarks,
} from './marks';
export {
  countOwn,
  everyPairApart,
  hasCut,
  keepApart,
  leftOutFor,
  readCuts,
  readPair,
  whoEnded,
  endAttempts,
  attemptsBefore,
} from './pairs-apart';
export { absenceOf, absentIds, pausedIds } from './standing';
export { adoptLeftTraces, adoptTraces, moveTraces } from './traces';
