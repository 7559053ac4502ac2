import { forgetAnswers, prepareIdempotency } from '../http/idempotency';
import type { Resource } from './resource';

/** Answers kept for a day to be given again to a repeated request (Idempotency-Key). */
export const keptAnswers: Resource = {
  name: 'kept-answers',
  prepare: ({ db }) => prepareIdempotency(db),
  eraseUser: (userId, { db }) => forgetAnswers(db, userId),
};
