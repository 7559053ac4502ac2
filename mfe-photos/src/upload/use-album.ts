// Longer than 300 lines: every step that changes the shown album, and the draft and the save that follow from it.
import { LIMITS, WORDING, type Photo } from '@flint/contracts';
import { usePlatform } from '@flint/remote-kit';
import {
  EMPTY,
  holdAct,
  sendHeld,
  useEntry,
  useHeldAct,
  useListPhotosQuery,
  useOutbox,
  useUnsavedWork,
} from '@flint/remote-kit/data';
import { t } from '@flint/texts';
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import {
  draftOf,
  isDraft,
  newItem,
  noRoom,
  restoredItems,
  withItem,
  withMoved,
  withPatch,
  withStored,
  type AlbumItem,
  type AlbumItems,
  type AlbumDraft,
} from './album-items';
import { keepPicture, keptPictures, removedBy, storeOnDevice } from './kept-on-device';
import {
  ALBUM,
  disputeOf,
  flushAlbum,
  indexOf,
  isAddedTo,
  isSame,
  readBase,
  urlsOf,
  type Saved,
} from './saved-album';
import { useIsShown } from '../use-is-shown';
import { useUploads } from './use-uploads';

/**
 * The photos of the screen, the first one primary (spec 4). Each is uploaded by itself as soon as it is added, and can be retried by itself.
 * An unsaved album is a draft, which survives the screen, a reload and a crash; each added picture is a draft of its own, so that tabs do not
 * delete each other's. A photo whose removal can be undone is only hidden.
 */
export function useAlbum() {
  const { notify } = usePlatform();
  const list = useListPhotosQuery();
  const outbox = useOutbox();
  const entry = useEntry<readonly string[]>(...ALBUM);
  /** The device may have an unsaved album. */
  const isOpening = useSyncExternalStore(outbox.subscribe, () => outbox.status().isOpening);
  const [isSaving, setSaving] = useState(false);
  const [all, setItems] = useState<AlbumItems>([]);
  const [filled, setFilled] = useState(false);
  /** Whether this page has changed the album since it was saved. */
  const isChanged = useRef(false);
  /** The addresses of the album that the shown one was made from. */
  const [madeFrom, setMadeFrom] = useState<readonly string[]>([]);
  const removed = removedBy(outbox);
  const held = useHeldAct()?.key;
  const present = all.filter(({ id }) => !removed.has(id));
  const items = present.filter(({ id }) => held !== `photo:${id}`);
  const draft = useUnsavedWork<AlbumDraft>('photos');
  /** An unsaved album, or pictures that another tab's save left. */
  const readDraft = () =>
    isDraft(draft.value) ? draft.value : keptPictures(outbox).size > 0 ? { madeFrom: null, items: [] } : null;
  const [opened, setOpened] = useState(readDraft);
  const previews = useRef(new Map<string, string>());
  const isShown = useIsShown();

  // a picture that is already shown was added by this page
  if (!filled && !opened && all.length === 0 && readDraft()) setOpened(readDraft());
  // while rendering, not in an effect: an empty album must not appear before the full one
  if (!filled && list.data && !opened && !isOpening) {
    setFilled(true);
    setItems(withStored(all, list.data.items));
    setMadeFrom(list.data.items.map(({ url }) => url));
  }

  /** For what ends later, also when the screen was left. */
  const latest = useRef({ present, madeFrom });
  useEffect(() => {
    latest.current = { present, madeFrom };
  });

  const now = draftOf(present, madeFrom);
  const kept = JSON.stringify(now);
  const keep = useEffectEvent(() => draft.put(now));
  const isGone = draft.value === null;
  useEffect(() => {
    // not before the album is known: the next page would take this part for all of it
    if (isChanged.current && filled) keep();
    // another tab may have saved its album, and dropped the draft
  }, [filled, kept, isGone]);

  const patch = (id: string, change: Parameters<typeof withPatch>[2]) =>
    setItems((before) => withPatch(before, id, change));
  const { upload, cancel } = useUploads(patch);

  const forget = (id: string) => {
    cancel(id);
    const preview = previews.current.get(id);
    if (preview) URL.revokeObjectURL(preview);
    previews.current.delete(id);
    keepPicture(outbox, id, null);
  };
  useEffect(() => {
    const all = previews.current;
    return () => {
      for (const preview of all.values()) URL.revokeObjectURL(preview);
    };
  }, []);

  const photos = list.data?.items;
  const resume = useEffectEvent(upload);
  useEffect(() => {
    if (!opened || !photos || filled) return;
    // without those that this page added meanwhile
    const pictures = new Map(keptPictures(outbox));
    for (const { id } of latest.current.present) pictures.delete(id);
    // saved by a page that was closed before the answer
    for (const { id, url } of opened.items)
      if (pictures.has(id) && photos.some((photo) => photo.url === url)) keepPicture(outbox, id, null);
    const found = restoredItems(opened.madeFrom ? opened.items : photos, photos, pictures);
    const restored: AlbumItems = found.slice(0, LIMITS.photosMax);
    // such a picture could be neither seen nor removed
    const rest = found.slice(LIMITS.photosMax);
    for (const { id, preview } of rest) {
      URL.revokeObjectURL(preview);
      keepPicture(outbox, id, null);
    }
    if (rest.length > 0) notify(noRoom(), 'failure');
    setMadeFrom(opened.madeFrom ?? photos.map(({ url }) => url));
    setItems((added) => added.reduce((before, item) => withItem(before, item, null), restored));
    isChanged.current = true;
    setFilled(true);
    for (const { id, file, url, preview } of restored) {
      if (!file) continue;
      previews.current.set(id, preview);
      if (!url) void resume(id, file);
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, with what is stored then
  }, [opened, photos, filled]);

  const showAlbum = (stored: readonly Photo[], isLeft: (item: AlbumItem) => boolean = () => false) => {
    removed.clear();
    setItems(withStored(latest.current.present.filter(isLeft), stored));
    setMadeFrom(stored.map(({ url }) => url));
  };
  /** The server has stored the album `sent`, perhaps with what another device changed. What was changed since then stays a draft. */
  const handleStored = async (sent: readonly string[]) => {
    const urls = readBase(outbox);
    storeOnDevice(urls);
    const { present } = latest.current;
    for (const { id, url } of present) if (urls.some((each) => each === url)) keepPicture(outbox, id, null);
    const { base } = outbox.read('draft', 'photos');
    const isOpen = !isSame(urlsOf(present), sent);
    if (!isOpen) isChanged.current = false;
    // another tab may have changed the album, too
    if (isDraft(base) && isSame(urlsOf(base.items), sent)) draft.drop();
    if (isOpen) return;
    setMadeFrom(urls);
    if (isSame(sent, urls)) return;
    notify(t('Your photos were changed on another device, too'), 'info');
    if (!isShown.current) return;
    const { data } = await list.refetch();
    // added while the album was on its way
    if (data) showAlbum(data.items, isAddedTo(sent));
  };
  const drafted = isDraft(draft.value) ? urlsOf(draft.value.items) : null;
  const isStored =
    !isSaving &&
    entry.edit === null &&
    drafted !== null &&
    // an empty album was sent by itself; what is stored has what another device added
    (drafted.length === 0 || isSame(drafted, entry.base));
  const finish = useEffectEvent(() => handleStored(drafted!.length === 0 ? [] : readBase(outbox)));
  useEffect(() => {
    if (isStored) void finish();
  }, [isStored]);

  /** Saves these photos as the album; a change that could not be saved stays a draft. */
  const store = async (urls: readonly string[]): Promise<Saved> => {
    setSaving(true);
    void outbox.edit(...ALBUM, urls, { seen: { ...EMPTY, base: latest.current.madeFrom } });
    // the student may go on before the answer
    latest.current.madeFrom = urls;
    setMadeFrom(urls);
    const saved = await flushAlbum(outbox);
    // the last photo was removed meanwhile: that save goes on
    if (latest.current.madeFrom !== urls) return saved;
    setSaving(false);
    if (saved.by === 'stored') void handleStored(urls);
    // nothing could be pressed to save an empty album again, so the outbox goes on
    if (saved.by === 'failure' && urls.length > 0) void outbox.shelve(...ALBUM);
    return saved;
  };

  /** 'Save 0 Photos' is disabled (spec 2), so removing the last photo saves automatically. Returns whether it was not refused. */
  const saveEmpty = async () => {
    const { by } = await store([]);
    if (by === 'stored' && readBase(outbox).length === 0) notify(t('Your last photo is removed.'), 'success');
    if (by === 'failure') notify(t('Your last photo is removed once the connection is back.'), 'info');
    if (by !== 'refusal') return true;
    isChanged.current = false;
    draft.drop();
    void outbox.drop(...ALBUM);
    showAlbum(photos ?? []);
    notify(t(WORDING.savePhotosFailed), 'failure');
    return false;
  };

  const edit = (change: (before: AlbumItems) => AlbumItems) => {
    isChanged.current = true;
    setItems((before) => change(before.filter(({ id }) => !removed.has(id))));
  };

  return {
    list,
    items,
    isLoading: list.isLoading || (photos !== undefined && !filled),
    isSaving,
    isFull: items.length >= LIMITS.photosMax,
    isUploading: items.some(({ state }) => state === 'uploading'),
    hasFailed: items.some(({ state }) => state === 'failed'),
    /** Adds a cropped photo, or replaces one with it, and uploads it. */
    add(file: File, replaces: string | null = null) {
      const album = latest.current.present.filter(({ id }) => held !== `photo:${id}`);
      if (album.length >= LIMITS.photosMax && !album.some(({ id }) => id === replaces))
        return notify(noRoom(), 'failure');
      const item = newItem(file);
      // the place of a photo whose removal can be undone
      if (held?.startsWith('photo:')) void sendHeld();
      keepPicture(outbox, item.id, file);
      previews.current.set(item.id, item.preview);
      if (replaces) forget(replaces);
      edit((before) => withItem(before, item, replaces));
      void upload(item.id, file);
    },
    retry(id: string) {
      const file = items.find((item) => item.id === id)?.file;
      if (file) void upload(id, file);
    },
    cancel,
    /** Removes a photo; it can be restored for five seconds. A page that closes meanwhile has not removed it. */
    remove(id: string) {
      const send = () => {
        removed.add(id);
        forget(id);
        const without = ({ items, madeFrom }: AlbumDraft) =>
          draftOf(
            items.filter((item) => item.id !== id),
            madeFrom,
          );
        const shown = without(draftOf(latest.current.present, latest.current.madeFrom));
        const { base } = outbox.read('draft', 'photos');
        const other = !isShown.current && isDraft(base) ? without(base) : shown;
        // another tab's draft is changed for a screen that was left, and never deletes what this one shows
        const rest = other.items.length > 0 ? other : shown;
        isChanged.current = true;
        draft.put(rest);
        return rest.items.length > 0 || saveEmpty();
      };
      holdAct({ key: `photo:${id}`, text: t('Photo removed'), send });
    },
    /** Moves a photo to a position, from 0. */
    move: (id: string, to: number) => edit((before) => withMoved(before, id, to)),
    dispute: disputeOf(entry),
    /** Takes the chosen album. */
    async choose(which: 'mine' | 'theirs'): Promise<void> {
      const { edit, hold } = entry;
      await outbox.choose(...ALBUM, which);
      const { by } = await flushAlbum(outbox);
      if (by === 'ended') return;
      if (by !== 'stored') return notify(t(WORDING.savePhotosFailed), 'failure');
      const offered = hold?.by === 'conflict' ? [...(edit?.value ?? []), ...(hold.theirs ?? [])] : [];
      const isNewer = isAddedTo(offered);
      const { present } = latest.current;
      isChanged.current = present.some(isNewer);
      draft.drop();
      // pictures that are in the other album were given up; those of other tabs stay
      for (const item of present) if (!isNewer(item)) keepPicture(outbox, item.id, null);
      storeOnDevice(readBase(outbox));
      setMadeFrom(readBase(outbox));
      const { data } = await list.refetch();
      if (data) showAlbum(data.items, isNewer);
    },
    /**
     * Returns how it ended. A photo that the server refused is marked as failed. The server deletes pictures that wait for a day: then all new
     * ones are uploaded again.
     */
    async save(): Promise<Saved['by']> {
      const ready = items.flatMap(({ url }) => (url ? [url] : []));
      if (ready.length < items.length) return 'failure';
      if (held?.startsWith('photo:')) await sendHeld();
      const saved = await store(ready);
      const refused = saved.by === 'refusal' && items[indexOf(saved.pointer)];
      if (refused) {
        patch(refused.id, { state: 'failed', message: t(saved.detail) });
        if (saved.code === 'photo_unknown') for (const { id, file } of items) if (file) void upload(id, file);
      }
      return saved.by;
    },
  };
}

export type Album = ReturnType<typeof useAlbum>;
