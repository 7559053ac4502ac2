import { openPage } from '@flint/testing/browser';
import { addPicture, button, goTo, inHours, useCampus, PHONE, QUESTION_COUNT, saved } from './people';

jest.setTimeout(90_000);

const campus = useCampus();

describe('the review’s bugs about work that is done', () => {
  it('1: the app’s start - a student who has answered everything - leads to the matches, or to the offers if one waits; Questions stays in the navigation', async () => {
    const [ann, ben] = await campus.pair();
    const { page, close } = await campus.open(ann, '/');
    await page.waitForURL('**/matches');
    await goTo(page, 'Questions');
    await page.getByText(/^Question \d+ of/).waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    await campus.offer(ben, ann, inHours(100));
    await close();
    const later = await campus.open(ann, '/');
    await later.page.waitForURL('**/offers');
    await later.close();
  });

  it('1: the app’s start - a student who has answered half - stays at the questions, also on a phone', async () => {
    const ann = await campus.join('Ann', { isComplete: false });
    const { page, close } = await campus.open(ann, '/', { viewport: PHONE });
    await page.getByText(/^Question \d+ of/).waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    await close();
  });

  it('2: a deep link - opened while signed out - is opened after the code, with its parameters', async () => {
    const { page, close } = await openPage(campus.browser, { allow: [/Failed to load resource/] });
    await page.goto(`${campus.url}/offers?tab=sent`);
    const email = 'mara@campus.edu';
    await page.getByLabel('University email').fill(email);
    await button(page, 'Send code').click();
    await page.getByLabel('Code', { exact: true }).waitFor();
    await page.getByLabel('Code', { exact: true }).fill(await campus.flint.codeFor(email));
    await page.waitForURL(`${campus.url}/offers?tab=sent`);
    await page.getByText('No sent offers yet').waitFor();
    await close();
  });

  it('3: a painted week - left, reloaded and left again - is still painted, and is not called saved before it is', async () => {
    const ann = await campus.join('Ann', { hours: [] });
    const { page, close } = await campus.open(ann, '/availability');
    await button(page, 'Evenings').click();
    const painted = page.getByText('35 time slots selected', { exact: false });
    await painted.waitFor();
    await page.getByText('Not saved yet: your week').waitFor();
    await goTo(page, 'Matches');
    await page.getByRole('heading', { name: 'Your Matches' }).waitFor();
    await goTo(page, 'Availability');
    await painted.waitFor();
    await page.reload();
    await painted.waitFor();
    await button(page, 'Save Availability (35 hours)').click();
    await page.waitForURL('**/photos');
    await saved(page);
    await close();
  });

  it('3: cropped photos - left without saving, and the page reloaded - are still in the album', async () => {
    const ann = await campus.join('Ann');
    const { page, close } = await campus.open(ann, '/photos');
    await addPicture(page);
    const photo = page.locator('[data-photo]');
    await photo.first().waitFor();
    await goTo(page, 'Matches');
    await page.getByRole('heading', { name: 'Your Matches' }).waitFor();
    await goTo(page, 'Photos');
    await photo.first().waitFor();
    await page.reload();
    await photo.first().waitFor();
    await close();
  });

  it('11: an impossible date of birth - after Next, Back and a reload - is still in the field, with its error, and is named as open', async () => {
    const ann = await campus.join('Ann', { answers: null, hours: [] });
    const { page, close } = await campus.open(ann, '/?question=bundle_intro');
    const field = page.getByLabel('Date of birth');
    await page.getByLabel('What should matches call you?').fill('Ann');
    await field.fill('1020-05-05');
    await button(page, 'Next').click();
    await page.getByText('Question 2 of').waitFor();
    await button(page, 'Back').click();
    expect(await field.inputValue()).toBe('1020-05-05');
    await page.getByText('This date cannot be right.', { exact: false }).waitFor();
    await page.reload();
    expect(await field.inputValue()).toBe('1020-05-05');
    await page.goto(`${campus.url}/?question=academic_info`);
    await button(page, /All questions|Overview/).click();
    await page.getByRole('dialog').getByText('check your date of birth', { exact: false }).waitFor();
    await close();
  });

  it('12: Complete - with most questions open - names them first, and the bar counts answers, not pages', async () => {
    const ann = await campus.join('Ann', { isComplete: false });
    const { page, close } = await campus.open(ann, '/?question=ideal_date_types');
    await page.getByText(`Question ${QUESTION_COUNT} of ${QUESTION_COUNT}`).waitFor();
    await page.getByText(/\d+ questions are still open/).waitFor();
    const bar = page.getByRole('progressbar').first();
    expect(Number(await bar.getAttribute('aria-valuenow'))).toBeLessThan(20);
    await page.locator('.onboarding__open button').first().click();
    await page.getByText(/^Question \d+ of/).waitFor();
    expect(await page.getByText(`Question ${QUESTION_COUNT} of`).count()).toBe(0);
    await close();
  });

  it('a full list of chips on a phone - another one is tapped - replaces the one that the hint names', async () => {
    const ann = await campus.join('Ann', { isComplete: false });
    const { page, close } = await campus.open(ann, '/?question=ideal_personality_traits', {
      viewport: PHONE,
    });
    const chips = page.locator('.f-chip');
    await chips.first().waitFor();
    const names = (await chips.allTextContents()).map((name) => name.trim());
    const max = Number(/of (\d+) chosen/.exec(await page.getByText(/\d+ of \d+ chosen/).innerText())?.[1]);
    for (let i = 0; i < max; i++) await chips.nth(i).click();
    // disabled, as specified, but it can still be tapped
    await chips.nth(max).click({ force: true });
    const swap = page.getByRole('group', { name: `Swap in “${names[max]}” for` });
    await swap.getByRole('button', { name: names[0]!, exact: true }).click();
    await swap.waitFor({ state: 'detached' });
    const chosen = await page.locator('.f-chip:has(:checked)').allTextContents();
    expect(chosen.map((name) => name.trim())).toEqual(names.slice(1, max + 1));
    await close();
  });

  it('13: a profile of 20 % - nothing or most answered - names what is missing and how many answers there are', async () => {
    const ann = await campus.join('Ann', { isComplete: false, hours: [] });
    const { page, close } = await campus.open(ann, '/profile');
    await page.getByText('Still to do:').waitFor();
    for (const name of ['Press Complete at the last question', 'Add a photo', 'Save your free hours'])
      await page.getByRole('link', { name, exact: true }).waitFor();
    await page.getByText(`3 of ${QUESTION_COUNT} answered`).first().waitFor();
    await close();
  });
});
