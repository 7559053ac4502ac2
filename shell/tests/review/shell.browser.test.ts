import { openPage } from '@flint/testing/browser';
import type { Page } from 'playwright-core';
import { button, useCampus, PHONE } from './people';

jest.setTimeout(90_000);

const campus = useCampus();

const selectedHours = (page: Page) =>
  page
    .locator('[role=gridcell][aria-selected=true]')
    .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label') ?? ''));

describe('the review’s bugs about zones, bands and the frame', () => {
  it('9: a week painted in Toronto - opened in Paris - keeps its hours and its zone, and moves only if the student chooses so', async () => {
    const ann = await campus.join('Ann', { hours: [] });
    const inToronto = await campus.open(ann, '/availability', { timezoneId: 'America/Toronto' });
    for (const hour of ['5 PM', '6 PM'])
      await inToronto.page.getByRole('gridcell', { name: new RegExp(`^Monday ${hour}`) }).click();
    expect(await inToronto.page.getByText('You painted this week', { exact: false }).count()).toBe(0);
    await button(inToronto.page, 'Save Availability (2 hours)').click();
    await inToronto.page.waitForURL('**/photos');
    await inToronto.close();

    const { page, close } = await campus.open(ann, '/availability', { timezoneId: 'Europe/Paris' });
    const question = page.getByText('You painted this week in Toronto time; this device is in Paris time.');
    await question.waitFor();
    const painted = await selectedHours(page);
    expect(painted.map((label) => label.split(',')[0])).toEqual([
      'Monday 5 PM to 6 PM',
      'Monday 6 PM to 7 PM',
    ]);
    await page.getByText('Times are in America/Toronto').waitFor();
    await button(page, 'Keep Toronto time').click();
    await question.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByText('2 time slots selected', { exact: false }).waitFor();
    expect(await question.count()).toBe(0);
    // another device in the same zone has not stored the answer
    await page.evaluate(() => localStorage.removeItem('flint:week-zone-kept'));
    await page.reload();
    await button(page, 'Use Paris time').click();
    await page.getByText('Times are in Europe/Paris').waitFor();
    expect(await selectedHours(page)).toEqual(painted);
    await button(page, 'Save Availability (2 hours)').click();
    await page.waitForURL('**/photos');
    const { body } = await campus.flint.call(ann.session, 'GET /availability');
    expect(body.timezone).toBe('Europe/Paris');
    await close();
  });

  it('9: a zone of another name with the same clock - asks nothing', async () => {
    const ann = await campus.join('Ann', { hours: [] });
    await campus.saveWeek(ann.session, [{ dayOfWeek: 1, startHour: 21, endHour: 23 }], 'America/Toronto');
    const { page, close } = await campus.open(ann, '/availability', { timezoneId: 'America/New_York' });
    await page.getByText('2 time slots selected', { exact: false }).waitFor();
    expect(await page.getByText('You painted this week', { exact: false }).count()).toBe(0);
    await close();
  });

  it.each([
    ['/?question=pronouns', ['Back', 'Next']],
    ['/availability', ['Back', 'Skip for now']],
    ['/photos', ['Skip for now']],
  ])('15: the offline line on a phone - %s - covers no button', async (at, names) => {
    for (const width of [320, 390]) {
      const ann = await campus.join('Ann', { isComplete: false, hours: [] });
      const { page, close } = await campus.open(ann, at, { viewport: { width, height: 700 } });
      await button(page, names[0]!).waitFor();
      await page.context().setOffline(true);
      const line = page.locator('.status-line');
      await line.getByText('Offline').waitFor();
      for (const name of names) {
        const target = button(page, name);
        await target.scrollIntoViewIfNeeded();
        const isOnTop = await target.evaluate((element) => {
          const { left, top, width: wide, height } = element.getBoundingClientRect();
          return [top + 2, top + height / 2, top + height - 2].every((y) =>
            element.contains(document.elementFromPoint(left + wide / 2, y)),
          );
        });
        expect([width, name, isOnTop]).toEqual([width, name, true]);
      }
      await page.context().setOffline(false);
      await close();
    }
  });

  it('20: Back on a phone - at the code step - does not leave the site', async () => {
    const { page, close } = await openPage(campus.browser, { viewport: PHONE });
    await page.goto(campus.url);
    await page.getByLabel('University email').fill('pia@campus.edu');
    await button(page, 'Send code').click();
    await page.getByLabel('Code', { exact: true }).waitFor();
    await page.goBack();
    await page.getByLabel('University email').waitFor();
    await close();
  });

  it('22: help and safety in French - name the emergency number in French', async () => {
    const ann = await campus.join('Ann');
    const { page, close } = await campus.open(ann, '/profile?page=settings', { locale: 'fr-CA' });
    await page.evaluate(() => localStorage.setItem('flint-language', 'fr'));
    await page.reload();
    await page.getByText('En cas d’urgence').first().waitFor();
    await page.getByText('Services d’urgence', { exact: false }).first().waitFor();
    await page.goto(`${campus.url}/help.html#fr`);
    await page
      .getByText(/Services d’urgence\s: 911/)
      .first()
      .waitFor();
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
});
