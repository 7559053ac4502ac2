// What other resources may use. The routes are in safety.resource.ts, because they import offers and profiles, which import this file.
export { AGE_HELD, startAgeHold, isAgeHeld } from './age-hold';
export { blockedBy, blockedIds, isBlockedBetween } from './blocks';
export { everyMark, hiddenFrom, ownMark, ownMarks, peopleAt } from './contacts';
export {
  adoptLeftTraces,
  adoptTraces,
  everyoneApart,
  lostIds,
  marksApartFrom,
  moveTraces,
} from './kept-apart';
export { markOf } from './marks';
export { absenceOf, absentIds } from './standing';
