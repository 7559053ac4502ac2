import { LIMITS, type Photo } from '@flint/contracts';
import { randomKey } from '@flint/contracts/random-key';
import { t } from '@flint/texts';
import { isSame, urlsOf } from './saved-album';

export interface AlbumItem {
  readonly id: string;
  /** Shown address: a local one until the server has the photo. */
  readonly preview: string;
  /** Stable address; null until uploaded. */
  readonly url: string | null;
  /** The picture cropped on this page; null for a photo from the server. */
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

/** A cropped photo whose upload begins. The caller releases its preview. */
export const newItem = (file: File): AlbumItem => ({
  id: randomKey(),
  file,
  url: null,
  preview: URL.createObjectURL(file),
  state: 'uploading',
  progress: 0,
  message: null,
});

/** An item of an unsaved album, as JSON; its picture is a draft of its own. */
export interface DraftItem {
  readonly id: string;
  readonly url: string | null;
}

/** An unsaved album, as JSON, and the addresses of the album that it was made from. */
export interface AlbumDraft {
  readonly madeFrom: readonly string[];
  readonly items: readonly DraftItem[];
}

/** The part of an unsaved album that is stored. */
export const draftOf = (all: readonly DraftItem[], madeFrom: readonly string[]): AlbumDraft => ({
  madeFrom,
  items: all.map(({ id, url }) => ({ id, url })),
});

/** Whether a draft has the shape of this release. */
export const isDraft = (draft: unknown): draft is AlbumDraft => {
  const { madeFrom, items } = (draft ?? {}) as Partial<AlbumDraft>;
  return (
    Array.isArray(madeFrom) && Array.isArray(items) && items.every((item) => typeof item?.id === 'string')
  );
};

/** Restores the unsaved album from the server's photos and the stored pictures; items in neither are dropped, other pictures added, also beyond the limit. */
export function restoredItems(
  draft: readonly DraftItem[],
  photos: readonly Photo[],
  pictures: ReadonlyMap<string, File>,
): AlbumItems {
  const added = [...pictures.keys()].filter((id) => !draft.some((item) => item.id === id));
  return [...draft, ...added.map((id) => ({ id, url: null }))].flatMap(({ id, url }): AlbumItem[] => {
    const stored = photos.find((photo) => photo.url === url);
    if (stored) return [storedItem(stored)];
    const file = pictures.get(id);
    return file ? [{ ...newItem(file), id, url, ...(url !== null && { state: 'ready', progress: 1 }) }] : [];
  });
}

/** The notice of photos that found the album full. */
export const noRoom = (): string =>
  t('A profile holds {max} photos, so what you had added beyond them was not kept.', {
    max: LIMITS.photosMax,
  });

/** What a page has changed of the album. */
export interface OwnAlbum {
  readonly items: AlbumItems;
  /** The addresses of the album that it was made from; null: pictures that are added to whatever album the server has. */
  readonly madeFrom: readonly string[] | null;
  /** The server has stored it; a list after this one replaces it. */
  readonly savedAfter?: readonly Photo[];
}

/** The album that a page shows: the server's list, until the student changes it. Without a list only what was added, made from nothing known. */
export function albumOn(photos: readonly Photo[] | undefined, own: OwnAlbum | null): OwnAlbum {
  const isLater = own?.savedAfter !== undefined && own.savedAfter !== photos;
  // an equal list would replace pictures that are shown already
  const isOver = isLater && !isSame(urlsOf(own.items), urlsOf(photos ?? []));
  const { items, madeFrom } = own && !isOver ? own : { items: [], madeFrom: null };
  // the addresses of pictures end after a while
  const previewOf = ({ file, url, preview }: AlbumItem) =>
    (file ? undefined : photos?.find((photo) => photo.url === url))?.displayUrl ?? preview;
  if (madeFrom) return { items: items.map((item) => ({ ...item, preview: previewOf(item) })), madeFrom };
  const stored = photos?.map(storedItem) ?? [];
  return { items: [...stored, ...items], madeFrom: photos?.map(({ url }) => url) ?? null };
}

/** Adds a photo at the end, or replaces one. */
export const withItem = (all: AlbumItems, item: AlbumItem, replaces: string | null): AlbumItems =>
  all.some(({ id }) => id === replaces)
    ? all.map((each) => (each.id === replaces ? item : each))
    : [...all, item];

/** Moves a photo to a position, from 0 and limited to the album; the first is primary (spec 4). */
export function withMoved(all: AlbumItems, id: string, to: number): AlbumItems {
  const item = all.find((each) => each.id === id);
  if (!item) return all;
  const rest = all.filter((each) => each !== item);
  const at = Math.min(rest.length, Math.max(0, to));
  return [...rest.slice(0, at), item, ...rest.slice(at)];
}

export const withPatch = (all: AlbumItems, id: string, change: Partial<AlbumItem>): AlbumItems =>
  all.map((item) => (item.id === id ? { ...item, ...change } : item));
