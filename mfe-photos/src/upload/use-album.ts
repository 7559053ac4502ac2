import type { Photo } from '@flint/contracts';
import { LIMITS } from '@flint/contracts';
import { usePlatform } from '@flint/remote-kit';
import {
  asCallFailure,
  useListPhotosQuery,
  useRequestPhotoUploadMutation,
  useSavePhotosMutation,
} from '@flint/remote-kit/data';
import { useEffect, useRef, useState } from 'react';
import { putFile, UploadFailure } from './put-file';

/** Key of the photo addresses on the device (spec 3). */
const DEVICE_KEY = 'user_photos';

export interface AlbumItem {
  readonly id: string;
  /** Shown address: a local one until the server has the photo. */
  readonly preview: string;
  /** Stable address; null until uploaded. */
  readonly url: string | null;
  readonly file: File | null;
  readonly state: 'ready' | 'uploading' | 'failed';
  /** 0 to 1 while uploading. */
  readonly progress: number;
  readonly message: string | null;
}

const stored = ({ id, url, displayUrl }: Photo): AlbumItem => ({
  id,
  url,
  preview: displayUrl,
  file: null,
  state: 'ready',
  progress: 1,
  message: null,
});

/** The photos of the screen, the first one primary (spec 4); each is uploaded as soon as it is added, alone, and can be tried again alone. */
export function useAlbum() {
  const { setUnsaved } = usePlatform();
  const list = useListPhotosQuery();
  const [requestUpload] = useRequestPhotoUploadMutation();
  const [savePhotos, { isLoading: isSaving }] = useSavePhotosMutation();
  const [items, setItems] = useState<readonly AlbumItem[]>([]);
  const [changed, setChanged] = useState(false);
  const filled = useRef(false);
  const aborts = useRef(new Map<string, AbortController>());

  useEffect(() => {
    if (filled.current || !list.data) return;
    filled.current = true;
    setItems(list.data.items.map(stored));
  }, [list.data]);

  useEffect(() => {
    setUnsaved('photos', changed ? 'Photos not saved yet' : null);
    return () => setUnsaved('photos', null);
  }, [changed, setUnsaved]);

  const patch = (id: string, change: Partial<AlbumItem>) =>
    setItems((all) => all.map((item) => (item.id === id ? { ...item, ...change } : item)));

  const upload = async (id: string, file: File) => {
    const abort = new AbortController();
    aborts.current.set(id, abort);
    patch(id, { state: 'uploading', progress: 0, message: null });
    try {
      const asked = await requestUpload({ fileName: file.name, fileType: file.type, fileSize: file.size });
      if ('error' in asked)
        throw new UploadFailure(
          asCallFailure(asked.error)?.problem?.detail ?? asCallFailure(asked.error)?.message ?? '',
          0,
        );
      await putFile(asked.data.uploadUrl, file, {
        signal: abort.signal,
        onProgress: (progress) => patch(id, { progress }),
      });
      patch(id, { state: 'ready', progress: 1, url: asked.data.url });
    } catch (error) {
      patch(id, {
        state: 'failed',
        message: error instanceof UploadFailure ? error.message : 'The upload failed.',
      });
    } finally {
      aborts.current.delete(id);
    }
  };

  const edit = (change: (all: readonly AlbumItem[]) => readonly AlbumItem[]) => {
    setChanged(true);
    setItems(change);
  };

  return {
    list,
    items,
    isSaving,
    isFull: items.length >= LIMITS.photosMax,
    isUploading: items.some(({ state }) => state === 'uploading'),
    add(file: File) {
      const id = crypto.randomUUID();
      const item: AlbumItem = {
        id,
        file,
        url: null,
        preview: URL.createObjectURL(file),
        state: 'uploading',
        progress: 0,
        message: null,
      };
      edit((all) => (all.length < LIMITS.photosMax ? [...all, item] : all));
      void upload(id, file);
    },
    retry(id: string) {
      const file = items.find((item) => item.id === id)?.file;
      if (file) void upload(id, file);
    },
    cancel: (id: string) => aborts.current.get(id)?.abort(),
    remove(id: string) {
      aborts.current.get(id)?.abort();
      edit((all) => all.filter((item) => item.id !== id));
    },
    makePrimary: (id: string) =>
      edit((all) => [...all.filter((item) => item.id === id), ...all.filter((item) => item.id !== id)]),
    move(id: string, by: number) {
      edit((all) => {
        const at = all.findIndex((item) => item.id === id);
        const to = Math.min(all.length - 1, Math.max(0, at + by));
        const rest = all.filter((item) => item.id !== id);
        return [...rest.slice(0, to), all[at]!, ...rest.slice(to)];
      });
    },
    /** Answers whether the album is stored. */
    async save(): Promise<boolean> {
      const ready = items.flatMap(({ url }) => (url ? [url] : []));
      if (ready.length < items.length) return false;
      const result = await savePhotos({ photos: ready.map((url, i) => ({ url, isPrimary: i === 0 })) });
      if ('error' in result) return false;
      localStorage.setItem(DEVICE_KEY, JSON.stringify(ready));
      setChanged(false);
      return true;
    },
  };
}

export type Album = ReturnType<typeof useAlbum>;
