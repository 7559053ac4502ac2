export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];

const starts = (bytes: Buffer, at: number, ...values: number[]) =>
  values.every((value, i) => bytes[at + i] === value);

/** The type that a file's first bytes indicate; null for types Flint does not accept (SVG, GIF, HEIC, PDF, HTML, ...). */
export function typeOf(bytes: Buffer): ImageType | null {
  if (starts(bytes, 0, 0xff, 0xd8, 0xff)) return 'image/jpeg';
  if (starts(bytes, 0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png';
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP')
    return 'image/webp';
  return null;
}

interface Walk {
  /** Offset where the picture ends; null if it is cut off or malformed. */
  readonly end: number | null;
  /** Segments that hold no pixels, such as metadata. */
  readonly asides: readonly Buffer[];
}

const NOT_BUILT_RIGHT: Walk = { end: null, asides: [] };
const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7;
const isAside = (marker: number) => (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe;

/** Offset of the next marker's 0xFF after entropy-coded data, or -1. */
function afterScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && !isRestart(next)) return at;
  }
  return -1;
}

/** Whether a JFIF header's length disagrees with its thumbnail. A file that is both JPEG and JavaScript uses such a length to open a comment. */
const isFalseJfif = (bytes: Buffer, at: number, length: number) =>
  bytes.toString('latin1', at + 2, at + 6) === 'JFIF' &&
  length !== 16 + 3 * (bytes[at + 14] ?? 0) * (bytes[at + 15] ?? 0);

function walkJpeg(bytes: Buffer): Walk {
  const asides: Buffer[] = [];
  let at = 2;
  while (at >= 0 && at + 1 < bytes.length) {
    if (bytes[at] !== 0xff) return NOT_BUILT_RIGHT;
    const marker = bytes[at + 1]!;
    if (marker === 0xd9) return { end: at + 2, asides };
    at += marker === 0xff ? 1 : 2;
    if (marker === 0xff || marker === 0x01 || isRestart(marker)) continue;
    if (at + 2 > bytes.length) return NOT_BUILT_RIGHT;
    const length = bytes.readUInt16BE(at);
    if (length < 2 || (marker === 0xe0 && isFalseJfif(bytes, at, length))) return NOT_BUILT_RIGHT;
    if (isAside(marker)) asides.push(bytes.subarray(at + 2, at + length));
    at += length;
    if (marker === 0xda) at = afterScan(bytes, at);
  }
  return NOT_BUILT_RIGHT;
}

function walkPng(bytes: Buffer): Walk {
  const asides: Buffer[] = [];
  let at = 8;
  while (at + 12 <= bytes.length) {
    const length = bytes.readUInt32BE(at);
    const name = bytes.toString('latin1', at + 4, at + 8);
    if (name === 'IEND') return { end: at + 12 + length, asides };
    if (name !== 'IDAT' && name !== 'PLTE') asides.push(bytes.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  return NOT_BUILT_RIGHT;
}

function walkWebp(bytes: Buffer): Walk {
  const asides: Buffer[] = [];
  const end = bytes.readUInt32LE(4) + 8;
  let at = 12;
  while (at + 8 <= Math.min(end, bytes.length)) {
    const length = bytes.readUInt32LE(at + 4);
    if (!/^(?:VP8.|ALPH|ANMF)$/.test(bytes.toString('latin1', at, at + 4)))
      asides.push(bytes.subarray(at + 8, at + 8 + length));
    at += 8 + length + (length % 2);
  }
  return end <= bytes.length ? { end, asides } : NOT_BUILT_RIGHT;
}

const WALKS: Readonly<Record<ImageType, (bytes: Buffer) => Walk>> = {
  'image/jpeg': walkJpeg,
  'image/png': walkPng,
  'image/webp': walkWebp,
};
const MARKUP = /<(?:script|html|!doctype|\?php|svg|iframe|body)\b/i;

/**
 * Whether a file is exactly one picture of its type: nothing after its end (a ZIP, a page, a video) and no page or script in its metadata.
 * Parses the structure and decodes nothing.
 */
export function isPictureAlone(bytes: Buffer, type: ImageType): boolean {
  const { end, asides } = WALKS[type](bytes);
  if (end === null || end > bytes.length) return false;
  // some cameras pad with zeros
  if (bytes.subarray(end).some((byte) => byte !== 0)) return false;
  return !asides.some((aside) => MARKUP.test(aside.toString('latin1')));
}
