import { startFlint } from '@flint/testing';
import { launchBrowser, openPage, screenshot } from '../../packages/testing/src/browser';
const flint = await startFlint();
const browser = await launchBrowser();
for (const [w, h, scheme] of [
  [390, 844, 'light'],
  [390, 844, 'dark'],
  [1440, 900, 'light'],
  [1440, 900, 'dark'],
] as const) {
  const t = await openPage(browser, { viewport: { width: w, height: h }, colorScheme: scheme });
  await t.page.goto(flint.url);
  await t.page.getByLabel('University email').fill('ann@evil.test');
  await t.page.getByRole('button', { name: 'Send code' }).click();
  await screenshot(t.page, `sign-in-error-${w}-${scheme}`);
  await t.page.getByLabel('University email').fill('');
  await t.page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await screenshot(t.page, `sign-in-${w}-${scheme}`);
  await t.page.getByLabel('University email').fill(`s${w}${scheme}@campus.edu`);
  await t.page.keyboard.press('Enter');
  await t.page.getByLabel('Code').fill('12');
  await screenshot(t.page, `sign-in-code-${w}-${scheme}`);
  await t.page.getByLabel('Code').fill('000000');
  await t.page.getByRole('alert').waitFor();
  await screenshot(t.page, `sign-in-wrong-${w}-${scheme}`);
  console.log(t.problems);
}
await browser.close();
await flint[Symbol.asyncDispose]();
process.exit(0);
