// Longer than 300 lines: every step that changes the shown album, and the draft and the save that follow from it.
import { LIMITS, WORDING } from '@flint/contracts';
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
  albumOn,
  draftOf,
  isDraft,
  newItem,
  noRoom,
  restoredItems,
  withItem,
  withMoved,
  withPatch,
  type AlbumDraft,
  type AlbumItem,
  type AlbumItems,
  type OwnAlbum,
} from './album-items';
import { keepPicture, keptPictures, removedBy } from './kept-on-device';
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
import { storeDevicePhotos } from '../profile/device-copies';
import { useIsShown } from '../use-is-shown';
import { useUploads } from './use-uploads';

/**
 * The photos of the screen, the first one primary (spec 4): the server's last list, until the student changes it. Each added picture is uploaded
 * by itself as soon as there is room for it, and can be retried by itself. An unsaved album is a draft, which survives the screen, a reload and a
 * crash; each added picture is a draft of its own, so that tabs do not delete each other's. A photo whose removal can be undone is only hidden.
 */
export function useAlbum() {
  const { notify } = usePlatform();
  const list = useListPhotosQuery();
  const outbox = useOutbox();
  const entry = useEntry<readonly string[]>(...ALBUM);
  /** The device may have an unsaved album. */
  const isOpening = useSyncExternalStore(outbox.subscribe, () => outbox.status().isOpening);
  const [isSaving, setSaving] = useState(false);
  /** What this page has changed; null: the album is the server's. */
  const [own, setOwn] = useState<OwnAlbum | null>(null);
  const [filled, setFilled] = useState(false);
  const photos = list.data?.items;
  const known = filled ? photos : undefined;
  const album = albumOn(known, own);
  // not before the album is known: the next page would take this part for all of it
  const isUnsaved = filled && own !== null && own.savedAfter === undefined;
  const removed = removedBy(outbox);
  const held = useHeldAct()?.key;
  const whole = album.items.filter(({ id }) => !removed.has(id));
  const present = whole.slice(0, LIMITS.photosMax);
  /** Pictures that find no room: they could be neither seen nor removed. */
  const rest = whole.slice(LIMITS.photosMax);
  const items = present.filter(({ id }) => held !== `photo:${id}`);
  const draft = useUnsavedWork<AlbumDraft>('photos');
  /** An unsaved album, or pictures that another tab's save left. */
  const readDraft = () =>
    isDraft(draft.value) ? draft.value : keptPictures(outbox).size > 0 ? { madeFrom: null, items: [] } : null;
  const [opened, setOpened] = useState(readDraft);
  const previews = useRef(new Map<string, string>());
  const isShown = useIsShown();

  // a picture that is already shown was added by this page
  if (!filled && !opened && !own && readDraft()) setOpened(readDraft());
  // while rendering, not in an effect: an empty album must not appear before the full one
  if (!filled && photos && !opened && !isOpening) setFilled(true);

  /** For what ends later, also when the screen was left. */
  const latest = useRef({ present, madeFrom: album.madeFrom, known });
  useEffect(() => {
    latest.current = { present, madeFrom: album.madeFrom, known };
  });

  const now = draftOf(present, album.madeFrom ?? []);
  const kept = JSON.stringify(now);
  const keep = useEffectEvent(() => draft.put(now));
  const isGone = draft.value === null;
  useEffect(() => {
    if (isUnsaved) keep();
    // another tab may have saved its album, and dropped the draft
  }, [isUnsaved, kept, isGone]);

  const patch = (id: string, change: Parameters<typeof withPatch>[2]) =>
    setOwn((before) => before && { ...before, items: withPatch(before.items, id, change) });
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

  useEffect(() => {
    if (!opened || !photos || filled) return;
    // without those that this page added meanwhile
    const pictures = new Map(keptPictures(outbox));
    for (const { id } of latest.current.present) pictures.delete(id);
    // saved by a page that was closed before the answer
    for (const { id, url } of opened.items)
      if (pictures.has(id) && photos.some((photo) => photo.url === url)) keepPicture(outbox, id, null);
    const restored = restoredItems(opened.items, photos, pictures);
    setOwn((added) => ({ items: [...restored, ...(added?.items ?? [])], madeFrom: opened.madeFrom }));
    setFilled(true);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, with what is stored then
  }, [opened, photos, filled]);

  /** Uploads the pictures that are new on this screen, and gives up those without room. */
  const takePictures = useEffectEvent(() => {
    for (const { id, file, url, preview } of whole) {
      if (!file || previews.current.has(id)) continue;
      previews.current.set(id, preview);
      if (!url && present.some((item) => item.id === id)) void upload(id, file);
    }
    if (rest.length === 0) return;
    for (const { id } of rest) forget(id);
    const hasRoom = ({ id }: AlbumItem) => rest.every((item) => item.id !== id);
    setOwn((before) => before && { ...before, items: before.items.filter(hasRoom) });
    notify(noRoom(), 'failure');
  });
  useEffect(() => takePictures(), [kept, rest.length]);

  const edit = (change: (before: AlbumItems) => AlbumItems, from?: readonly string[]) => {
    const { known } = latest.current;
    setOwn((before) => {
      const { items, madeFrom } = albumOn(known, before);
      return { items: change(items.filter(({ id }) => !removed.has(id))), madeFrom: from ?? madeFrom };
    });
  };
  /** The server has stored the album `sent`, perhaps with what another device changed. What was changed since then stays a draft. */
  const handleStored = async (sent: readonly string[]) => {
    const urls = readBase(outbox);
    storeDevicePhotos(urls);
    const { present, known = [] } = latest.current;
    for (const { id, url } of present) if (urls.some((each) => each === url)) keepPicture(outbox, id, null);
    const { base } = outbox.read('draft', 'photos');
    const isOpen = !isSame(urlsOf(present), sent);
    if (!isOpen) setOwn({ items: present, madeFrom: sent, savedAfter: known });
    // another tab may have changed the album, too
    if (isDraft(base) && isSame(urlsOf(base.items), sent)) draft.drop();
    if (isOpen || isSame(sent, urls)) return;
    notify(t('Your photos were changed on another device, too'), 'info');
    if (!isShown.current) return;
    const { data } = await list.refetch();
    // unless the student has gone on: the next save merges both
    if (data) setOwn((before) => (before?.savedAfter ? { ...before, ...albumOn(data.items, null) } : before));
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
    edit((same) => same, urls);
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
    removed.clear();
    setOwn(null);
    draft.drop();
    void outbox.drop(...ALBUM);
    notify(t(WORDING.savePhotosFailed), 'failure');
    return false;
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
      if (replaces) forget(replaces);
      edit((before) => withItem(before, item, replaces));
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
        const { present, madeFrom } = latest.current;
        edit((same) => same);
        // a picture that was added before the album is known
        if (!madeFrom) return true;
        const shown = without(draftOf(present, madeFrom));
        const { base } = outbox.read('draft', 'photos');
        const other = !isShown.current && isDraft(base) ? without(base) : shown;
        // another tab's draft is changed for a screen that was left, and never deletes what this one shows
        const rest = other.items.length > 0 ? other : shown;
        draft.put(rest);
        return rest.items.length > 0 || saveEmpty();
      };
      holdAct({ key: `photo:${id}`, text: t('Photo removed'), send });
    },
    /** Moves a photo to the position, from 0, of one that is shown. */
    move(id: string, to: number) {
      const isThere = (item: AlbumItem) => item.id === items[to]?.id;
      edit((before) => withMoved(before, id, before.findIndex(isThere)));
    },
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
      const { present, known: savedAfter = [] } = latest.current;
      if (!present.some(isNewer)) setOwn((before) => before && { ...before, savedAfter });
      draft.drop();
      // pictures that are in the other album were given up; those of other tabs stay
      for (const item of present) if (!isNewer(item)) keepPicture(outbox, item.id, null);
      storeDevicePhotos(readBase(outbox));
      const { data } = await list.refetch();
      if (!data) return;
      removed.clear();
      const added = latest.current.present.filter(isNewer);
      const chosen = albumOn(data.items, { items: added, madeFrom: null });
      setOwn(added.length > 0 ? chosen : { ...chosen, savedAfter });
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
