import { LIMITS, WORDING } from '@flint/contracts';
import { message, plural, t } from '@flint/texts';
import { noRoom } from './album-items';

const HEIC_BRANDS = ['heic', 'heix', 'hevc', 'heim', 'heis', 'mif1', 'msf1'];
const NOT_HEIC = message(
  'This is a HEIC picture, which this browser cannot read. On an iPhone choose "Most Compatible" in the camera settings, or pick a screenshot of it.',
);

async function isHeic(file: Blob): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(0, 12).arrayBuffer());
  const text = String.fromCharCode(...bytes);
  return text.slice(4, 8) === 'ftyp' && HEIC_BRANDS.includes(text.slice(8, 12));
}

const UNREADABLE = message('This picture is damaged or incomplete. Please pick another copy of it.');

/** Width and height; null when this browser cannot decode it (Safari reads HEIC, most others do not). */
async function sizeOf(file: Blob): Promise<{ readonly width: number; readonly height: number } | null> {
  try {
    const picture = await createImageBitmap(file);
    const { width, height } = picture;
    picture.close();
    return { width, height };
  } catch {
    return null;
  }
}

/** Whether a JPEG is truncated: browsers show the rest black. Only its second half counts, since a thumbnail in the first half has its own end. */
async function isCutOff(file: Blob): Promise<boolean> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const isJpeg = bytes[0] === 0xff && bytes[1] === 0xd8;
  const half = bytes.subarray(bytes.length >> 1);
  return isJpeg && !half.some((byte, at) => byte === 0xff && half[at + 1] === 0xd9);
}

/** The most pixels that an iPhone draws: the cropper turns a picture on a canvas of its whole size. */
const CANVAS_PIXELS_MAX = 4096 * 4096;

/** The picture to crop, a smaller copy if browsers cannot draw all of it, or the sentence why it cannot be used. */
async function checkPicture(
  file: File,
  unreadable: typeof NOT_HEIC | typeof UNREADABLE,
): Promise<File | string> {
  const size = await sizeOf(file);
  if (!size || (await isCutOff(file))) return t(unreadable);
  if (Math.min(size.width, size.height) < LIMITS.photoSidePixelsMin)
    return t('This picture is too small: {width} by {height} pixels. Each side needs at least {min}.', {
      ...size,
      min: LIMITS.photoSidePixelsMin,
    });
  if (size.width * size.height <= CANVAS_PIXELS_MAX) return file;
  return import('../crop/crop-image').then(({ shrink }) => shrink(file)).catch(() => t(WORDING.imageFailed));
}

/** The same of any picked file, in the words of spec 5 and 8. One that finds no room is not decoded. */
async function checkFile(file: File, hasRoom: boolean): Promise<File | string> {
  const heic = await isHeic(file);
  if (!file.type.startsWith('image/') && !heic) return t(WORDING.selectImage);
  if (file.size > LIMITS.photoFileBytesMax) return t(WORDING.fileTooLarge);
  return hasRoom ? checkPicture(file, heic ? NOT_HEIC : UNREADABLE) : file;
}

interface CheckedFiles {
  readonly accepted: readonly File[];
  /** One sentence per reason; of several files, with the names of those it is about. */
  readonly problems: readonly string[];
}

/** Splits picked or dropped files into those to crop, as many as there is room for, and reasons for the others. */
export async function checkFiles(files: readonly File[], room: number): Promise<CheckedFiles> {
  const usable: File[] = [];
  const names = new Map<string, string[]>();
  // one after the other: a decoded picture may take 50 MB
  for (const file of files) {
    const checked = await checkFile(file, usable.length < room);
    if (typeof checked === 'string') names.set(checked, [...(names.get(checked) ?? []), file.name]);
    else usable.push(checked);
  }
  // of one file, the specification's sentence stands alone
  const problems = [...names].map(([problem, of]) =>
    files.length > 1 ? t('{names}: {problem}', { names: of.join(', '), problem }) : problem,
  );
  if (usable.length > room)
    problems.push(
      room > 0
        ? plural(
            room,
            'A profile holds {max} photos, so only one more was taken.',
            'A profile holds {max} photos, so only {n} more were taken.',
            { max: LIMITS.photosMax },
          )
        : noRoom(),
    );
  return { accepted: usable.slice(0, Math.max(room, 0)), problems };
}
