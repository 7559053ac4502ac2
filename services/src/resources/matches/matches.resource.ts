import { ROUTES } from '@flint/contracts';
import { bytesOf, type SealedFields } from '../../infra/sealed-fields';
import { roundReady, roundTaken } from '../../infra/metrics';
import { countProfiles } from '../profile/index';
import { every } from '../../infra/every';
import type { Deps, Resource } from '../resource';
import { countOwn, keepApart, mailboxesOf } from '../safety/index';
import { listMatches } from './list-matches';
import { makeTodaysRound } from './make-round';
import { lists, type PieceDocument } from './match.model';
import { currentRounds, dropOldRounds, roundDay } from './rounds';
import { dropIdleRows } from './rows';

/** How often a process checks whether a round is due. */
const LOOK_MS = 15_000;

/**
 * Makes the round that is due, unless operators start rounds themselves, and deletes what is out of date. A process that starts makes one where
 * there is none, as after a restore, whoever makes the others.
 */
async function maintainRounds(deps: Deps, signal: AbortSignal, isStarting: boolean): Promise<void> {
  const { current } = await currentRounds(deps);
  const isDue = !current || current.day < roundDay(deps);
  if (isDue && (deps.env.ROUNDS === 'auto' || (isStarting && !current)))
    await makeTodaysRound(deps, { signal });
  else await dropOldRounds(deps);
  await dropIdleRows(deps);
}

/** Measures the age of the round in force, without one since `start`; returns whether there is one. */
async function measureRound(deps: Deps, start: Date): Promise<boolean> {
  const { current } = await currentRounds(deps);
  const university = deps.env.UNIVERSITY_EMAIL_HOST;
  roundReady.set({ university }, (current?.readyAt ?? start).getTime() / 1000);
  if (current) roundTaken.set({ university }, current.takenAt.getTime() / 1000);
  return current !== null;
}

const sealedBytes = (collection: string): SealedFields => ({
  collection,
  fields: ['bytes'],
  valuesOf: ({ _id, bytes }: Pick<PieceDocument, '_id' | 'bytes'>) => [
    { at: 'bytes', stored: bytesOf(bytes), place: `${collection}/${_id}` },
  ],
});

/** The people a student may invite. */
export const matches: Resource = {
  name: 'matches',
  routes(api, deps) {
    api.bind(ROUTES.listMatches, ({ actor, texts }) => listMatches(deps, actor, texts));
    api.bind(ROUTES.hideMatch, async ({ actor, params }) => {
      // the same answer whether this id is unknown, erased or blocked this student
      const { userId: by, email } = actor;
      await keepApart(deps, { by, email, about: params.userId, reason: 'not_for_me' });
      return null;
    });
  },
  async prepare(deps) {
    // a new campus gets its round before its first student
    if ((await countProfiles(deps)) === 0 && !(await currentRounds(deps)).current)
      await makeTodaysRound(deps);
  },
  start(deps) {
    const stop = new AbortController();
    const report = (error: unknown) => {
      if (!stop.signal.aborted) deps.log.error({ err: error }, 'matching round');
    };
    const start = deps.clock.now();
    let isStarting = true;
    const look = () =>
      maintainRounds(deps, stop.signal, isStarting).finally(async () => {
        if (await measureRound(deps, start)) isStarting = false;
      });
    const stopLooking = every(LOOK_MS, look, report, { now: true });
    return () => {
      stop.abort();
      return stopLooking();
    };
  },
  sealed: [sealedBytes('match_lists'), sealedBytes('match_pieces')],
  async exportUser(userId, deps) {
    const mark = (await mailboxesOf(deps, [userId])).get(userId);
    const { current } = await currentRounds(deps);
    const list = current && mark && (await lists(deps.db).exists({ _id: `${current.key}/${mark}` }));
    return {
      // not how many: one less than the accounts that were named would say that two of them are one person
      notForMe: mark !== undefined && (await countOwn(deps, mark, 'not_for_me')) > 0,
      // the content of the list is what GET /matches shows
      list: list ? { round: current.day } : null,
    };
  },
  // row and list stay until the next round under the mailbox's mark: a student who returns the same day gets the same list
};
