import type { Question } from '@flint/contracts/questions/types';
import type { Page } from 'playwright-core';

/** Keys that answer the first control of each type of question, once it has the focus. */
const ANSWERING_KEYS: Readonly<Record<Question['type'], string>> = {
  bundle_intro: 'Ann',
  single_select: ' ',
  multi_select: ' ',
  limited_chips: ' ',
  range: 'ArrowRight',
  height: '6',
  scales: 'ArrowRight',
  select_group: ' ',
  text: 'Hello',
  email: 'ann@campus.edu',
  selfie: '',
};

/** Answers the first control of the question on screen by keys alone: Tab from its heading, then the type's keys. */
export async function answerByKeys(page: Page, { type }: Question): Promise<void> {
  await page.locator('form h1').focus();
  await page.keyboard.press('Tab');
  // a long list begins with its filter
  if (await page.locator('input[type=search]:focus').count()) await page.keyboard.press('Tab');
  const keys = ANSWERING_KEYS[type];
  if (keys === ' ' || keys.startsWith('Arrow')) await page.keyboard.press(keys);
  else await page.keyboard.type(keys);
}

/** Opens the next question by keys alone: Tab to the button at the end of the question, then Enter. */
export async function nextByKeys(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: /^(Next|Complete)$/ });
  for (let presses = 0; presses < 120; presses++) {
    if (await button.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
}

/** The values of all controls of the question on screen, in order. */
export function controlValues(page: Page): Promise<(string | boolean)[]> {
  return page
    .locator('form :is(input, select, textarea)')
    .evaluateAll((elements) =>
      elements.map((element) =>
        element instanceof HTMLInputElement && /radio|checkbox/.test(element.type)
          ? element.checked
          : (element as HTMLInputElement).value,
      ),
    );
}
