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

/** Why a picture cannot be used; null if it can. */
async function pictureProblem(file: File): Promise<string | null> {
  const size = await sizeOf(file);
  if (!size || (await isCutOff(file))) return t(UNREADABLE);
  if (Math.min(size.width, size.height) >= LIMITS.photoSidePixelsMin) return null;
  return t('This picture is too small: {width} by {height} pixels. Each side needs at least {min}.', {
    ...size,
    min: LIMITS.photoSidePixelsMin,
  });
}

/** Why a picked file cannot be used, in the words of spec 5 and 8; null when it can. One that finds no room is not decoded. */
async function fileProblem(file: File, hasRoom: boolean): Promise<string | null> {
  const heic = await isHeic(file);
  if (!file.type.startsWith('image/') && !heic) return t(WORDING.selectImage);
  if (file.size > LIMITS.photoFileBytesMax) return t(WORDING.fileTooLarge);
  if (!hasRoom) return null;
  if (heic) return (await sizeOf(file)) ? null : t(NOT_HEIC);
  return pictureProblem(file);
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
    const problem = await fileProblem(file, usable.length < room);
    if (problem) names.set(problem, [...(names.get(problem) ?? []), file.name]);
    else usable.push(file);
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
