import { ROUTES } from '@flint/contracts';
import { ApiError } from '../../http/api-error';
import type { Resource } from '../resource';
import { availabilities } from './availability.model';
import { availabilityOf, eraseWeek, saveWeek } from './availability.service';

/** The own week. */
export const availability: Resource = {
  name: 'availability',
  routes(api, deps) {
    api.bind(ROUTES.saveAvailability, ({ actor, body }) => saveWeek(deps, actor.userId, body));
    api.bind(ROUTES.readAvailability, async ({ actor }) => {
      const week = await availabilityOf(deps, actor.userId);
      if (!week) throw new ApiError('not_found');
      return week;
    });
  },
  async prepare({ db }) {
    await availabilities(db).init();
  },
  exportUser: (userId, deps) => availabilityOf(deps, userId),
  eraseUser: (userId, deps) => eraseWeek(deps, userId),
};
