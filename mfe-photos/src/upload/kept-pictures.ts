/**
 * Pictures that were cropped and not saved yet, on this device: too large for localStorage, so in a cache of the kind that signing out
 * empties (`flint-private-`). Where the browser keeps none, a draft lasts as long as the page.
 */
const CACHE = 'flint-private-photo-drafts';
const addressOf = (id: string) => `/drafts/${id}`;

/** Keeps one under its item's id. */
export async function keepPicture(id: string, file: File): Promise<void> {
  try {
    const headers = { 'content-type': file.type, 'x-name': encodeURIComponent(file.name) };
    await (await caches.open(CACHE)).put(addressOf(id), new Response(file, { headers }));
  } catch {
    // forbidden or full: the page still holds it
  }
}

/** The kept picture, or null. */
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

/** Forgets all of them: the album is saved. */
export async function dropPictures(): Promise<void> {
  try {
    await caches.delete(CACHE);
  } catch {
    // nothing was kept
  }
}
