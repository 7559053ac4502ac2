import { LIMITS } from '@flint/contracts';
import sharp from 'sharp';
import { ApiError } from '../../http/api-error';

// one picture at a time uses one core; how many run beside one another is the queue's business
sharp.concurrency(1);
sharp.cache(false);

/** Pixels a picture may claim before it is decoded: 50 million is above every phone camera's default. */
const PIXELS_MAX = 50_000_000;
const THUMBNAIL_PIXELS = 320;

export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];

const starts = (bytes: Buffer, at: number, ...values: number[]) =>
  values.every((value, i) => bytes[at + i] === value);

/** The type a file's first bytes claim, or null for everything Flint does not take (SVG, GIF, HEIC, PDF, HTML, ...). */
export function typeOf(bytes: Buffer): ImageType | null {
  if (starts(bytes, 0, 0xff, 0xd8, 0xff)) return 'image/jpeg';
  if (starts(bytes, 0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png';
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP')
    return 'image/webp';
  return null;
}

export interface Pictures {
  readonly large: Buffer;
  readonly thumbnail: Buffer;
}

/**
 * Decodes a picture whatever its name said, turns it upright (all 8 EXIF orientations), drops all metadata, bounds it and encodes it
 * anew as WebP. Throws image_unreadable for what does not decode as a whole still image of at most 50 million pixels.
 */
export async function remakePicture(bytes: Buffer): Promise<Pictures> {
  const side = LIMITS.photoSidePixels;
  try {
    const upright = sharp(bytes, {
      limitInputPixels: PIXELS_MAX,
      failOn: 'error',
      animated: false,
      sequentialRead: true,
    })
      .rotate()
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb');
    const large = await upright.webp({ quality: 82 }).toBuffer();
    const thumbnail = await sharp(large)
      .resize(THUMBNAIL_PIXELS, Math.round(THUMBNAIL_PIXELS / LIMITS.photoAspect), { fit: 'cover' })
      .webp({ quality: 76 })
      .toBuffer();
    return { large, thumbnail };
  } catch (cause) {
    throw new ApiError('image_unreadable', { cause });
  }
}
