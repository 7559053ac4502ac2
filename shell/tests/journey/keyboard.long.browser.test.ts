import { useBrowser, openPage, passUndo } from '@flint/testing/browser';
import { useFlint, type StoredSession } from '@flint/testing/flint';
import type { Page } from 'playwright-core';
import { pressByKeyboard, tabTo, typeInto } from './by-keyboard';
import { picture } from './picture';

/** The browser logs a 404 that means "nothing there yet" (spec 7). */
const NOTHING_YET = /status of 404/;

const ANSWERS = (name: string, gender: 'man' | 'woman') => ({
  bundle_intro: { display_name: name, date_of_birth: '2004-03-15' },
  gender_identity: gender,
  seeking_genders: { values: [gender === 'man' ? 'women' : 'men'] },
});

const EVERY_HOUR = Array.from({ length: 7 }, (_, dayOfWeek) => ({ dayOfWeek, startHour: 0, endHour: 24 }));

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) }).first();
const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();

describe('by keyboard alone', () => {
  const browser = useBrowser();
  const flint = useFlint();

  const signInByKeyboard = async (page: Page, email: string) => {
    await page.goto(flint.url);
    await typeInto(page, page.getByLabel('University email'), email);
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Code' }).waitFor();
    await typeInto(page, page.getByRole('textbox', { name: 'Code' }), await flint.codeFor(email));
    await title(page, "Let's start with the basics");
  };

  /** Navigates to a screen by the command palette. */
  const goTo = async (page: Page, words: string, heading: string | RegExp) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Command' }).waitFor();
    await page.keyboard.type(words);
    await page.keyboard.press('Enter');
    await title(page, heading);
  };

  const addPhotoByKeyboard = async (page: Page) => {
    const chosen = page.waitForEvent('filechooser');
    await tabTo(page, page.getByLabel('Add photo'));
    await page.keyboard.press('Enter');
    await (await chosen).setFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await picture() });
    const crop = page.getByRole('dialog', { name: 'Crop Your Photo' });
    await crop.locator('.advanced-cropper-rectangle-stencil').first().waitFor();
    await pressByKeyboard(page, crop.getByRole('button', { name: 'Save' }));
    await crop.waitFor({ state: 'detached' });
    await page.waitForFunction(() => !document.querySelector('[role=progressbar][aria-label^=Uploading]'));
    await pressByKeyboard(page, button(page, 'Save 1 Photo'));
    await title(page, 'Your Profile');
  };

  it('the journey - sign-in, first question, hours, photo, invitation - needs no pointer; neither does the answer', async () => {
    const ben: StoredSession = await flint.sessionOf('ben@campus.edu');
    const lastUpdated = new Date().toISOString();
    await flint.call(ben, 'PATCH /profile', {
      answers: ANSWERS('Ben', 'man'),
      onboardingCompletedAt: lastUpdated,
    });
    await flint.call(ben, 'POST /availability', { utcSlots: EVERY_HOUR, timezone: 'UTC', lastUpdated });
    const { page, close } = await openPage(browser, {
      allow: [NOTHING_YET],
      timezoneId: 'America/Toronto',
      hasClock: true,
    });
    await signInByKeyboard(page, 'ann@campus.edu');
    await typeInto(page, page.getByLabel('What should matches call you?'), 'Ann');
    await pressByKeyboard(page, button(page, 'Next'));
    await page.getByText('Question 2 of').waitFor();
    // the autosave must not overwrite what follows
    await page.getByText('Everything saved').waitFor();
    const ann: StoredSession = await page.evaluate(() => JSON.parse(localStorage.getItem('auth-storage')!));
    await flint.call(ann, 'PATCH /profile', { answers: ANSWERS('Ann', 'woman') });

    await goTo(page, 'avail', 'Set Your Availability');
    await pressByKeyboard(page, button(page, 'Evenings'));
    await pressByKeyboard(page, button(page, 'Save Availability (35 hours)'));
    await title(page, 'Add Your Photos');
    await addPhotoByKeyboard(page);

    await goTo(page, 'match', 'Your Matches');
    await page.getByText(/^Ben/).first().waitFor();
    await pressByKeyboard(page, button(page, 'Invite'));
    const invite = page.getByRole('dialog', { name: 'Invite Ben' });
    await typeInto(page, invite.getByLabel('Activity'), 'Coffee');
    await typeInto(page, invite.getByLabel('Location'), 'Library café');
    await pressByKeyboard(page, invite.getByRole('button', { name: /^Send: / }));
    await invite.waitFor({ state: 'detached' });
    await passUndo(page);
    await page.getByText('Your offer is on its way to Ben.').waitFor();
    await close();

    const other = await flint.openSignedIn(browser, ben, '/offers', { allow: [NOTHING_YET], hasClock: true });
    await pressByKeyboard(other.page, button(other.page, 'Accept'));
    await passUndo(other.page);
    await other.page.getByText('Offer accepted successfully!').waitFor();
    await other.close();
  });
});
