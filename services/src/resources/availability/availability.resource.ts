import { ROUTES } from '@flint/contracts';
import { ApiError } from '../../http/api-error';
import { joinRound } from '../matches/index';
import type { Resource } from '../resource';
import { availabilityOf, eraseWeek, saveWeek } from './availability.service';

/** The student's own week. */
export const availability: Resource = {
  name: 'availability',
  routes(api, deps) {
    api.bind(ROUTES.saveAvailability, async ({ actor, body }) => {
      const { saved, isFirst } = await saveWeek(deps, actor.userId, body);
      const isListed = isFirst && (await joinRound(deps, actor.userId));
      return { ...saved, ...(isListed && { isForNextList: true as const }) };
    });
    api.bind(ROUTES.readAvailability, async ({ actor }) => {
      const week = await availabilityOf(deps, actor.userId);
      if (!week) throw new ApiError('not_found');
      return week;
    });
  },
  exportUser: (userId, deps) => availabilityOf(deps, userId),
  eraseUser: (userId, deps) => eraseWeek(deps, userId),
};
