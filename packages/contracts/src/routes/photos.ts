import * as z from 'zod/mini';
import * as LIMITS from '../limits';
import { defineRoute } from '../route';
import { Address, Id, List, Text } from '../wire';

export const UploadUrlRequest = z.strictObject({
  fileName: Text(255),
  fileType: Text(100),
});

export const UploadUrl = z.object({
  uploadUrl: Address,
  /** The stored photo's address: the upload address without its query string (spec 7). */
  url: Address,
  expiresAt: z.iso.datetime(),
});
export type UploadUrl = z.output<typeof UploadUrl>;

export const Photo = z.object({
  id: Id,
  /** Stable address, as issued for the upload; the input of POST /photos. */
  url: Address,
  /** Signed addresses for showing the picture; they expire. */
  displayUrl: Address,
  thumbnailUrl: Address,
  isPrimary: z.boolean(),
});
export type Photo = z.output<typeof Photo>;

export const requestPhotoUpload = defineRoute({
  name: 'requestPhotoUpload',
  call: 'POST /photos/upload-url',
  summary: 'An address to PUT one photo to',
  body: UploadUrlRequest,
  status: 201,
  response: UploadUrl,
  errors: ['image_type_unsupported', 'rate_limited'],
});

/** Members of the refusal album_changed: the stored photos, the primary first. */
export interface AlbumChanged {
  readonly photos: readonly Photo[];
}

export const savePhotos = defineRoute({
  name: 'savePhotos',
  call: 'POST /photos',
  summary:
    'Set the own photos, in order; those left out are removed. The first is primary unless one says so',
  body: z.strictObject({
    photos: z
      .array(z.strictObject({ url: Address, isPrimary: z.optional(z.boolean()) }))
      .check(z.maxLength(LIMITS.photosMax)),
    /**
     * The last addresses received from the server, in order, the primary first. With it, the server applies what was added, removed and
     * moved to the stored photos; without it, the new photos replace the stored ones (decisions/038).
     */
    madeFrom: z.optional(z.array(Address).check(z.maxLength(LIMITS.photosMax))),
  }),
  response: List(Photo),
  errors: [
    'album_changed',
    'photo_unknown',
    'image_type_unsupported',
    'image_unreadable',
    'image_size_unfit',
    'payload_too_large',
  ],
});

export const listPhotos = defineRoute({
  name: 'listPhotos',
  call: 'GET /photos',
  summary: 'The own photos, the primary first',
  response: List(Photo),
});
