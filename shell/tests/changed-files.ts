import type { Page } from 'playwright-core';

/** What the browser and the shell's own report print about a file that was changed. */
export const PROVOKED = [
  /integrity/i,
  /\[flint\] (remote|shell)_/,
  /Failed to load resource/,
  /Failed to find a valid digest/,
];

/** Whether anything changed has run or applied. */
export const hasRun = (page: Page) =>
  page.evaluate(() => {
    const style = getComputedStyle(document.body).getPropertyValue('--changed');
    return style !== '' || 'changed' in globalThis;
  });
