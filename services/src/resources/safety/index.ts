// What other resources may use. The routes are in safety.resource.ts: they know offers and profiles, which use this file.
export { blockedIds, isBlockedBetween, recordBlock } from './blocks';
export { adoptTraces, isKeptApart, moveTraces, unsuggestedIds } from './kept-apart';
export { absenceOf } from './standing';
