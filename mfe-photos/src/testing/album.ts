import type { AlbumItem } from '../upload/album-items';

/** The stable address of a photo. */
export const urlOf = (n: number) => `/storage/v1/photos/${n}`;

/** The response with an album of so many photos, from 1 on. */
export const album = (count: number) => ({
  body: {
    items: Array.from({ length: count }, (_, at) => ({
      id: `s${at + 1}`,
      url: urlOf(at + 1),
      displayUrl: `/p/${at + 1}`,
      thumbnailUrl: `/t/${at + 1}`,
      isPrimary: at === 0,
    })),
    nextCursor: null,
  },
});

/** A photo of an album that the server has, changed by `more`. */
export const storedItem = (id: string, more: Partial<AlbumItem> = {}): AlbumItem => ({
  id,
  preview: `/p/${id}`,
  url: `/u/${id}`,
  file: null,
  state: 'ready',
  progress: 1,
  message: null,
  ...more,
});
