import type { Actor } from '../http/session';
import { initModels } from '../infra/model-of';
import { findKeyFault, followNamed, joinProcesses, type JoinOptions } from '../infra/processes';
import { account, deleteFrom, eraseFrom, refuseErasedFrom } from './account';
import { buildExportArchive } from './account-export';
import { alerts } from './alerts/alerts.resource';
import { apiDocs } from './api-docs';
import { availability } from './availability/availability.resource';
import { browserReports } from './browser-reports';
import { calendarFeed } from './calendar-feed/calendar-feed.resource';
import { config } from './config';
import { health } from './health';
import { openapi } from './openapi';
import { waitingJobs } from './jobs/jobs.resource';
import { journal } from './journal';
import { keptAnswers } from './kept-answers';
import { matches } from './matches/matches.resource';
import { metrics } from './metrics';
import { offers } from './offers/offers.resource';
import { outbox } from './outbox/outbox.resource';
import { photos } from './photos/photos.resource';
import { placesResource } from './places/places.resource';
import { profile } from './profile/profile.resource';
import type { Deps, Resource } from './resource';
import { ownSessions } from './sessions';
import { securityTxt } from './security-txt';
import { safety } from './safety/safety.resource';
import { sharedDatesResource } from './shared-dates/shared-dates.resource';
import { signIn } from './sign-in/index';

/**
 * Resources with data about students, in order of erasure: first those that hide the student from others, then what only the database holds, then
 * the pictures, whose store may be away, last sign-in. Safety needs the address, so it comes before the profile.
 */
const HELD: readonly Resource[] = [
  safety,
  profile,
  matches,
  offers,
  alerts,
  availability,
  outbox,
  waitingJobs,
  keptAnswers,
  sharedDatesResource,
  calendarFeed,
  photos,
  signIn,
];

/** The whole API. */
export const RESOURCES: readonly Resource[] = [
  config,
  openapi,
  apiDocs,
  securityTxt,
  health,
  metrics,
  browserReports,
  placesResource,
  journal,
  ownSessions,
  ...HELD,
  account(HELD),
];

/** Everything that is sealed in the database. */
export const SEALED = HELD.flatMap(({ sealed = [] }) => sealed);

/** Registers this process among those that write, see joinProcesses. */
export const joinAsProcess = (deps: Deps, options?: JoinOptions): Promise<() => Promise<void>> =>
  joinProcesses(deps, SEALED, options);

/** Lets a restore seal, see followNamed. */
export const sealAsNamed = (deps: Deps): Promise<void> => followNamed(deps, SEALED);

/** Builds collections and indexes. Safe to repeat and to run in several processes. */
export async function prepareIndexes(deps: Deps): Promise<void> {
  for (const resource of RESOURCES) await resource.upgrade?.(deps);
  await initModels(deps.db);
}

/** Builds indexes and fills caches. Safe to repeat and to run in several processes. */
export async function prepareResources(deps: Deps): Promise<void> {
  await prepareIndexes(deps);
  for (const resource of RESOURCES) await resource.prepare?.(deps);
}

/** Compares the configured keys with those that the stored data needs. Returns what is wrong in one sentence, or null. */
export const findDataKeyFault = (deps: Pick<Deps, 'db' | 'env' | 'secret'>): Promise<string | null> =>
  findKeyFault(deps, SEALED);

/** Erases an account, like DELETE /account. */
export const eraseAccount = (deps: Deps, userId: string, email?: string): Promise<void> =>
  eraseFrom(HELD, deps, userId, email);

/** DELETE /account, by an operator: recorded, journaled, and repeated until everything is erased. */
export const deleteAccount = (deps: Deps, owner: { userId: string; email: string }): Promise<boolean> =>
  deleteFrom(HELD, deps, owner);

/** The file that a student gets in Settings. */
export const exportAccount = (deps: Deps, userId: string): Promise<Buffer> =>
  buildExportArchive(deps, HELD, userId);

/** Throws 401 if the account was erased meanwhile by any process; `takesBack` also erases what the request wrote. */
export const refuseErased = (deps: Deps, actor: Actor, takesBack: boolean): Promise<void> =>
  refuseErasedFrom(HELD, deps, actor, takesBack);
