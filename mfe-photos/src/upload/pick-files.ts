import { LIMITS, WORDING } from '@flint/contracts';
import { message, plural, t } from '@flint/texts';

const HEIC_BRANDS = ['heic', 'heix', 'hevc', 'heim', 'heis', 'mif1', 'msf1'];
const NOT_HEIC = message(
  'This is a HEIC picture, which this browser cannot read. On an iPhone choose "Most Compatible" in the camera settings, or pick a screenshot of it.',
);

async function isHeic(file: Blob): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(0, 12).arrayBuffer());
  const text = String.fromCharCode(...bytes);
  return text.slice(4, 8) === 'ftyp' && HEIC_BRANDS.includes(text.slice(8, 12));
}

/** Safari reads HEIC, most others do not. */
async function canDecode(file: Blob): Promise<boolean> {
  try {
    (await createImageBitmap(file)).close();
    return true;
  } catch {
    return false;
  }
}

/** Why a picked file cannot be used, in the words of spec 5 and 8; null when it can. */
async function fileProblem(file: File): Promise<string | null> {
  const heic = await isHeic(file);
  if (!file.type.startsWith('image/') && !heic) return t(WORDING.selectImage);
  if (file.size > LIMITS.photoFileBytesMax) return t(WORDING.fileTooLarge);
  return heic && !(await canDecode(file)) ? t(NOT_HEIC) : null;
}

interface Sorted {
  readonly accepted: readonly File[];
  /** One sentence a reason, however many files it is about. */
  readonly problems: readonly string[];
}

/** Sorts picked or dropped files: those that can be cropped, as many as there is room for, and what is wrong with the others. */
export async function sortFiles(files: readonly File[], room: number): Promise<Sorted> {
  const found = await Promise.all(files.map(fileProblem));
  const usable = files.filter((_, i) => found[i] === null);
  const problems = new Set(found.filter((problem) => problem !== null));
  if (usable.length > room)
    problems.add(
      plural(
        room,
        'A profile holds {max} photos, so only one more was taken.',
        'A profile holds {max} photos, so only {n} more were taken.',
        { max: LIMITS.photosMax },
      ),
    );
  return { accepted: usable.slice(0, room), problems: [...problems] };
}
