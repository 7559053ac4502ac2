import { PRIVATE_CACHES } from './cache-kinds';
import { alertLanguage, type AlertLanguage } from './alert-payload';

/** Stores that a student's alerts are on, and in which language, in a private cache, which is deleted at sign-out. */
const NOTE = `${PRIVATE_CACHES}alerts`;
const KEY = '/alerts/language';

export async function storeAlertLanguage(language: string | null): Promise<void> {
  if (language === null) {
    await caches.delete(NOTE);
    return;
  }
  const cache = await caches.open(NOTE);
  await cache.put(KEY, new Response(alertLanguage(language)));
}

export async function readAlertLanguage(): Promise<AlertLanguage | null> {
  const note = await caches.match(KEY, { cacheName: NOTE });
  return note ? alertLanguage(await note.text()) : null;
}
