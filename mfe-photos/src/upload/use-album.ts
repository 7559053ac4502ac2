import { LIMITS, WORDING } from '@flint/contracts';
import { usePlatform } from '@flint/remote-kit';
import {
  asCallFailure,
  EMPTY,
  holdAct,
  useEntry,
  useListPhotosQuery,
  useOutbox,
  useRequestPhotoUploadMutation,
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
  type AlbumDraft,
} from './album-items';
import { dropPictures, storePicture, readPicture } from './stored-pictures';
import { UploadFailure } from './upload-failure';

/** Key of the photo addresses on the device (spec 3). */
const DEVICE_KEY = 'user_photos';
const ALBUM = ['album', 'album'] as const;

type Saved =
  | { readonly by: 'stored' | 'failure' | 'conflict' }
  | { readonly by: 'refusal'; readonly detail: string; readonly pointer?: string | undefined };

function storeOnDevice(urls: readonly string[]): void {
  try {
    localStorage.setItem(DEVICE_KEY, JSON.stringify(urls));
  } catch {
    // blocked or full: the server has them
  }
}

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
  const outbox = useOutbox();
  const entry = useEntry<readonly string[]>(...ALBUM);
  const [isSaving, setSaving] = useState(false);
  const [items, setItems] = useState<AlbumItems>([]);
  const [changed, setChanged] = useState(false);
  const [filled, setFilled] = useState(false);
  /** The addresses of the album that the shown one was made from. */
  const [madeFrom, setMadeFrom] = useState<readonly string[]>([]);
  const draft = useUnsavedWork<AlbumDraft>('photos');
  const [opened, setOpened] = useState(() => (isDraft(draft.value) ? draft.value : null));
  const aborts = useRef(new Map<string, AbortController>());
  const previews = useRef(new Map<string, string>());

  if (!filled && !opened && !changed && isDraft(draft.value)) setOpened(draft.value);
  // while rendering, not in an effect: an empty album must not appear before the full one
  if (!filled && list.data && !opened) {
    setFilled(true);
    setItems(withStored(items, list.data.items));
    setMadeFrom(list.data.items.map(({ url }) => url));
  }

  const latest = useRef(items);
  useEffect(() => {
    latest.current = items;
  });

  const kept = JSON.stringify(changed ? draftOf(items, madeFrom) : null);
  const { put } = draft;
  const keep = useRef(put);
  useEffect(() => {
    keep.current = put;
  });
  useEffect(() => {
    if (!changed) return;
    keep.current(JSON.parse(kept) as AlbumDraft);
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
      const restored = await restoredItems(opened.items, photos, readPicture);
      setMadeFrom(opened.madeFrom);
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

  const handleStored = (urls: readonly string[]) => {
    storeOnDevice(urls);
    draft.drop();
    void dropPictures();
    setUnsaved('photos', null);
    setChanged(false);
  };

  /** Saves these photos as the album; a change that could not be saved stays a draft. */
  const store = async (urls: readonly string[]): Promise<Saved> => {
    setSaving(true);
    void outbox.edit(...ALBUM, urls, { seen: { ...EMPTY, base: madeFrom } });
    await outbox.flush();
    setSaving(false);
    const { base, edit, hold } = outbox.read<readonly string[]>(...ALBUM);
    if (!edit) {
      handleStored(base ?? []);
      return { by: 'stored' };
    }
    if (hold?.by === 'conflict') return { by: 'conflict' };
    void outbox.drop(...ALBUM);
    return hold?.by === 'refusal' ? hold : { by: 'failure' };
  };

  /** 'Save 0 Photos' is disabled (spec 2), so removing the last photo saves automatically. */
  const saveEmpty = async () => {
    const { by } = await store([]);
    if (by === 'stored') notify(t('Your last photo is removed.'), 'success');
    else if (by !== 'conflict') notify(t(WORDING.savePhotosFailed), 'failure');
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
    /** Two albums to choose from, as addresses, after another device changed this one; null without. */
    dispute:
      entry.hold?.by === 'conflict'
        ? { mine: entry.edit?.value ?? [], theirs: entry.hold.theirs ?? [] }
        : null,
    /** Takes the chosen album. */
    async choose(which: 'mine' | 'theirs'): Promise<void> {
      await outbox.choose(...ALBUM, which);
      await outbox.flush();
      const { base, edit } = outbox.read<readonly string[]>(...ALBUM);
      if (edit) return notify(t(WORDING.savePhotosFailed), 'failure');
      handleStored(base ?? []);
      const { data } = await list.refetch();
      if (!data) return;
      setItems(withStored([], data.items));
      setMadeFrom(data.items.map(({ url }) => url));
    },
    /** Returns how it ended. A photo that the server refused is marked as failed. */
    async save(): Promise<Saved['by']> {
      const ready = items.flatMap(({ url }) => (url ? [url] : []));
      if (ready.length < items.length) return 'failure';
      const saved = await store(ready);
      const refused = saved.by === 'refusal' && items[indexOf(saved.pointer ?? '')];
      if (refused) patch(refused.id, { state: 'failed', message: t(saved.detail) });
      return saved.by;
    },
  };
}

export type Album = ReturnType<typeof useAlbum>;
