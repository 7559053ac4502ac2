import { randomBytes } from 'node:crypto';
import { LIMITS, type UploadUrl } from '@flint/contracts';
import type { Context } from 'koa';
import { ApiError } from '../../http/api-error';
import type { Deps } from '../resource';
import { isUploadSignature, PICTURE_FILES, uploadUrlOf, urlOf } from './addresses';
import { fileStoreOf } from './album';
import { uploads, type UploadDocument } from './photo.model';
import { IMAGE_TYPES, remakePicture, typeOf } from './picture';
import { createWorkQueue } from './work-queue';

/** Pictures that may be on their way at once for one student: the album twice over. */
const PENDING_MAX = LIMITS.photosMax * 2;

const queue = createWorkQueue();

interface Wish {
  readonly fileType: string;
  readonly fileSize?: number | undefined;
}

/** Issues an address for one picture: 300 s, one use, bound to user, key, type and size. */
export async function issueUpload(
  deps: Deps,
  userId: string,
  { fileType, fileSize }: Wish,
): Promise<UploadUrl> {
  if (!(IMAGE_TYPES as readonly string[]).includes(fileType)) throw new ApiError('image_type_unsupported');
  const now = deps.clock.now();
  const pending = await uploads(deps.db).countDocuments({ userId, state: 'ready' });
  if (pending >= PENDING_MAX) throw new ApiError('photo_limit_reached');
  const upload: UploadDocument = {
    _id: randomBytes(16).toString('hex'),
    userId,
    fileType,
    maxBytes: fileSize ?? LIMITS.photoFileBytesMax,
    state: 'issued',
    createdAt: now,
    expiresAt: new Date(now.getTime() + LIMITS.uploadUrlSeconds * 1000),
  };
  await uploads(deps.db).create(upload);
  return {
    uploadUrl: uploadUrlOf(deps, upload),
    url: urlOf(upload._id),
    expiresAt: upload.expiresAt.toISOString(),
  };
}

async function readBytes(ctx: Context, most: number): Promise<Buffer> {
  if (Number(ctx.get('content-length') || 0) > most) throw new ApiError('payload_too_large');
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of ctx.req as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > most) throw new ApiError('payload_too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function claim(deps: Deps, key: string, ctx: Context): Promise<UploadDocument> {
  const upload = await uploads(deps.db).findById(key).lean<UploadDocument>();
  const signature = String(ctx.query.signature ?? '');
  if (!upload || !isUploadSignature(deps, upload, signature)) throw new ApiError('upload_refused');
  if (upload.expiresAt < deps.clock.now())
    throw new ApiError('upload_refused', { detail: 'This upload address has expired.' });
  if (ctx.get('content-type').split(';')[0]!.trim() !== upload.fileType) throw new ApiError('upload_refused');
  const claimed = await uploads(deps.db).updateOne(
    { _id: key, state: 'issued' },
    { $set: { state: 'working' } },
  );
  if (claimed.modifiedCount !== 1) throw new ApiError('upload_used');
  return upload;
}

const isDiskFull = (error: unknown) =>
  ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '');

/** Takes the bytes of one picture: claims the address, checks, remakes and stores it. A refusal leaves no file and frees nothing else. */
export async function receiveUpload(deps: Deps, key: string, ctx: Context): Promise<void> {
  const upload = await claim(deps, key, ctx);
  const store = fileStoreOf(deps);
  try {
    const bytes = await readBytes(ctx, upload.maxBytes);
    if (typeOf(bytes) !== upload.fileType) throw new ApiError('image_type_unsupported');
    const pictures = await queue.run(() => remakePicture(bytes));
    await store.write(`${key}/${PICTURE_FILES.large}`, pictures.large);
    await store.write(`${key}/${PICTURE_FILES.thumbnail}`, pictures.thumbnail);
    await uploads(deps.db).updateOne({ _id: key }, { $set: { state: 'ready' } });
  } catch (error) {
    await store.removeAll(key);
    await uploads(deps.db).deleteOne({ _id: key });
    throw isDiskFull(error) ? new ApiError('storage_full', { cause: error }) : error;
  }
}
