import { QUESTIONS } from '@flint/contracts/questions/catalogue';
import type { TestFlint } from '@flint/testing/flint';
import type { Page } from 'playwright-core';
import sharp from 'sharp';

/** A picture such as a phone takes: 1500 x 2000 px. */
export const picture = () =>
  sharp({ create: { width: 1500, height: 2000, channels: 3, background: '#c2410c' } })
    .jpeg()
    .toBuffer();

/** Signs in on the screen, with the code that was mailed. */
export async function signIn(page: Page, flint: TestFlint, email: string): Promise<void> {
  await page.goto(flint.url);
  await page.getByLabel('University email').fill(email);
  await page.getByRole('button', { name: 'Send code' }).click();
  const field = page.getByRole('textbox', { name: 'Code' });
  await field.waitFor();
  await field.fill(await flint.codeFor(email));
  await page.getByRole('heading', { level: 1, name: "Let's start with the basics" }).waitFor();
}

interface Person {
  readonly name: string;
  readonly gender: 'Man' | 'Woman';
  readonly seeking: 'Men' | 'Women';
}

/** Walks the whole questionnaire: answers what matching needs, takes the first choice elsewhere, Next to the end. */
export async function answerQuestions(page: Page, { name, gender, seeking }: Person): Promise<void> {
  await page.getByLabel('What should matches call you?').fill(name);
  await page.getByLabel('Date of birth').fill('2004-03-15');
  for (let number = 1; number <= QUESTIONS.length; number++) {
    await page.getByText(`Question ${number} of ${QUESTIONS.length}`).waitFor();
    const title = await page.getByRole('heading', { level: 1 }).innerText();
    if (title === 'How do you describe your gender?')
      await page.getByRole('radio', { name: gender, exact: true }).check();
    else if (title === 'Who would you like to meet?')
      await page.getByRole('checkbox', { name: seeking, exact: true }).check();
    else if (title === 'Is any of these a firm no for you?')
      await page.getByRole('checkbox', { name: 'None of these' }).check();
    else {
      const choice = page
        .locator('form')
        .getByRole('radio')
        .or(page.locator('form').getByRole('checkbox'))
        .first();
      if ((await choice.count()) > 0) await choice.check({ force: true });
    }
    await page
      .getByRole('button', { name: number === QUESTIONS.length ? 'Complete' : 'Next', exact: true })
      .click();
  }
  await page.getByRole('heading', { level: 1, name: 'Set Your Availability' }).waitFor();
}

/** Takes every evening and saves. */
export async function setEvenings(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Evenings' }).click();
  await page.getByText('35 hours per week').waitFor();
  await page.getByRole('button', { name: 'Save Availability (35 hours)' }).click();
  await page.getByRole('heading', { level: 1, name: 'Add Your Photos' }).waitFor();
}

/** Picks a picture, crops it, waits for the upload and saves. */
export async function addPhoto(page: Page): Promise<void> {
  const buffer = await picture();
  await page.getByLabel('Add photo').setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer });
  const dialog = page.getByRole('dialog', { name: 'Crop Your Photo' });
  await dialog
    .locator('.advanced-cropper-stencil-wrapper, .advanced-cropper-rectangle-stencil')
    .first()
    .waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('1/6').waitFor();
  const save = page.getByRole('button', { name: 'Save 1 Photo' });
  await page.waitForFunction(() => !document.querySelector('[role=progressbar][aria-label^=Uploading]'));
  await save.click();
  await page.getByRole('heading', { level: 1, name: 'Your Profile' }).waitFor();
}
