import { LIMITS } from '@flint/contracts';
import type { Metadata, Sharp } from 'sharp';
import { ApiError } from '../../http/api-error';
import { isPictureAlone, type ImageType } from './container';

/** Loads sharp on first use: it takes 50 ms and a native library, which a start does not need. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  // one core per picture; the queue decides how many run in parallel
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}

/** Most pixels a picture may declare; 50 million is above the default of every phone camera. */
const PIXELS_MAX = 50_000_000;
/** Most memory that a picture read as a whole may take; a process of 1 GiB makes four pictures at once. */
const WHOLE_BYTES_MAX = 100_000_000;
const THUMBNAIL_PIXELS = 320;
const READING = {
  limitInputPixels: PIXELS_MAX,
  // a JPEG that was cut and given an end again is only a warning
  failOn: 'warning',
  animated: false,
  sequentialRead: true,
} as const;

/** The stored versions of one photo. */
export interface Pictures {
  readonly 'large.webp': Buffer;
  readonly 'large.jpg': Buffer;
  readonly 'thumbnail.webp': Buffer;
  readonly 'thumbnail.jpg': Buffer;
}

/**
 * The bytes that a WebP or an interlaced picture takes while it is read, because it is in memory as a whole, a JPEG as coefficients of two bytes. What a JPEG says
 * of its subsampling is not believed.
 */
function wholeBytes({ width, height, channels, depth, format, isProgressive }: Metadata): number {
  // a lossless one takes 4 bytes a pixel whatever its colors; metadata does not tell it from a lossy one
  if (format === 'webp') return width * height * 4;
  if (!isProgressive) return 0;
  return width * height * channels * (format === 'jpeg' || depth === 'ushort' ? 2 : 1);
}

/**
 * Throws image_unreadable unless the bytes are one whole still picture of at most 50 million pixels that can be read in little memory, and image_size_unfit if a photo cannot
 * have its size. Decodes nothing, so it needs no place in the queue.
 */
export async function inspectPicture(bytes: Buffer, type: ImageType): Promise<void> {
  if (!isPictureAlone(bytes, type)) throw new ApiError('image_unreadable');
  const sharp = await loadSharp();
  const metadata = await sharp(bytes, READING)
    .metadata()
    .catch((cause: unknown) => {
      throw new ApiError('image_unreadable', { cause });
    });
  const { width, height, pages = 1 } = metadata;
  if (width * height > PIXELS_MAX || pages !== 1 || wholeBytes(metadata) > WHOLE_BYTES_MAX)
    throw new ApiError('image_unreadable');
  const [shorter, longer] = [Math.min(width, height), Math.max(width, height)];
  if (shorter < LIMITS.photoCropPixelsMin || longer > shorter * LIMITS.photoSidesRatioMax)
    throw new ApiError('image_size_unfit');
}

// effort 1 takes a third of the default's processor time and 4 % more bytes (services/bench/photos.ts)
const encode = async (picture: Sharp): Promise<[webp: Buffer, jpeg: Buffer]> => [
  await picture.clone().webp({ quality: 82, effort: 1 }).toBuffer(),
  await picture.clone().jpeg({ quality: 82 }).toBuffer(),
];

/**
 * Decodes a picture regardless of its name, turns it upright (all 8 EXIF orientations), drops all metadata, and encodes it as WebP and JPEG,
 * large and as a thumbnail. Throws image_unreadable if it does not decode.
 */
export async function remakePicture(bytes: Buffer): Promise<Pictures> {
  const side = LIMITS.photoSidePixels;
  const sharp = await loadSharp();
  try {
    const { data, info } = await sharp(bytes, READING)
      .autoOrient()
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const upright = () =>
      sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
    const [webp, jpeg] = await encode(upright());
    const [smallWebp, smallJpeg] = await encode(
      upright().resize(THUMBNAIL_PIXELS, Math.round(THUMBNAIL_PIXELS / LIMITS.photoAspect), { fit: 'cover' }),
    );
    return {
      'large.webp': webp,
      'large.jpg': jpeg,
      'thumbnail.webp': smallWebp,
      'thumbnail.jpg': smallJpeg,
    };
  } catch (cause) {
    throw new ApiError('image_unreadable', { cause });
  }
}
