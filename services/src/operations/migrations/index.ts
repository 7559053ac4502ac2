import type { Migration } from './migration';
import { dropMatchFilters } from './2026-11-21-drop-match-filters';
import { matchingInRounds } from './2026-11-22-matching-in-rounds';
import { unverifiedAccounts } from './2026-11-22-unverified-accounts';
import { dateBooks } from './2026-11-24-date-books';
import { dropDataKeyHolders } from './2026-11-24-drop-data-key-holders';
import { pairsApart } from './2026-11-24-pairs-kept-apart';
import { rateCounts } from './2026-11-24-rate-counts';
import { oneQueueOfJobs } from './2026-11-25-jobs';
import { waitingAlerts } from './2026-11-26-waiting-alerts';
import { encryptedAnswers } from './2026-11-26-encrypted-answers';
import { unnamedReports } from './2026-11-26-unnamed-reports';
import { pairsThatMet } from './2026-11-27-pairs-that-met';
import { jobsByOffer } from './2026-11-28-jobs-by-offer';
import { wholeAgreements } from './2026-11-22-whole-agreements';

/** Every migration, oldest first. */
export const MIGRATIONS: readonly Migration[] = [
  dropMatchFilters,
  matchingInRounds,
  unverifiedAccounts,
  wholeAgreements,
  dateBooks,
  dropDataKeyHolders,
  pairsApart,
  rateCounts,
  oneQueueOfJobs,
  encryptedAnswers,
  unnamedReports,
  waitingAlerts,
  pairsThatMet,
  jobsByOffer,
];
