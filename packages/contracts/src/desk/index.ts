// The contract of the safety desk. It is separate from ROUTES, so that students' pages and /openapi.json contain nothing of it.
export { DESK_ERRORS, type DeskErrorCode } from './errors';
export { DESK_BASE, OPERATOR_HEADER, type DeskRoute, type DeskStage } from './define';
export { DESK_ROUTES } from './routes';
export {
  DISCLOSURES,
  JOB_KINDS,
  MEASURES,
  OUTCOMES,
  type DeskCase,
  type DeskSession,
  type Disclosed,
  type Disclosure,
  type Enrolment,
  type HeldMailbox,
  type JobKind,
  type JobPage,
  type Letter,
  type LogPage,
  type QueueItem,
  type WaitingJob,
} from './shapes';
