import { LIMITS, WORDING } from '@flint/contracts';

const HEIC_BRANDS = ['heic', 'heix', 'hevc', 'heim', 'heis', 'mif1', 'msf1'];
const NOT_HEIC =
  'This is a HEIC picture, which browsers cannot read. On an iPhone choose "Most Compatible" in the camera settings, or pick a screenshot of it.';

async function isHeic(file: Blob): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(0, 12).arrayBuffer());
  const text = String.fromCharCode(...bytes);
  return text.slice(4, 8) === 'ftyp' && HEIC_BRANDS.includes(text.slice(8, 12));
}

/** Why a picked file cannot be used, in the words of spec 5 and 8; null when it can. */
export async function fileProblem(file: File): Promise<string | null> {
  if (!file.type.startsWith('image/') && !(await isHeic(file))) return WORDING.selectImage;
  if (file.size > LIMITS.photoFileBytesMax) return WORDING.fileTooLarge;
  return (await isHeic(file)) ? NOT_HEIC : null;
}
