import { ROUTES } from '@flint/contracts';
import { ApiError } from '../../http/api-error';
import { loadProfile } from '../profile/index';
import type { Resource } from '../resource';
import { listMatches } from './list-matches';
import { boardOf } from './match-board';
import { heldDays, hides } from './match.model';
import { prepareLists } from './prepare-lists';

/** People a student may invite. */
export const matches: Resource = {
  name: 'matches',
  routes(api, deps) {
    api.bind(ROUTES.listMatches, ({ actor, texts }) => listMatches(deps, actor.userId, texts));
    api.bind(ROUTES.hideMatch, async ({ actor, params }) => {
      if (!(await loadProfile(deps, params.userId))) throw new ApiError('not_found');
      await hides(deps.db).updateOne(
        { _id: `${actor.userId}:${params.userId}` },
        { $setOnInsert: { userId: actor.userId, hiddenId: params.userId, createdAt: deps.clock.now() } },
        { upsert: true },
      );
      return null;
    });
  },
  async prepare(deps) {
    await Promise.all([hides(deps.db).init(), heldDays(deps.db).init()]);
    await boardOf(deps);
  },
  start(deps) {
    const board = boardOf(deps);
    let isStopped = false;
    void board.then((each) => each.keepCurrent(() => prepareLists(deps, () => isStopped)));
    return async () => {
      isStopped = true;
      (await board).close();
    };
  },
  exportUser: async (userId, { db }) => ({ notForMe: await hides(db).countDocuments({ userId }) }),
  async eraseUser(userId, { db }) {
    await hides(db).deleteMany({ userId });
    await hides(db).deleteMany({ hiddenId: userId });
    await heldDays(db).deleteOne({ _id: userId });
    const ofOthers = { 'list.people.id': userId };
    await heldDays(db).updateMany(ofOthers, { $pull: { 'list.people': { id: userId } } });
  },
};
