import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { ROUTES } from '@flint/contracts';
import type { Resource } from '../resource';
import { PICTURES_PATH, placesOf } from './places';

const PICTURE_BYTES_MAX = 1_000_000;

/** Places for a first date and their pictures. Nothing here is about a student. */
export const placesResource: Resource = {
  name: 'places',
  routes(api, deps) {
    api.bind(ROUTES.listPlaces, async ({ ctx }) => {
      const { etag, answer } = await placesOf(deps);
      ctx.set('etag', etag);
      return answer;
    });
  },
  mount(router, deps) {
    const file = deps.env.PLACES_FILE;
    if (!file) return;
    router.get(`${PICTURES_PATH}/:name`, async (ctx) => {
      const { name = '' } = ctx.params as { name?: string };
      // only pictures that the list names: the folder may hold other files
      if (!(await placesOf(deps)).list.some(({ picture }) => picture === `${PICTURES_PATH}/${name}`)) return;
      const picture = path.join(path.dirname(file), name);
      const found = await stat(picture).catch(() => null);
      if (!found?.isFile() || found.size > PICTURE_BYTES_MAX) return;
      ctx.type = path.extname(name);
      ctx.length = found.size;
      ctx.set('cache-control', 'public, max-age=3600');
      ctx.body = createReadStream(picture);
    });
  },
  /** Reads the file at start, so that problems are logged before the first request. */
  async prepare(deps) {
    await placesOf(deps);
  },
};
