import sharp from 'sharp';
import { isPictureAlone, typeOf, type ImageType } from './container';

const FORMATS = ['jpeg', 'png', 'webp'] as const;
const typeFor = (format: (typeof FORMATS)[number]): ImageType => `image/${format}`;
const picture = () =>
  sharp({
    create: {
      width: 200,
      height: 150,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 50 },
    },
  });
const withText = (png: Buffer, text: string) => {
  const head = Buffer.from([0, 0, 0, 0, ...Buffer.from('tEXt')]);
  head.writeUInt32BE(text.length);
  return Buffer.concat([png.subarray(0, -12), head, Buffer.from(text), Buffer.alloc(4), png.subarray(-12)]);
};
const page = Buffer.from('<html><script>alert(1)</script></html>');

describe.each(FORMATS)('the container of a %s', (format) => {
  const type = typeFor(format);
  const whole = () => picture().toFormat(format).toBuffer();

  it('a whole picture - is accepted - also progressive, with metadata, or padded with zeros', async () => {
    const bytes = await whole();
    expect(typeOf(bytes)).toBe(type);
    expect(isPictureAlone(bytes, type)).toBe(true);
    expect(isPictureAlone(Buffer.concat([bytes, Buffer.alloc(64)]), type)).toBe(true);
    const rich = await picture()
      .withExif({ IFD0: { Copyright: 'Ann' } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>')
      .withIccProfile('p3')
      .toFormat(format, { progressive: true })
      .toBuffer();
    expect(isPictureAlone(rich, type)).toBe(true);
  });

  it('a page, an archive or a second picture after it - is refused', async () => {
    const bytes = await whole();
    for (const tail of [page, Buffer.from('PK\x03\x04'), bytes])
      expect(isPictureAlone(Buffer.concat([bytes, tail]), type)).toBe(false);
  });

  it('a file cut anywhere - is incomplete', async () => {
    const bytes = await whole();
    for (const share of [0.01, 0.1, 0.5, 0.9, 0.999])
      expect(isPictureAlone(bytes.subarray(0, Math.floor(bytes.length * share)), type)).toBe(false);
  });

  it('a script in its metadata - is refused', async () => {
    const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/">${page}</x:xmpmeta>`;
    // sharp compresses a PNG's XMP; other software writes an uncompressed text chunk before the last one
    const bytes =
      format === 'png'
        ? withText(await whole(), xmp)
        : await picture().withXmp(xmp).toFormat(format).toBuffer();
    expect(isPictureAlone(bytes, type)).toBe(false);
  });

  it('any of a thousand random changes - gets a result without an exception, in linear time', async () => {
    const bytes = await whole();
    let state = 1;
    const random = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below;
    for (let i = 0; i < 1000; i++) {
      const changed = Buffer.from(bytes);
      for (let n = 0; n < 4; n++) changed[12 + random(Math.min(400, changed.length - 12))] = random(256);
      expect(typeof isPictureAlone(changed, type)).toBe('boolean');
    }
  });
});

describe('a JPEG that is also JavaScript', () => {
  it('a JFIF head whose length spells a comment - is refused', async () => {
    const bytes = await picture().jpeg().toBuffer();
    const polyglot = Buffer.concat([
      Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0x2f, 0x2a]),
      bytes.subarray(6, 20),
      Buffer.alloc(0x2f2a - 16, 0x20),
      bytes.subarray(20),
    ]);
    expect(typeOf(polyglot)).toBe('image/jpeg');
    expect(isPictureAlone(polyglot, 'image/jpeg')).toBe(false);
  });
});
