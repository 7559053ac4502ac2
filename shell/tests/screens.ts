import type { Page } from 'playwright-core';

/** The heading of the screen, not of a panel in its place. */
export const heading = (page: Page) => page.locator('#main [data-page-heading]:not([role=alert] *)').first();

/** Clicks on the link of a screen, and waits for that screen: the previous one may stay for a moment. */
export async function goTo(page: Page, label: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: label }).click();
  await heading(page).filter({ hasText: label }).waitFor();
}

/** The release of the current remote, from the status line. */
export const version = (page: Page) => page.locator('.status-line__version').textContent();
