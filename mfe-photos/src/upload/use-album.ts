import { LIMITS, WORDING } from '@flint/contracts';
import { usePlatform } from '@flint/remote-kit';
import {
  asCallFailure,
  holdAct,
  useListPhotosQuery,
  useRequestPhotoUploadMutation,
  useSavePhotosMutation,
  useUnsavedWork,
} from '@flint/remote-kit/data';
import { t } from '@flint/texts';
import { useEffect, useRef, useState } from 'react';
import {
  draftOf,
  isDraft,
  newItem,
  restoredItems,
  withItem,
  withMoved,
  withPatch,
  withStored,
  type AlbumItem,
  type AlbumItems,
  type DraftItem,
} from './album-items';
import { dropPictures, storePicture, readPicture } from './stored-pictures';
import { UploadFailure } from './upload-failure';

/** Key of the photo addresses on the device (spec 3). */
const DEVICE_KEY = 'user_photos';

/** The photo that a field error of POST /photos is about. */
const indexOf = (pointer: string) => Number(/^\/photos\/(\d+)/.exec(pointer)?.[1] ?? Number.NaN);

/**
 * The photos of the screen, the first one primary (spec 4). Each is uploaded by itself as soon as it is added, and can be retried by itself.
 * An unsaved album is a draft, which survives the screen, a reload and a crash.
 */
export function useAlbum() {
  const { setUnsaved, notify } = usePlatform();
  const list = useListPhotosQuery();
  const [requestUpload] = useRequestPhotoUploadMutation();
  const [savePhotos, { isLoading: isSaving }] = useSavePhotosMutation();
  const [items, setItems] = useState<AlbumItems>([]);
  const [changed, setChanged] = useState(false);
  const [filled, setFilled] = useState(false);
  const draft = useUnsavedWork<readonly DraftItem[]>('photos');
  const [opened, setOpened] = useState(() => (isDraft(draft.value) ? draft.value : null));
  const aborts = useRef(new Map<string, AbortController>());
  const previews = useRef(new Map<string, string>());

  if (!filled && !opened && !changed && isDraft(draft.value)) setOpened(draft.value);
  // while rendering, not in an effect: an empty album must not appear before the full one
  if (!filled && list.data && !opened) {
    setFilled(true);
    setItems(withStored(items, list.data.items));
  }

  const latest = useRef(items);
  useEffect(() => {
    latest.current = items;
  });

  const kept = JSON.stringify(changed ? draftOf(items) : null);
  const { put } = draft;
  const keep = useRef(put);
  useEffect(() => {
    keep.current = put;
  });
  useEffect(() => {
    if (!changed) return;
    keep.current(JSON.parse(kept) as readonly DraftItem[]);
    setUnsaved('photos', t('your photos'), { keptOnDevice: true });
  }, [changed, kept, setUnsaved]);

  const forget = (id: string) => {
    aborts.current.get(id)?.abort();
    const preview = previews.current.get(id);
    if (preview) URL.revokeObjectURL(preview);
    previews.current.delete(id);
  };
  useEffect(() => {
    const all = previews.current;
    return () => {
      for (const preview of all.values()) URL.revokeObjectURL(preview);
      all.clear();
    };
  }, []);

  const patch = (id: string, change: Parameters<typeof withPatch>[2]) =>
    setItems((all) => withPatch(all, id, change));

  const requestUploadUrl = async ({ name, type }: File) => {
    const asked = await requestUpload({ fileName: name, fileType: type });
    if (!('error' in asked)) return asked.data;
    const failure = asCallFailure(asked.error);
    throw new UploadFailure(t(failure?.problem?.detail ?? failure?.message ?? ''), failure?.status ?? 0);
  };

  const upload = async (id: string, file: File) => {
    const abort = new AbortController();
    aborts.current.set(id, abort);
    patch(id, { state: 'uploading', progress: 0, message: null });
    try {
      const { uploadPhoto } = await import('./upload-photo');
      const url = await uploadPhoto(file, {
        ask: () => requestUploadUrl(file),
        signal: abort.signal,
        onProgress: (progress) => patch(id, { progress }),
      });
      patch(id, { state: 'ready', progress: 1, url });
    } catch (error) {
      patch(id, {
        state: 'failed',
        message: error instanceof UploadFailure ? error.message : t('The upload failed.'),
      });
    } finally {
      aborts.current.delete(id);
    }
  };

  const photos = list.data?.items;
  const resume = useRef(upload);
  useEffect(() => {
    resume.current = upload;
  });
  useEffect(() => {
    if (!opened || !photos || filled) return;
    const restore = async () => {
      const restored = await restoredItems(opened, photos, readPicture);
      setItems((added) => added.reduce((all, item) => withItem(all, item, null), restored));
      setChanged(true);
      setFilled(true);
      for (const { id, file, url, preview } of restored) {
        if (!file) continue;
        previews.current.set(id, preview);
        if (!url) void resume.current(id, file);
      }
    };
    void restore();
  }, [opened, photos, filled]);

  /** Saves these photos as the album. Returns whether it worked. */
  const store = async (urls: readonly string[]): Promise<{ error?: unknown }> => {
    const result = await savePhotos({ photos: urls.map((url, i) => ({ url, isPrimary: i === 0 })) });
    if ('error' in result) return result;
    localStorage.setItem(DEVICE_KEY, JSON.stringify(urls));
    draft.drop();
    void dropPictures();
    setUnsaved('photos', null);
    setChanged(false);
    return {};
  };

  /** 'Save 0 Photos' is disabled (spec 2), so removing the last photo saves automatically. */
  const saveEmpty = async () => {
    const { error } = await store([]);
    if (error === undefined) notify(t('Your last photo is removed.'), 'success');
    else notify(t(WORDING.savePhotosFailed), 'failure');
  };

  const putBack = (item: AlbumItem, at: number) => {
    edit((all) => [...all.slice(0, at), item, ...all.slice(at)]);
    if (item.state === 'uploading' && item.file) void upload(item.id, item.file);
  };

  const edit = (change: (all: AlbumItems) => AlbumItems) => {
    setChanged(true);
    setItems(change);
  };

  return {
    list,
    items,
    isLoading: list.isLoading || (opened !== null && photos !== undefined && !filled),
    isSaving,
    isFull: items.length >= LIMITS.photosMax,
    isUploading: items.some(({ state }) => state === 'uploading'),
    hasFailed: items.some(({ state }) => state === 'failed'),
    /** Adds a cropped photo, or replaces one with it, and uploads it. */
    add(file: File, replaces: string | null = null) {
      const item = newItem(file);
      void storePicture(item.id, file);
      previews.current.set(item.id, item.preview);
      if (replaces) forget(replaces);
      edit((all) => withItem(all, item, replaces));
      void upload(item.id, file);
    },
    retry(id: string) {
      const file = items.find((item) => item.id === id)?.file;
      if (file) void upload(id, file);
    },
    cancel: (id: string) => aborts.current.get(id)?.abort(),
    /** Removes a photo; it can be restored for five seconds. */
    remove(id: string) {
      const at = items.findIndex((item) => item.id === id);
      const item = items[at];
      if (!item) return;
      aborts.current.get(id)?.abort();
      edit((all) => all.filter((each) => each !== item && each.id !== id));
      holdAct({
        key: `photo:${id}`,
        text: t('Photo removed'),
        undo: () => putBack(item, at),
        send: () => {
          forget(id);
          if (latest.current.length === 0) void saveEmpty();
        },
      });
    },
    /** Moves a photo to a position, from 0. */
    move: (id: string, to: number) => edit((all) => withMoved(all, id, to)),
    /** Returns whether the album is saved. A photo that the server refused is marked as failed. */
    async save(): Promise<boolean> {
      const ready = items.flatMap(({ url }) => (url ? [url] : []));
      if (ready.length < items.length) return false;
      const { error } = await store(ready);
      for (const { pointer, detail } of asCallFailure(error)?.problem?.errors ?? []) {
        const refused = items[indexOf(pointer)];
        if (refused) patch(refused.id, { state: 'failed', message: t(detail) });
      }
      return error === undefined;
    },
  };
}

export type Album = ReturnType<typeof useAlbum>;
