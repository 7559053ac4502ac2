import { LIMITS } from '@flint/contracts';
import imageCompression from 'browser-image-compression';

/** The library's worker script at our own origin; by default it requests a public CDN. */
const WORKER_LIBRARY = new URL('browser-image-compression/dist/browser-image-compression.js', import.meta.url)
  .href;

const toBlob = (canvas: HTMLCanvasElement): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', LIMITS.photoJpegQuality));

/** A cropped canvas as a JPEG of at most 1 MB and 1024 px (spec 9), compressed off the main thread. Throws when it stays larger. */
export async function compressCanvas(canvas: HTMLCanvasElement, name: string): Promise<File> {
  const blob = await toBlob(canvas);
  if (!blob) throw new Error('the canvas gave no picture');
  const file = new File([blob], name, { type: 'image/jpeg' });
  const small = await imageCompression(file, {
    fileType: 'image/jpeg',
    maxSizeMB: LIMITS.photoCompressedMegabytes,
    maxWidthOrHeight: LIMITS.photoSidePixels,
    initialQuality: 0.85,
    useWebWorker: true,
    libURL: WORKER_LIBRARY,
  });
  if (small.size > LIMITS.photoCompressedMegabytes * 1024 * 1024)
    throw new Error('the picture stays too large');
  return new File([small], name, { type: 'image/jpeg' });
}
