import type { Page } from 'playwright-core';

/** Beside a list only one offer is shown: clicks through the rows to one that matches. */
export async function chooseOfferWith(page: Page, role: 'button' | 'link', name: RegExp): Promise<void> {
  await page.getByRole('article').first().waitFor();
  for (const row of await page.locator('.f-entry').all()) {
    await row.click();
    await page.locator('.f-entry[aria-current]').and(row).waitFor();
    // its buttons may be code that arrives later
    await page.waitForFunction(() => !document.querySelector('.f-skeleton'));
    if (await page.getByRole(role, { name }).first().isVisible()) return;
  }
}

interface Listed {
  readonly id: string;
  readonly can: object;
}

/** Answers in the server's place that an offer is accepted, so that other states still find it waiting. */
export async function acceptOnPage(page: Page): Promise<void> {
  let listed: readonly Listed[] = [];
  let accepted = '';
  const can = { accept: false, decline: false, reschedule: false, cancel: true, addToCalendar: true };
  const asAccepted = (offer: Listed) => ({ ...offer, status: 'accepted', can: { ...offer.can, ...can } });
  page.on('request', (request) => {
    if (request.isNavigationRequest()) accepted = '';
  });
  await page.route('**/api/v1/offers', async (route) => {
    const response = await route.fetch();
    const list = (await response.json()) as { readonly items: readonly Listed[] };
    listed = list.items;
    const items = listed.map((offer) => (offer.id === accepted ? asAccepted(offer) : offer));
    await route.fulfill({ response, json: { ...list, items } });
  });
  await page.route('**/api/v1/offers/*/respond', async (route) => {
    accepted = route.request().url().split('/').at(-2)!;
    await route.fulfill({ json: asAccepted(listed.find(({ id }) => id === accepted)!) });
  });
}

/** Answers in the server's place with three blocked people, one with a long name. */
export async function listBlocked(page: Page): Promise<void> {
  const items = ['Ben', 'Zoë', 'Maximiliano-Bartholomäus Featherstonehaugh'].map((name, at) => ({
    userId: `${at}1111111-1111-4111-8111-111111111111`,
    name,
    createdAt: '2026-11-20T12:00:00.000Z',
  }));
  await page.route('**/api/v1/blocks', (route) => route.fulfill({ json: { items, nextCursor: null } }));
}
