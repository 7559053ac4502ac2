// What other resources may use. The routes are in safety.resource.ts: they know offers and profiles, which use this file.
export { adoptBlocks, blockedIds, isBlockedBetween, recordBlock } from './blocks';
