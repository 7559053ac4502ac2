import { randomBytes } from 'node:crypto';
import { LIMITS, type UploadUrl } from '@flint/contracts';
import { MINUTE_MS } from '@flint/contracts/time';
import type { Context } from 'koa';
import { trusted } from 'mongoose';
import { message } from '@flint/texts/catalogue';
import { ApiError } from '../../http/api-error';
import { createArrivals } from '../../http/arrivals';
import { readBytes } from '../../http/body-bytes';
import type { Actor } from '../../http/session';
import { isDatabaseAbsent } from '../../infra/database-absent';
import { FileTooLarge, type Inbox } from '../../infra/file-store';
import { isStoreAbsent } from '../../infra/store-absent';
import type { Deps } from '../resource';
import { wasEnded } from '../sign-in/index';
import { isUploadSignature, uploadUrlOf, urlOf } from './addresses';
import { IMAGE_TYPES, typeOf } from './container';
import { albums, uploads, type AlbumDocument, type UploadDocument, type UploadState } from './photo.model';
import { inspectPicture, remakePicture } from './picture';
import { removeMarked } from './removal';
import { photoStore } from '../../infra/photo-store';
import { comeBack, createWorkQueue } from './work-queue';

/** Longer than the work on a picture that has arrived. */
const CLAIM_MS = 2 * MINUTE_MS;

const queue = createWorkQueue();
/** The slowest connection that an upload may use. */
const LINE = { patienceMs: 60_000, minBytesPerSecond: 8_000 };
const arrivals = createArrivals({ ofOneSender: LIMITS.photosMax * 2, inAll: 100 });

type Session = Pick<Actor, 'userId' | 'sessionId'>;

interface Wish {
  readonly fileType: string;
}

/**
 * Deletes the oldest pictures of a student that wait for their album, as far as more than twelve wait or are on the way: nothing tells that a
 * student has given one up. Refuses for now if too many are on the way. It limits the folder store: what a browser puts into a bucket is read
 * only when it is saved.
 */
async function makeRoom(deps: Deps, userId: string): Promise<void> {
  const album = await albums(deps.db).findById(userId).lean<AlbumDocument>();
  const waiting = await uploads(deps.db)
    .find({
      // a process that ended while it saved an album left photos of it unmarked
      _id: trusted({ $nin: (album?.photos ?? []).map(({ key }) => key) }),
      userId,
      state: trusted({ $in: ['working', 'ready'] }),
    })
    .sort({ createdAt: 1 })
    .lean<UploadDocument[]>();
  const ready = waiting.flatMap(({ _id, state }) => (state === 'ready' ? [_id] : []));
  const over = waiting.length - LIMITS.photosWaitingMax;
  if (over <= 0) return;
  if (over > ready.length) throw comeBack();
  await uploads(deps.db).updateMany(
    // one that is saved meanwhile stays
    { _id: trusted({ $in: ready.slice(0, over) }), state: 'ready' },
    { $set: { state: 'removed' } },
  );
  await removeMarked(deps, { userId });
}

/**
 * Issues an upload address for one picture: 300 s, one use, bound to user, session, key, type and 10 MB. With a bucket, it is the bucket's own
 * address, which binds no size and no session: `collectUpload` refuses what is too large.
 */
export async function issueUpload(
  deps: Deps,
  { userId, sessionId }: Session,
  { fileType }: Wish,
): Promise<UploadUrl> {
  if (!(IMAGE_TYPES as readonly string[]).includes(fileType)) throw new ApiError('image_type_unsupported');
  const now = deps.clock.now();
  const upload: UploadDocument = {
    _id: randomBytes(16).toString('hex'),
    userId,
    sessionId,
    fileType,
    maxBytes: LIMITS.photoFileBytesMax,
    state: 'issued',
    createdAt: now,
    expiresAt: new Date(now.getTime() + LIMITS.uploadUrlSeconds * 1000),
  };
  await uploads(deps.db).create(upload);
  const { inbox } = photoStore(deps);
  const wish = { type: fileType, seconds: LIMITS.uploadUrlSeconds };
  return {
    uploadUrl: inbox ? await inbox.addressOf(upload._id, wish) : uploadUrlOf(deps, upload),
    url: inbox ? inbox.urlOf(upload._id) : urlOf(upload._id),
    expiresAt: upload.expiresAt.toISOString(),
  };
}

/** Whether a process works on this picture, or did until just now. */
export const isClaimed = ({ clock }: Pick<Deps, 'clock'>, { state, workingUntil }: UploadDocument): boolean =>
  state === 'working' && workingUntil !== undefined && workingUntil > clock.now();

/** Claims an upload as it was read, so that of several requests one gets it. Returns the filter of this claim. */
async function claim({ db, clock }: Deps, { _id, state, workingUntil }: UploadDocument) {
  const mine = { _id, state: 'working', workingUntil: new Date(clock.now().getTime() + CLAIM_MS) } as const;
  const asRead = { _id, state, workingUntil: workingUntil ?? null };
  const { modifiedCount } = await uploads(db).updateOne(asRead, { $set: mine });
  if (modifiedCount !== 1) throw new ApiError('upload_used');
  return mine;
}

/** Whether the same picture may be taken later: the queue is full, too many are on the way, or the photo store or the database is out of reach. */
const isForNow = (error: unknown) =>
  (error instanceof ApiError && error.code === 'unavailable') ||
  isStoreAbsent(error) ||
  isDatabaseAbsent(error);
const isDiskFull = (error: unknown) =>
  ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '');

/** Claims an upload, then reads, checks, encodes and stores its picture. A refusal leaves no file; one that is only for now leaves the address usable. */
async function processUpload(deps: Deps, upload: UploadDocument, read: () => Promise<Buffer>): Promise<void> {
  queue.refuseWhenFull();
  const mine = await claim(deps, upload);
  const store = photoStore(deps);
  const end = (state: UploadState) =>
    uploads(deps.db).updateOne(mine, { $set: { state }, $unset: { workingUntil: 1 } });
  try {
    const bytes = await read();
    const type = typeOf(bytes);
    if (type === null || type !== upload.fileType) throw new ApiError('image_type_unsupported');
    await inspectPicture(bytes, type);
    const pictures = await queue.run(() => remakePicture(bytes));
    const writes = await Promise.allSettled(
      Object.entries(pictures).map(([file, picture]) => store.write(`${upload._id}/${file}`, picture)),
    );
    // only now, as no other write can add a file to those that are deleted
    for (const write of writes) if (write.status === 'rejected') throw write.reason;
    const { matchedCount } = await end('ready');
    // the account was erased meanwhile, or another request took over a late claim
    if (matchedCount !== 1) throw new ApiError('upload_refused');
  } catch (error) {
    if (isForNow(error)) {
      await end('issued');
      throw error;
    }
    await end('removed');
    // the request that took over the claim keeps the files
    if (await uploads(deps.db).exists({ _id: upload._id, state: trusted({ $ne: 'removed' }) }))
      throw comeBack();
    await store.removeAll(upload._id);
    await uploads(deps.db).deleteOne({ _id: upload._id });
    throw isDiskFull(error) ? new ApiError('storage_full', { cause: error }) : error;
  }
}

/** Processes a picture that was PUT to Flint's own address. */
export async function receiveUpload(deps: Deps, key: string, ctx: Context): Promise<void> {
  const upload = await uploads(deps.db).findById(key).lean<UploadDocument>();
  const signature = String(ctx.query.signature ?? '');
  if (!upload || !isUploadSignature(deps, upload, signature)) throw new ApiError('upload_refused');
  if (upload.expiresAt < deps.clock.now())
    throw new ApiError('upload_refused', { detail: message('This upload address has expired.') });
  const { userId, sessionId } = upload;
  if (sessionId && (await wasEnded(deps, { userId, sessionId }))) throw new ApiError('upload_refused');
  if (ctx.get('content-type').split(';')[0]!.trim() !== upload.fileType) throw new ApiError('upload_refused');
  if (upload.state !== 'issued') throw new ApiError('upload_used');
  await processUpload(deps, upload, async () => {
    // this picture is claimed, so that of several at once none is left out of the count
    await makeRoom(deps, userId);
    return readBytes(ctx, { maxBytes: upload.maxBytes, ...LINE }, { arrivals, sender: userId });
  });
}

/** Processes a picture that a browser put into the bucket's inbox. Does nothing if none arrived or it was processed before. */
export async function collectUpload(deps: Deps, inbox: Inbox, upload: UploadDocument): Promise<void> {
  const { _id: key, maxBytes } = upload;
  let found: Buffer | null;
  try {
    found = await inbox.read(key, maxBytes);
  } catch (error) {
    if (!(error instanceof FileTooLarge)) throw error;
    await inbox.remove(key);
    await uploads(deps.db).deleteOne({ _id: key });
    throw new ApiError('payload_too_large', { cause: error });
  }
  if (!found) return;
  const bytes = found;
  try {
    await processUpload(deps, upload, async () => bytes);
  } catch (error) {
    if (!isForNow(error)) await inbox.remove(key);
    throw error;
  }
  await inbox.remove(key);
}
