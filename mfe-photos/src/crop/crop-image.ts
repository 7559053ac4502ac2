import { LIMITS } from '@flint/contracts';
import imageCompression, { type Options } from 'browser-image-compression';

/** The library's worker script at our own origin; by default it requests a public CDN. */
const WORKER_LIBRARY = new URL('browser-image-compression/dist/browser-image-compression.js', import.meta.url)
  .href;

/** Compresses off the main thread. */
const compress = (file: File, options: Options): Promise<File> =>
  imageCompression(file, { ...options, fileType: 'image/jpeg', useWebWorker: true, libURL: WORKER_LIBRARY });

/** A copy that every browser can draw, with more pixels than any crop of it keeps. */
export const shrink = (file: File): Promise<File> =>
  compress(file, { maxWidthOrHeight: 4 * LIMITS.photoSidePixels });

const toBlob = (canvas: HTMLCanvasElement): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', LIMITS.photoJpegQuality));

/** A cropped canvas as a JPEG of at most 1 MB and 1024 px (spec 9). Throws when it stays larger. */
export async function compressCanvas(canvas: HTMLCanvasElement, name: string): Promise<File> {
  const blob = await toBlob(canvas);
  if (!blob) throw new Error('the canvas gave no picture');
  const file = new File([blob], name, { type: 'image/jpeg' });
  const small = await compress(file, {
    maxSizeMB: LIMITS.photoCompressedMegabytes,
    maxWidthOrHeight: LIMITS.photoSidePixels,
    initialQuality: 0.85,
  });
  if (small.size > LIMITS.photoCompressedMegabytes * 1024 * 1024)
    throw new Error('the picture stays too large');
  return new File([small], name, { type: 'image/jpeg' });
}
