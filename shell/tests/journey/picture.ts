import sharp from 'sharp';

/** A picture of the size that a phone takes: 1500 x 2000 px. */
export const picture = () =>
  sharp({ create: { width: 1500, height: 2000, channels: 3, background: '#c2410c' } })
    .jpeg()
    .toBuffer();
