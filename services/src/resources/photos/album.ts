import type { Photo } from '@flint/contracts';
import { mergeAlbums } from '@flint/contracts/merge-albums';
import mongoose from 'mongoose';
import { message } from '@flint/texts/catalogue';
import { ApiError } from '../../http/api-error';
import { retryCollisions } from '../../infra/duplicate-key';
import { photoStore } from '../../infra/photo-store';
import { randomId } from '../../infra/random-id';
import type { Deps } from '../resource';
import { keyOf, shownUrl, urlOf, type Viewer } from './addresses';
import {
  albums,
  uploads,
  type AlbumDocument,
  type AlbumPhoto,
  type UploadDocument,
  type UploadState,
} from './photo.model';
import { removeMarked } from './removal';
import { collectUpload, isClaimed } from './upload';
import { comeBack } from './work-queue';

async function photosOf({ db }: Pick<Deps, 'db'>, userId: string): Promise<AlbumPhoto[]> {
  return (await albums(db).findById(userId).lean<AlbumDocument>())?.photos ?? [];
}

export async function countPhotos(deps: Pick<Deps, 'db'>, userId: string): Promise<number> {
  return (await photosOf(deps, userId)).length;
}

/** The album without viewing addresses, the primary photo first. */
export async function albumOf(deps: Deps, userId: string) {
  const { inbox } = photoStore(deps);
  return (await photosOf(deps, userId)).map(({ id, key }, i) => ({
    id,
    key,
    url: inbox ? inbox.urlOf(key) : urlOf(key),
    isPrimary: i === 0,
  }));
}

/** The album as its owner sees it, the primary photo first. */
export async function ownPhotos(deps: Deps, owner: Viewer): Promise<Photo[]> {
  return (await albumOf(deps, owner.userId)).map(({ id, key, url, isPrimary }) => ({
    id,
    url,
    displayUrl: shownUrl(deps, key, 'large', owner),
    thumbnailUrl: shownUrl(deps, key, 'thumbnail', owner),
    isPrimary,
  }));
}

/** The bytes of the album's pictures, in order. */
export async function ownPictures(deps: Deps, userId: string): Promise<Buffer[]> {
  const store = photoStore(deps);
  const keys = (await photosOf(deps, userId)).map(({ key }) => key);
  const pictures = await Promise.all(keys.map((key) => store.read(`${key}/large.webp`)));
  return pictures.filter((bytes) => bytes !== null);
}

type Shows = Pick<Deps, 'db' | 'secret' | 'clock' | 'env'>;

/** Photo addresses of several students for one viewer, the primary photo first. Students without photos are left out. */
export async function photoUrls(
  deps: Shows,
  viewer: Viewer,
  userIds: readonly string[],
): Promise<Map<string, readonly string[]>> {
  const of = { _id: mongoose.trusted({ $in: [...userIds] }) };
  const found = await albums(deps.db).find(of).lean<AlbumDocument[]>();
  return new Map(
    found
      .filter(({ photos }) => photos.length > 0)
      .map(({ _id, photos }) => [_id, photos.map(({ key }) => shownUrl(deps, key, 'large', viewer))]),
  );
}

/** The same, with primary photos only. */
export async function primaryPhotoUrls(
  deps: Shows,
  viewer: Viewer,
  userIds: readonly string[],
): Promise<Map<string, string>> {
  const all = await photoUrls(deps, viewer, userIds);
  return new Map([...all].map(([id, [primary]]) => [id, primary!]));
}

interface Wanted {
  readonly url: string;
  readonly isPrimary?: boolean | undefined;
}

const photoErrors = (at: readonly number[], detail: string) =>
  at.map((i) => ({ pointer: `/photos/${i}/url`, detail }));

/** Processes pictures that a browser uploaded to the bucket; a refusal names the picture by its position. */
async function collectUploads(deps: Deps, userId: string, keys: readonly (string | null)[]): Promise<void> {
  const { inbox } = photoStore(deps);
  if (!inbox) return;
  const waiting = await uploads(deps.db)
    .find({
      _id: mongoose.trusted({ $in: keys.filter((key) => key !== null) }),
      userId,
      state: mongoose.trusted({ $in: ['issued', 'working'] }),
    })
    .lean<UploadDocument[]>();
  for (const upload of waiting) {
    // another request works on it
    if (isClaimed(deps, upload)) throw comeBack();
    try {
      await collectUpload(deps, inbox, upload);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      // another request has taken it since
      if (error.code === 'upload_used') throw comeBack();
      throw new ApiError(error.code, { errors: photoErrors([keys.indexOf(upload._id)], error.message) });
    }
  }
}

const refuse = (at: readonly number[]) =>
  new ApiError('photo_unknown', { errors: photoErrors(at, message('This photo is not known.')) });

/**
 * Stores the named photos in that order, with the primary one (else the first) in front, as the album; with `madeFrom`, only what was added,
 * removed and moved since. Photos left out are deleted with their files. Returns false, and stores nothing, where the student has to decide
 * (`mergeAlbums`). Throws photo_unknown for an address not issued to this student or without a picture. Concurrent changes follow each other.
 */
export async function setAlbum(
  deps: Deps,
  userId: string,
  wanted: readonly Wanted[],
  madeFrom?: readonly string[],
): Promise<boolean> {
  const { inbox } = photoStore(deps);
  const keyOfUrl = (url: string) => inbox?.keyOf(url) ?? keyOf(url);
  const all = wanted.map(({ url }) => keyOfUrl(url));
  const before = madeFrom?.flatMap((url) => keyOfUrl(url) ?? []);
  await collectUploads(deps, userId, all);
  const ready = await uploads(deps.db)
    .find({
      _id: mongoose.trusted({ $in: all.filter((key) => key !== null) }),
      userId,
      state: mongoose.trusted({ $in: ['ready', 'kept'] }),
    })
    .lean();
  // a photo that another device removed since is not added again
  const known = new Set([...ready.map(({ _id }) => _id), ...(before ?? [])]);
  const unknown = all.flatMap((key, i) => (known.has(key ?? '') ? [] : [i]));
  if (unknown.length > 0) throw refuse(unknown);
  const primary = keyOfUrl(wanted.find(({ isPrimary }) => isPrimary)?.url ?? '');
  const mine = [...new Set([...all.filter((key) => key === primary), ...all])] as string[];
  const written = await retryCollisions(async () => {
    const found = await albums(deps.db).findById(userId).lean<AlbumDocument>();
    const stored = found?.photos ?? [];
    const keys = before
      ? mergeAlbums({ madeFrom: before, mine, stored: stored.map(({ key }) => key) })
      : mine;
    if (!keys) return null;
    const photos = keys.map((key) => stored.find((photo) => photo.key === key) ?? { id: randomId(), key });
    const revision = (found?.revision ?? 0) + 1;
    await albums(deps.db).updateOne(
      { _id: userId, revision: found?.revision ?? null },
      { $set: { photos, revision, isSaving: true } },
      { upsert: true },
    );
    return { _id: userId, photos, revision };
  });
  if (!written) return false;
  const gone = await finishSave(deps, written);
  await removeMarked(deps, { userId });
  if (gone.length > 0) throw refuse(all.flatMap((key, i) => (key !== null && gone.includes(key) ? [i] : [])));
  return true;
}

/**
 * Marks the photos of a written album as kept, takes those out of it that a concurrent change deleted, and returns their keys; marks as removed
 * what no album of this or a later revision contains. Safe to repeat: the work of the hour does where a process ended too early.
 */
async function finishSave(
  { db }: Pick<Deps, 'db'>,
  // the first version stored no revision
  { _id: userId, photos, revision = 0 }: AlbumDocument,
): Promise<string[]> {
  const gone: string[] = [];
  for (const { key } of photos) {
    const { matchedCount } = await uploads(db).updateOne(
      { _id: key, userId, state: mongoose.trusted({ $in: ['ready', 'kept'] }) },
      { $set: { state: 'kept' }, $max: { keptBy: revision } },
    );
    if (matchedCount !== 1) gone.push(key);
  }
  if (gone.length > 0)
    await albums(db).updateOne(
      { _id: userId },
      { $pull: { photos: { key: { $in: gone } } }, $inc: { revision: 1 } },
    );
  await uploads(db).updateMany(
    {
      userId,
      state: 'kept',
      $or: [
        { keptBy: mongoose.trusted({ $lt: revision }) },
        { keptBy: mongoose.trusted({ $exists: false }) },
      ],
    },
    { $set: { state: 'removed' } },
  );
  await albums(db).updateOne({ _id: userId, revision }, { $unset: { isSaving: true } });
  return gone;
}

/** Takes pictures that a restore has found to be removed out of the albums. Safe to repeat. */
export async function takeFromAlbums({ db }: Pick<Deps, 'db'>, keys: readonly string[]): Promise<void> {
  const removed = mongoose.trusted({ $in: [...keys] });
  await albums(db).updateMany(
    { 'photos.key': removed },
    { $pull: { photos: { key: removed } }, $inc: { revision: 1 } },
  );
}

/** Deletes the album, its files, and unfinished uploads. */
export async function eraseAlbum(deps: Deps, userId: string): Promise<void> {
  await albums(deps.db).deleteOne({ _id: userId });
  // at once shown to nobody
  await uploads(deps.db).updateMany({ userId }, { $set: { state: 'removed' } });
  await removeMarked(deps, { userId });
}

const ORPHAN_MS = 23 * 60 * 60 * 1000;
const ORPHANS_AT_ONCE = 500;
const UNSAVED: UploadState[] = ['issued', 'working', 'ready'];

/** Deletes pictures that were not put into an album within a day, were left out of one, or whose removal failed. Returns how many. */
export async function removeOrphans(deps: Deps): Promise<number> {
  const before = new Date(deps.clock.now().getTime() - ORPHAN_MS);
  for (;;) {
    const orphans = await uploads(deps.db)
      .find({
        state: mongoose.trusted({ $in: UNSAVED }),
        createdAt: mongoose.trusted({ $lt: before }),
      })
      .limit(ORPHANS_AT_ONCE)
      .lean();
    // a process that ended in the middle of `setAlbum`; one of an older version left no sign of it
    const owners = mongoose.trusted({ $in: orphans.map(({ userId }) => userId) });
    for (const album of await albums(deps.db)
      .find({ $or: [{ isSaving: true }, { _id: owners }] })
      .lean<AlbumDocument[]>())
      await finishSave(deps, album);
    await uploads(deps.db).updateMany(
      // one that is saved stays
      {
        _id: mongoose.trusted({ $in: orphans.map(({ _id }) => _id) }),
        state: mongoose.trusted({ $in: UNSAVED }),
      },
      { $set: { state: 'removed' } },
    );
    if (orphans.length < ORPHANS_AT_ONCE) break;
  }
  const count = await removeMarked(deps, {});
  await photoStore(deps).inbox?.removeOlderThan(before);
  return count;
}
