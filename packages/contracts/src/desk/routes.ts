import * as cases from './case-routes';
import * as jobs from './job-routes';
import * as session from './session-routes';

/** Every route of the desk; a test calls each without a session, with half of one, and from another origin. */
export const DESK_ROUTES = {
  requestCode: session.requestCode,
  enterCode: session.enterCode,
  readSession: session.readSession,
  startEnrolment: session.startEnrolment,
  enterSecondFactor: session.enterSecondFactor,
  endSession: session.endSession,
  listCases: cases.listCases,
  readCase: cases.readCase,
  disclose: cases.disclose,
  previewLetters: cases.previewLetters,
  decideCase: cases.decideCase,
  answerProposal: cases.answerProposal,
  decideAppeal: cases.decideAppeal,
  listHeld: cases.listHeld,
  readLog: cases.readLog,
  listJobs: jobs.listJobs,
  repeatJobs: jobs.repeatJobs,
  pauseJobs: jobs.pauseJobs,
} as const;
