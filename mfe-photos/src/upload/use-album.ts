import { LIMITS } from '@flint/contracts';
import { usePlatform } from '@flint/remote-kit';
import {
  asCallFailure,
  useListPhotosQuery,
  useRequestPhotoUploadMutation,
  useSavePhotosMutation,
} from '@flint/remote-kit/data';
import { t } from '@flint/texts';
import { useEffect, useRef, useState } from 'react';
import { newItem, withItem, withMoved, withPatch, withStored, type AlbumItems } from './album-items';
import { UploadFailure } from './put-file';
import { uploadPhoto } from './upload-photo';

/** Key of the photo addresses on the device (spec 3). */
const DEVICE_KEY = 'user_photos';

/** Which photo a field error of POST /photos is about. */
const indexOf = (pointer: string) => Number(/^\/photos\/(\d+)/.exec(pointer)?.[1] ?? Number.NaN);

/** The photos of the screen, the first one primary (spec 4); each is uploaded as soon as it is added, alone, and can be tried again alone. */
export function useAlbum() {
  const { setUnsaved } = usePlatform();
  const list = useListPhotosQuery();
  const [requestUpload] = useRequestPhotoUploadMutation();
  const [savePhotos, { isLoading: isSaving }] = useSavePhotosMutation();
  const [items, setItems] = useState<AlbumItems>([]);
  const [changed, setChanged] = useState(false);
  const [filled, setFilled] = useState(false);
  const aborts = useRef(new Map<string, AbortController>());
  const previews = useRef(new Map<string, string>());

  // while rendering, not after it: an empty album must not be seen before the full one
  if (!filled && list.data) {
    setFilled(true);
    setItems(withStored(items, list.data.items));
  }

  useEffect(() => {
    setUnsaved('photos', changed ? t('your photos') : null);
    return () => setUnsaved('photos', null);
  }, [changed, setUnsaved]);

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

  const ask = async ({ name, type }: File) => {
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
      const url = await uploadPhoto(file, {
        ask: () => ask(file),
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

  const edit = (change: (all: AlbumItems) => AlbumItems) => {
    setChanged(true);
    setItems(change);
  };

  return {
    list,
    items,
    isSaving,
    isFull: items.length >= LIMITS.photosMax,
    isUploading: items.some(({ state }) => state === 'uploading'),
    hasFailed: items.some(({ state }) => state === 'failed'),
    /** Adds a cropped photo, or puts it in the place of another, and uploads it. */
    add(file: File, replaces: string | null = null) {
      const item = newItem(file);
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
    remove(id: string) {
      forget(id);
      edit((all) => all.filter((item) => item.id !== id));
    },
    /** To a place counted from 0. */
    move: (id: string, to: number) => edit((all) => withMoved(all, id, to)),
    /** Answers whether the album is stored; a photo the server refused is then marked as failed. */
    async save(): Promise<boolean> {
      const ready = items.flatMap(({ url }) => (url ? [url] : []));
      if (ready.length < items.length) return false;
      const result = await savePhotos({ photos: ready.map((url, i) => ({ url, isPrimary: i === 0 })) });
      if ('error' in result) {
        for (const { pointer, detail } of asCallFailure(result.error)?.problem?.errors ?? []) {
          const refused = items[indexOf(pointer)];
          if (refused) patch(refused.id, { state: 'failed', message: t(detail) });
        }
        return false;
      }
      localStorage.setItem(DEVICE_KEY, JSON.stringify(ready));
      setChanged(false);
      return true;
    },
  };
}

export type Album = ReturnType<typeof useAlbum>;
