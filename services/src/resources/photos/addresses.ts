import { HOUR_MS } from '@flint/contracts/time';
import type { Actor } from '../../http/session';
import { isSameHash, keyedHash } from '../../infra/keyed-hash';
import type { Deps } from '../resource';
import type { UploadDocument } from './photo.model';

export const STORAGE_BASE = '/storage/v1/photos';
/**
 * A signed picture address is valid until the end of the next day. With a hosted project, which does not report sign-outs, until the end of
 * the next hour.
 */
const shownStep = ({ env }: Pick<Deps, 'env'>) => (env.SUPABASE_URL === undefined ? 24 * HOUR_MS : HOUR_MS);

/** The stable address of a photo: its upload address without the query (S7.2.7). */
export const urlOf = (key: string): string => `${STORAGE_BASE}/${key}`;

/** The key in a stable address; null for any other address. */
export const keyOf = (url: string): string | null =>
  /^\/storage\/v1\/photos\/([0-9a-f]{32})$/.exec(url)?.[1] ?? null;

const uploadText = ({ _id, userId, fileType, maxBytes, expiresAt }: UploadDocument) =>
  [_id, userId, fileType, maxBytes, expiresAt.getTime()].join('\n');

/** An upload address, bound to user, key, type, size and end time. */
export const uploadUrlOf = (deps: Pick<Deps, 'secret'>, upload: UploadDocument): string =>
  `${urlOf(upload._id)}?expires=${upload.expiresAt.getTime()}&signature=${keyedHash(deps, 'photo-upload', uploadText(upload))}`;

/** Whether the signature belongs to that upload. */
export const isUploadSignature = (
  deps: Pick<Deps, 'secret'>,
  upload: UploadDocument,
  signature: string,
): boolean => isSameHash(signature, keyedHash(deps, 'photo-upload', uploadText(upload)));

export type PictureSize = 'large' | 'thumbnail';
export const isPictureSize = (text: string): text is PictureSize => text === 'large' || text === 'thumbnail';

/** The student who sees a picture, and the session. */
export interface Viewer extends Pick<Actor, 'userId' | 'sessionId'> {
  /** The round whose list shows it; absent for the own album and for offers. */
  readonly round?: string;
}

interface Shown {
  readonly key: string;
  readonly size: PictureSize;
  readonly viewer: Viewer;
  readonly until: string;
}

const shownText = ({ key, size, viewer, until }: Shown) =>
  [key, size, viewer.userId, viewer.sessionId, viewer.round ?? '', until].join('\n');

/** An address at which one viewer can see a picture while the session lasts. It stays the same, so browsers can cache the picture. */
export function shownUrl(
  deps: Pick<Deps, 'secret' | 'clock' | 'env'>,
  key: string,
  size: PictureSize,
  viewer: Viewer,
): string {
  const step = shownStep(deps);
  const until = String((Math.floor(deps.clock.now().getTime() / step) + 2) * step);
  const signature = keyedHash(deps, 'photo-view', shownText({ key, size, viewer, until }));
  const query = new URLSearchParams({
    viewer: viewer.userId,
    session: viewer.sessionId,
    ...(viewer.round && { round: viewer.round }),
    until,
    signature,
  });
  return `${urlOf(key)}/${size}?${query.toString()}`;
}

/** Whether the signature of a picture address is genuine and unexpired. Does not check the session. */
export function isShownSignature(
  deps: Pick<Deps, 'secret' | 'clock'>,
  { signature, ...shown }: Shown & { readonly signature: string },
): boolean {
  const { until } = shown;
  if (!/^\d{1,15}$/.test(until) || Number(until) < deps.clock.now().getTime()) return false;
  return isSameHash(signature, keyedHash(deps, 'photo-view', shownText(shown)));
}
