import { ROUTES } from '@flint/contracts';
import type { AlbumChanged } from '@flint/contracts/routes/photos';
import { ApiError } from '../../http/api-error';
import { createMemoryLimit, enforceLimit, READS, refuseBeyond, type CountOne } from '../../http/rate-limit';
import { joinRound, mayStillSee } from '../matches/index';
import type { Deps, Resource } from '../resource';
import { wasEnded } from '../sign-in/index';
import { isPictureSize, isShownSignature, STORAGE_BASE } from './addresses';
import { albumOf, eraseAlbum, ownPhotos, removeOrphans, setAlbum } from './album';
import { uploads, type UploadDocument } from './photo.model';
import { photoStore } from '../../infra/photo-store';
import { issueUpload, receiveUpload } from './upload';

const UPLOADS_AN_HOUR = { name: 'photo-uploads', max: 60, seconds: 3600 };
const SWEEP_MS = 60 * 60 * 1000;

const one = (value: unknown) => (typeof value === 'string' ? value : '');

/** Owner used for a missing picture, so that the database queries are the same. */
const NOBODY = 'nobody';

/**
 * The bytes of a picture if the viewer may see it now (decisions/031), else null. A forged address, a deleted picture and a person who left
 * the list need the same queries, so the response time reveals nothing. Throws 429 beyond what `count` allows the viewer.
 */
async function pictureFor(
  deps: Deps,
  count: CountOne,
  { key, size, extension }: { key: string; size: string; extension: string },
  query: Record<string, unknown>,
): Promise<Buffer | null> {
  const viewer = { userId: one(query.viewer), sessionId: one(query.session), round: one(query.round) };
  if (!isPictureSize(size)) return null;
  const until = one(query.until);
  const isGenuine = isShownSignature(deps, { key, size, viewer, until, signature: one(query.signature) });
  // a forged address must not use up the limit of the student it names
  if (isGenuine) refuseBeyond(await count(viewer.userId));
  const upload = await uploads(deps.db).findById(key).lean<UploadDocument>();
  const isOwn = isGenuine && upload?.userId === viewer.userId;
  const [isAllowed, isOver] = await Promise.all([
    isOwn || mayStillSee(deps, viewer, upload?.userId ?? NOBODY),
    wasEnded(deps, viewer),
  ]);
  const isThere = upload?.state === 'kept' || (isOwn && upload?.state !== 'removed');
  if (!isGenuine || !isThere || !isAllowed || isOver) return null;
  return photoStore(deps).read(`${key}/${size}.${extension}`);
}

/** Upload addresses, the album, and the pictures. */
export const photos: Resource = {
  name: 'photos',
  routes(api, deps) {
    api.bind(ROUTES.requestPhotoUpload, async ({ actor, body, ctx }) => {
      await enforceLimit(ctx, deps, UPLOADS_AN_HOUR, actor.userId);
      return issueUpload(deps, actor, body);
    });
    api.bind(ROUTES.savePhotos, async ({ actor, body }) => {
      const isStored = await setAlbum(deps, actor.userId, body.photos, body.madeFrom);
      const items = await ownPhotos(deps, actor);
      if (!isStored)
        throw new ApiError('album_changed', { members: { photos: items } satisfies AlbumChanged });
      await joinRound(deps, actor.userId);
      return { items, nextCursor: null };
    });
    api.bind(ROUTES.listPhotos, async ({ actor }) => ({
      items: await ownPhotos(deps, actor),
      nextCursor: null,
    }));
  },
  mount(router, deps) {
    const count = createMemoryLimit(READS, deps.clock);
    router.put(`${STORAGE_BASE}/:key`, async (ctx) => {
      await receiveUpload(deps, ctx.params.key ?? '', ctx);
      ctx.status = 201;
      ctx.set('cache-control', 'no-store');
      ctx.body = {};
    });
    router.get(`${STORAGE_BASE}/:key/:size`, async (ctx) => {
      const { key = '', size = '' } = ctx.params;
      // WebP only for a client that accepts it; every client reads JPEG
      const extension = /\bimage\/webp\b/.test(ctx.get('accept')) ? 'webp' : 'jpg';
      const picture = await pictureFor(deps, count, { key, size, extension }, ctx.query);
      if (!picture) throw new ApiError('not_found');
      ctx.set({
        'cache-control': 'private, max-age=86400',
        'content-disposition': `inline; filename="photo.${extension}"`,
        'content-security-policy': "default-src 'none'; sandbox",
        vary: 'Accept',
      });
      ctx.type = extension === 'webp' ? 'image/webp' : 'image/jpeg';
      ctx.body = picture;
    });
  },
  timed: [{ everyMs: SWEEP_MS, run: removeOrphans, failed: 'orphaned photos stay for now' }],
  async exportUser(userId, deps) {
    return albumOf(deps, userId);
  },
  eraseUser: (userId, deps) => eraseAlbum(deps, userId),
};
