import type { Page } from 'playwright-core';

/** The heading of the screen on show; not that of a panel in its place. */
export const heading = (page: Page) => page.locator('#main [data-page-heading]:not([role=alert] *)').first();

/** Clicks on a screen's link; the screen before may stay for a moment, so it waits for the one that was asked for. */
export async function goTo(page: Page, label: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: label }).click();
  await heading(page).filter({ hasText: label }).waitFor();
}

/** The release of the remote on show, as the status line has it. */
export const version = (page: Page) => page.locator('.status-line__version').textContent();
