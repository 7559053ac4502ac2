import { LIMITS, type Photo } from '@flint/contracts';

export interface AlbumItem {
  readonly id: string;
  /** Shown address: a local one until the server has the photo. */
  readonly preview: string;
  /** Stable address; null until uploaded. */
  readonly url: string | null;
  /** What was cropped on this page; null for a photo the server had before. */
  readonly file: File | null;
  readonly state: 'ready' | 'uploading' | 'failed';
  /** 0 to 1 while uploading. */
  readonly progress: number;
  readonly message: string | null;
}

export type AlbumItems = readonly AlbumItem[];

const storedItem = ({ id, url, displayUrl }: Photo): AlbumItem => ({
  id,
  url,
  preview: displayUrl,
  file: null,
  state: 'ready',
  progress: 1,
  message: null,
});

/** A photo just cropped, on its way. The caller releases its preview. */
export const newItem = (file: File): AlbumItem => ({
  id: crypto.randomUUID(),
  file,
  url: null,
  preview: URL.createObjectURL(file),
  state: 'uploading',
  progress: 0,
  message: null,
});

/** With one more photo at the end, or in the place of another; at most six (spec 5). */
export function withItem(all: AlbumItems, item: AlbumItem, replaces: string | null): AlbumItems {
  if (all.some(({ id }) => id === replaces)) return all.map((each) => (each.id === replaces ? item : each));
  return all.length < LIMITS.photosMax ? [...all, item] : all;
}

/** The server's photos, followed by those added before they were known, while there is room. */
export const withStored = (all: AlbumItems, photos: readonly Photo[]): AlbumItems =>
  all.reduce((album, item) => withItem(album, item, null), photos.map(storedItem) as AlbumItems);

/** With one photo at another place, counted from 0 and kept inside the album; the first is primary (spec 4). */
export function withMoved(all: AlbumItems, id: string, to: number): AlbumItems {
  const item = all.find((each) => each.id === id);
  if (!item) return all;
  const rest = all.filter((each) => each !== item);
  const at = Math.min(rest.length, Math.max(0, to));
  return [...rest.slice(0, at), item, ...rest.slice(at)];
}

export const withPatch = (all: AlbumItems, id: string, change: Partial<AlbumItem>): AlbumItems =>
  all.map((item) => (item.id === id ? { ...item, ...change } : item));
