import { LIMITS, WORDING } from '@flint/contracts';
import imageCompression from 'browser-image-compression';
import { checkFiles } from './pick-files';

jest.mock('browser-image-compression', () => ({ __esModule: true, default: jest.fn() }));

const { photoFileBytesMax: MOST, photoSidePixelsMin: LEAST } = LIMITS;

/** A picture of a name, with the size in bytes that the browser reports. */
function picture(name: string, { size = 9, type = 'image/png', bytes = [1, 2, 3] } = {}): File {
  return Object.defineProperty(new File([new Uint8Array(bytes)], name, { type }), 'size', { value: size });
}

/** The browser decodes every picture to these sides; null: it cannot. */
function decodeTo(sides: readonly [width: number, height: number] | null): void {
  const decode = async () => {
    if (!sides) throw new Error('not decoded');
    return { width: sides[0], height: sides[1], close: () => undefined };
  };
  Object.assign(globalThis, { createImageBitmap: decode });
}

describe('picked files', () => {
  beforeEach(() => decodeTo([LEAST + 1, LEAST + 2]));
  afterAll(() => Reflect.deleteProperty(globalThis, 'createImageBitmap'));

  it.each([
    [MOST - 1, []],
    [MOST, []],
    [MOST + 1, [WORDING.fileTooLarge]],
  ])('of %i bytes - %j', async (size, problems) =>
    expect((await checkFiles([picture('a.png', { size })], 6)).problems).toEqual(problems),
  );

  it.each([
    [LEAST, LEAST, false],
    [LEAST - 1, LEAST + 1, true],
    [LEAST + 1, LEAST - 1, true],
  ])('of %i by %i pixels - are too small: %p', async (width, height, isSmall) => {
    decodeTo([width, height]);
    const { problems } = await checkFiles([picture('a.png')], 6);
    const text = `This picture is too small: ${width} by ${height} pixels. Each side needs at least ${LEAST}.`;
    expect(problems).toEqual(isSmall ? [text] : []);
  });

  it.each([
    [4096, 4096, false],
    [4097, 4096, true],
    [8192, 2048, false],
  ])(
    'of %i by %i pixels - are replaced by a copy that an iPhone can draw: %p',
    async (width, height, isReplaced) => {
      decodeTo([width, height]);
      const [file, copy] = [picture('a.png'), picture('copy.jpg', { type: 'image/jpeg' })];
      const shrink = jest.mocked(imageCompression).mockReset().mockResolvedValue(copy);
      expect((await checkFiles([file], 6)).accepted).toEqual([isReplaced ? copy : file]);
      expect(shrink.mock.calls).toMatchObject(isReplaced ? [[file, { maxWidthOrHeight: 4096 }]] : []);
      shrink.mockRejectedValue(new Error('no canvas'));
      expect((await checkFiles([file], 6)).problems).toEqual(isReplaced ? [WORDING.imageFailed] : []);
    },
  );

  it('that are no pictures - are refused, one sentence for each reason with the names', async () => {
    const files = [
      picture('a.txt', { type: 'text/plain' }),
      picture('ok.png'),
      picture('big.png', { size: MOST + 1 }),
      picture('b.txt', { type: '' }),
    ];
    const { accepted, problems } = await checkFiles(files, 6);
    expect(accepted.map(({ name }) => name)).toEqual(['ok.png']);
    expect(problems).toEqual([`a.txt, b.txt: ${WORDING.selectImage}`, `big.png: ${WORDING.fileTooLarge}`]);
  });

  it('more than there is room for, one of them no picture - says the reason first', async () => {
    const files = [picture('a.png'), picture('b.png'), picture('c.txt', { type: 'text/plain' })];
    expect((await checkFiles(files, 1)).problems).toEqual([
      `c.txt: ${WORDING.selectImage}`,
      'A profile holds 6 photos, so only one more was taken.',
    ]);
  });

  it('a HEIC picture - is taken, also without a type, only where the browser decodes it', async () => {
    const bytes = [...'\0\0\0\u0018ftypmif1'].map((letter) => letter.charCodeAt(0));
    const file = picture('IMG.HEIC', { type: '', bytes });
    expect((await checkFiles([file], 6)).accepted).toEqual([file]);
    decodeTo(null);
    expect((await checkFiles([file], 6)).problems).toEqual([
      expect.stringMatching(/^This is a HEIC picture/),
    ]);
  });

  it.each([
    ['its end in the second half', [0xff, 0xd8, 0, 0, 0, 0, 0xff, 0xd9], 1],
    ['only a thumbnail’s end', [0xff, 0xd8, 0xff, 0xd9, 0, 0, 0, 0], 0],
    ['no end', [0xff, 0xd8, 0, 0, 0, 0, 0xff, 0xd8], 0],
  ])('a JPEG with %s, %j - gives %i pictures', async (_what, bytes, accepted) => {
    const found = await checkFiles([picture('a.jpg', { type: 'image/jpeg', bytes })], 6);
    expect(found.accepted).toHaveLength(accepted);
  });

  it.each([
    [3, 3, []],
    [3, 2, ['A profile holds 6 photos, so only 2 more were taken.']],
    [3, 1, ['A profile holds 6 photos, so only one more was taken.']],
    [3, 0, ['A profile holds 6 photos, so what you had added beyond them was not kept.']],
  ])(
    '%i with room for %i - are the first of them, and only these are decoded, one at a time',
    async (count, room, problems) => {
      let [open, most, decoded] = [0, 0, 0];
      const createImageBitmap = async () => {
        most = Math.max(most, (open += 1));
        decoded += 1;
        await new Promise(setImmediate);
        return { width: LEAST, height: LEAST, close: () => (open -= 1) };
      };
      Object.assign(globalThis, { createImageBitmap });
      const files = Array.from({ length: count }, (_, at) => picture(`${at}.png`));
      expect(await checkFiles(files, room)).toEqual({ accepted: files.slice(0, room), problems });
      expect([decoded, most]).toEqual([room, Math.min(room, 1)]);
    },
  );
});
