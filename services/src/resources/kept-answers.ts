import { eraseAnswers } from '../http/idempotency';
import type { Resource } from './resource';

/** Responses stored for a day, for repeated requests with the same Idempotency-Key. */
export const keptAnswers: Resource = {
  name: 'kept-answers',
  eraseUser: (userId, { db }) => eraseAnswers(db, userId),
};
