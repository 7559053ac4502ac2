import type { Page } from 'playwright-core';
import type { Words } from './words';

/** As if another device had turned the order of the album round since this page read it. */
export async function turnAlbumElsewhere(page: Page): Promise<void> {
  let photos: readonly unknown[] | undefined;
  await page.route('**/api/v1/photos', async (route) => {
    if (route.request().method() === 'POST')
      return route.fulfill({ status: 409, json: { code: 'album_changed', detail: 'x', photos } });
    if (photos) return route.fulfill({ json: { items: photos, nextCursor: null } });
    const response = await route.fetch();
    photos = (await response.json()).items.toReversed();
    return route.fulfill({ response });
  });
}

/** Changes the album, saves it, and waits for the choice of two albums. */
export async function saveOtherAlbum(page: Page, words: Words): Promise<void> {
  const others = page.getByRole('button', { name: words('Make Primary') });
  await others.last().click();
  await page.getByRole('button', { name: / \d photos$/i }).click();
  const title = words('Your photos were changed on another device, too');
  await page.getByRole('region', { name: title }).waitFor();
}
