// What other resources may use. The routes are in safety.resource.ts, because they import offers and profiles, which import this file.
export { AGE_HELD, startAgeHold, isAgeHeld } from './age-hold';
export { blockedIds, isBlockedBetween, recordBlock } from './blocks';
export { everyMark, hiddenFrom, ownMark, ownMarks, peopleAt } from './contacts';
export {
  adoptLeftTraces,
  adoptTraces,
  everyoneApart,
  lostIds,
  marksApartFrom,
  moveTraces,
} from './kept-apart';
export { absenceOf, absentIds } from './standing';
