/**
 * Cropped pictures that are not saved yet. They are too large for localStorage, so they are in a cache that sign-out
 * deletes (`flint-private-`). Without a cache, a draft lasts as long as the page.
 */
const CACHE = 'flint-private-photo-drafts';
const addressOf = (id: string) => `/drafts/${id}`;

/** Stores a picture under its item's id. */
export async function storePicture(id: string, file: File): Promise<void> {
  try {
    const headers = { 'content-type': file.type, 'x-name': encodeURIComponent(file.name) };
    await (await caches.open(CACHE)).put(addressOf(id), new Response(file, { headers }));
  } catch {
    // blocked or full: the page still has it
  }
}

/** The stored picture, or null. */
export async function readPicture(id: string): Promise<File | null> {
  try {
    const found = await (await caches.open(CACHE)).match(addressOf(id));
    if (!found) return null;
    const blob = await found.blob();
    return new File([blob], decodeURIComponent(found.headers.get('x-name') ?? ''), { type: blob.type });
  } catch {
    return null;
  }
}

/** Deletes all of them, after the album is saved. */
export async function dropPictures(): Promise<void> {
  try {
    await caches.delete(CACHE);
  } catch {
    // nothing was stored
  }
}
