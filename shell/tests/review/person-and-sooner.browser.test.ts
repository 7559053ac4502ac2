import type { Page } from 'playwright-core';
import { expectAccessible } from '@flint/testing/browser';
import { button, useCampus, PHONE } from './people';

jest.setTimeout(90_000);

const campus = useCampus();

const heading = (page: Page, name: RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();
/** Whether every photo has been loaded completely. */
const isWhole = (page: Page) =>
  page
    .locator('.m-album__photo > img:not([aria-hidden])')
    .evaluateAll((all) =>
      all.every(
        (img) => (img as HTMLImageElement).naturalWidth > 0 && getComputedStyle(img).objectFit === 'contain',
      ),
    );
const photo = (page: Page) =>
  page
    .getByRole('status')
    .filter({ hasText: /^Photo/ })
    .textContent();

describe('a person, not a card (issue 28)', () => {
  it('on a phone - has a page with every photo, by finger and by keys; a reload stays there, Back leads to the list', async () => {
    const [ann, kim] = await campus.pair('Ann', 'Kim');
    await campus.addPhotos(kim, ['#c2410c', '#0c41c2', '#41c20c']);
    await campus.call(
      campus.flint.call(kim.session, 'PATCH /profile', { answers: { hobbies_interests: ['reading'] } }),
    );
    await campus.call(campus.flint.call(kim.session, 'PUT /profile/card', { shown: ['hobbies_interests'] }));
    const { page, close } = await campus.open(ann, '/matches', { viewport: PHONE });
    await page.getByRole('link', { name: 'See everything about Kim' }).click();
    await heading(page, /^Kim$/);
    expect(page.url()).toMatch(/\/matches\?person=/);
    await page.getByText('Reading', { exact: true }).waitFor();
    expect(await photo(page)).toBe('Photo 1 of 3');
    await page.keyboard.press('ArrowRight');
    await page.getByText('Photo 2 of 3', { exact: true }).waitFor();
    // as after a swipe: the strip snaps to a photo
    await page
      .locator('.m-album__track')
      .evaluate((track) => track.scrollTo({ left: 2 * track.clientWidth }));
    await page.getByText('Photo 3 of 3', { exact: true }).waitFor();
    await page.waitForFunction(() => [...document.images].every((img) => img.complete));
    expect(await isWhole(page)).toBe(true);
    await expectAccessible(page);
    await page.reload();
    await heading(page, /^Kim$/);
    await page.goBack();
    await heading(page, /^Your Matches$/);
    await page.goForward();
    await button(page, 'Back to your matches').click();
    await heading(page, /^Your Matches$/);
    await close();
  });

  it('somebody who paused meanwhile - is not on the list, and the page shows a notice', async () => {
    const [ann, lou] = await campus.pair('Ann', 'Lou');
    const { page, close } = await campus.open(ann, `/matches?person=${lou.session.user.id}`, {
      viewport: PHONE,
    });
    await heading(page, /^Lou/);
    await campus.call(campus.flint.call(lou.session, 'PUT /safety/pause', { paused: true }));
    await page.reload();
    await page.getByText('This person is not on your list now.').waitFor();
    await close();
  });
});

describe('sooner (issue 28)', () => {
  it('the eighth answer - shows a button to the matches: the list has one question on top until it is skipped', async () => {
    const sam = await campus.join('Sam', { gender: 'man' });
    await campus.look(sam);
    const answers = {
      intent: 'casual_dating',
      age_preference: [18, 30],
      meeting_preference: { values: ['campus_coffee'] },
      substances: { smoking_preference: 'never' },
    };
    const eve = await campus.join('Eve', { answers, isComplete: false, hours: [] });
    const { page, close } = await campus.open(eve, '/?question=lifestyle_dealbreakers', { viewport: PHONE });
    await heading(page, /firm no/);
    const sooner = page.getByRole('button', { name: 'See who is there' });
    expect(await sooner.count()).toBe(0);
    await page.getByText('None of these').click();
    await sooner.click();
    await page.waitForURL('**/matches');
    await page.getByRole('article', { name: /^Sam/ }).waitFor();
    const { answers: stored } = await campus.call(campus.flint.call(eve.session, 'GET /profile'));
    expect(stored.lifestyle_dealbreakers).toEqual({ values: ['none'] });
    await page.getByText('Today’s question').waitFor();
    await expectAccessible(page);
    await button(page, 'Skip today’s question').click();
    await page.reload();
    await page.getByRole('article', { name: /^Sam/ }).waitFor();
    expect(await page.getByText('Today’s question').count()).toBe(0);
    await close();
  });
});
