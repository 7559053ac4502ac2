export { activityText, catalogued, inLanguage } from '../rules/activities';
export { reasonText } from '../rules/reasons';
export { ENOUGH, fewText, hasWidened } from '../why-few';
export { attentionAt } from './assign';
export { frameOf, type RoundFrame } from './frame';
export { decodeList, encodeList } from './list-codec';
export { makeListFor } from './make-list';
export { makeRound } from './make-round';
export type { Omitted } from './omit';
export { planId, type Plan } from '../plans/plans';
export { Snapshot } from './snapshot';
export type {
  EncodedList,
  ListEntry,
  MadeList,
  RoundFigures,
  RoundOptions,
  RoundStage,
  RoundStudent,
  Standing,
} from './types';
