import sharp from 'sharp';

/** A phone's photo: stored as 4000 x 3000, rotated by EXIF to 3000 x 4000, red above and blue below, with a location in its metadata. */
export async function phonePhoto(): Promise<Buffer> {
  const halves = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="750"><rect width="500" height="750" fill="#e02020"/><rect x="500" width="500" height="750" fill="#2040e0"/></svg>',
  );
  // the colors in a small picture, which is enlarged: quicker than at 12 megapixels
  const small = await sharp({
    create: {
      width: 1000,
      height: 750,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .composite([
      { input: halves, blend: 'soft-light' },
      { input: halves, blend: 'multiply' },
    ])
    .png()
    .toBuffer();
  return sharp(small)
    .resize(4000, 3000, { kernel: 'nearest' })
    .withExif({
      IFD0: { Make: 'SECRETMAKE', Orientation: '6' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '44/1 13/1 30/1', GPSMapDatum: 'SECRETPLACE' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 92 })
    .toBuffer();
}

/** A picture full of detail, so that its upload takes a while on a slow line. */
export const detailedPhoto = (): Promise<Buffer> =>
  sharp({
    create: {
      width: 1200,
      height: 1600,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .jpeg({ quality: 90 })
    .toBuffer();

/** A small plain picture. */
export const plainPhoto = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 300, height: 400, channels: 3, background } })
    .jpeg()
    .toBuffer();

/** A picture in which nothing is painted. */
export const transparentPicture = (): Promise<Buffer> =>
  sharp({ create: { width: 300, height: 400, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .png()
    .toBuffer();
