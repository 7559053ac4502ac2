import { LIMITS, type Photo } from '@flint/contracts';
import mongoose from 'mongoose';
import { ApiError } from '../../http/api-error';
import { diskFileStore, type FileStore } from '../../infra/file-store';
import type { Deps } from '../resource';
import { keyOf, shownUrl, urlOf } from './addresses';
import { albums, uploads, type AlbumDocument, type AlbumPhoto } from './photo.model';

/** The pictures of this installation, in DATA_DIR/photos. */
export const fileStoreOf = ({ dataDir }: Pick<Deps, 'dataDir'>): FileStore =>
  diskFileStore(`${dataDir}/photos`);

async function photosOf({ db }: Pick<Deps, 'db'>, userId: string): Promise<AlbumPhoto[]> {
  return (await albums(db).findById(userId).lean<AlbumDocument>())?.photos ?? [];
}

/** Photos in a student's album. */
export async function countPhotos(deps: Pick<Deps, 'db'>, userId: string): Promise<number> {
  return (await photosOf(deps, userId)).length;
}

/** The album as its owner sees it, the primary photo first. */
export async function ownPhotos(deps: Deps, userId: string): Promise<Photo[]> {
  return (await photosOf(deps, userId)).map(({ id, key }, i) => ({
    id,
    url: urlOf(key),
    displayUrl: shownUrl(deps, key, 'large', userId),
    thumbnailUrl: shownUrl(deps, key, 'thumbnail', userId),
    isPrimary: i === 0,
  }));
}

/** Addresses of the primary photos of some students for one viewer; students without one are left out. */
export async function primaryPhotoUrls(
  deps: Pick<Deps, 'db' | 'secret' | 'clock'>,
  viewerId: string,
  userIds: readonly string[],
): Promise<Map<string, string>> {
  const found = await albums(deps.db)
    .find({ _id: mongoose.trusted({ $in: [...userIds] }) })
    .lean<AlbumDocument[]>();
  return new Map(
    found.flatMap(({ _id, photos: [primary] }) =>
      primary ? [[_id, shownUrl(deps, primary.key, 'large', viewerId)] as const] : [],
    ),
  );
}

async function removePictures(deps: Deps, keys: readonly string[]): Promise<void> {
  const store = fileStoreOf(deps);
  for (const key of keys) {
    await store.removeAll(key);
    await uploads(deps.db).deleteOne({ _id: key });
  }
}

interface Wanted {
  readonly url: string;
  readonly isPrimary?: boolean | undefined;
}

/**
 * Sets the album: the photos named, in that order, the one marked primary (else the first) moved to the front; photos left out are
 * removed with their files. Throws photo_unknown for an address that was not issued to this student or holds no picture yet.
 */
export async function setAlbum(deps: Deps, userId: string, wanted: readonly Wanted[]): Promise<void> {
  const keys = [...new Set(wanted.map(({ url }) => keyOf(url)))];
  const ready = await uploads(deps.db)
    .find({
      _id: mongoose.trusted({ $in: keys.filter((key) => key !== null) }),
      userId,
      state: mongoose.trusted({ $in: ['ready', 'kept'] }),
    })
    .lean();
  const known = new Set(ready.map(({ _id }) => _id));
  const errors = wanted.flatMap(({ url }, i) =>
    known.has(keyOf(url) ?? '') ? [] : [{ pointer: `/photos/${i}/url`, detail: 'This photo is not known.' }],
  );
  if (errors.length > 0) throw new ApiError('photo_unknown', { errors });
  if (keys.length > LIMITS.photosMax) throw new ApiError('photo_limit_reached');
  const primary = keyOf(wanted.find(({ isPrimary }) => isPrimary)?.url ?? '');
  const ordered = [
    ...keys.filter((key) => key === primary),
    ...keys.filter((key) => key !== primary),
  ] as string[];
  const before = await photosOf(deps, userId);
  const photos = ordered.map(
    (key) =>
      before.find((photo) => photo.key === key) ?? { id: new mongoose.Types.ObjectId().toHexString(), key },
  );
  await uploads(deps.db).updateMany(
    { userId, _id: mongoose.trusted({ $in: ordered }) },
    { $set: { state: 'kept' } },
  );
  const replaced = await albums(deps.db)
    .findOneAndUpdate({ _id: userId }, { $set: { photos } }, { upsert: true })
    .lean<AlbumDocument | null>();
  await removePictures(
    deps,
    (replaced?.photos ?? []).map(({ key }) => key).filter((key) => !ordered.includes(key)),
  );
}

/** Removes the album, its files, and uploads under way. */
export async function eraseAlbum(deps: Deps, userId: string): Promise<void> {
  await albums(deps.db).deleteOne({ _id: userId });
  const own = await uploads(deps.db).find({ userId }).lean();
  await removePictures(
    deps,
    own.map(({ _id }) => _id),
  );
}

const ORPHAN_MS = 23 * 60 * 60 * 1000;

/** Removes pictures that never came into an album within a day. */
export async function removeOrphans(deps: Deps): Promise<number> {
  const before = new Date(deps.clock.now().getTime() - ORPHAN_MS);
  const orphans = await uploads(deps.db)
    .find({
      state: mongoose.trusted({ $in: ['issued', 'working', 'ready'] }),
      createdAt: mongoose.trusted({ $lt: before }),
    })
    .limit(500)
    .lean();
  await removePictures(
    deps,
    orphans.map(({ _id }) => _id),
  );
  return orphans.length;
}
