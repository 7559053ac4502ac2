import type { Locator, Page } from 'playwright-core';

/** Maximum number of Tabs between two elements. */
const MOST_STOPS = 260;

const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement);

/** Presses Tab until the target has the focus; throws if it is not reached, or not visible then. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let stops = 0; stops < MOST_STOPS; stops++) {
    if (await hasFocus(target)) {
      await expectVisibleFocus(target);
      return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${target.toString()}`);
}

/** Fails if the focused element, or its visible label, has no outline or is covered by a bar of the frame. */
async function expectVisibleFocus(target: Locator): Promise<void> {
  const seen = await target.evaluate((element) => {
    const drawn = [
      element,
      element.closest('label'),
      element.nextElementSibling,
      element.closest('form, div'),
    ];
    const isOutlined = drawn.some((each) => each && getComputedStyle(each).outlineStyle !== 'none');
    const { top, bottom } = element.getBoundingClientRect();
    return { isOutlined, isOnScreen: bottom > 0 && top < innerHeight };
  });
  if (!seen.isOutlined || !seen.isOnScreen)
    throw new Error(`the focus on ${target.toString()} cannot be seen: ${JSON.stringify(seen)}`);
}

/** Moves to a button or link by Tab and presses Enter. */
export async function pressByKeyboard(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** Moves to a field by Tab and types. */
export async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
}
