import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey } from '../../infra/derive-key';
import type { Deps } from '../resource';
import type { UploadDocument } from './photo.model';

export const STORAGE_BASE = '/storage/v1/photos';
/** Signed addresses for showing a picture live until the end of the next day. */
const SHOWN_DAYS = 2;
const DAY_MS = 86_400_000;

const sign = ({ secret }: Pick<Deps, 'secret'>, purpose: string, text: string) =>
  createHmac('sha256', deriveKey(secret, purpose)).update(text).digest('base64url');

const equal = (a: string, b: string) =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** The stable address of a photo: its upload address without the query (spec 7). */
export const urlOf = (key: string): string => `${STORAGE_BASE}/${key}`;

/** The key of a stable address, or null for anything else. */
export const keyOf = (url: string): string | null =>
  /^\/storage\/v1\/photos\/([0-9a-f]{32})$/.exec(url)?.[1] ?? null;

const uploadText = ({ _id, userId, fileType, maxBytes, expiresAt }: UploadDocument) =>
  [_id, userId, fileType, maxBytes, expiresAt.getTime()].join('\n');

/** Bound to user, key, type, size and end of life. */
export const uploadUrlOf = (deps: Pick<Deps, 'secret'>, upload: UploadDocument): string =>
  `${urlOf(upload._id)}?expires=${upload.expiresAt.getTime()}&signature=${sign(deps, 'photo-upload', uploadText(upload))}`;

/** Whether a signature is the one issued for that upload. */
export const isUploadSignature = (
  deps: Pick<Deps, 'secret'>,
  upload: UploadDocument,
  signature: string,
): boolean => equal(signature, sign(deps, 'photo-upload', uploadText(upload)));

export type PictureSize = 'large' | 'thumbnail';
export const isPictureSize = (text: string): text is PictureSize => text === 'large' || text === 'thumbnail';

/** An address one viewer may see a picture at; the same all day, so that browsers keep the picture. */
export function shownUrl(
  deps: Pick<Deps, 'secret' | 'clock'>,
  key: string,
  size: PictureSize,
  viewerId: string,
): string {
  const until = Math.floor(deps.clock.now().getTime() / DAY_MS) + SHOWN_DAYS;
  const signature = sign(deps, 'photo-view', [key, size, viewerId, until].join('\n'));
  return `${urlOf(key)}/${size}?viewer=${viewerId}&until=${until}&signature=${signature}`;
}

/** Whether a shown address is genuine and still alive. */
export function isShownSignature(
  deps: Pick<Deps, 'secret' | 'clock'>,
  {
    key,
    size,
    viewer,
    until,
    signature,
  }: { key: string; size: PictureSize; viewer: string; until: string; signature: string },
): boolean {
  if (!/^\d{1,6}$/.test(until) || Number(until) * DAY_MS < deps.clock.now().getTime()) return false;
  return equal(signature, sign(deps, 'photo-view', [key, size, viewer, until].join('\n')));
}
