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

  it('10: hours a week - on the profile and on the availability page - explain how they are counted', async () => {
    const ann = await campus.join('Ann', { hours: [{ dayOfWeek: 1, startHour: 17, endHour: 22 }] });
    const { page, close } = await campus.open(ann, '/profile');
    await page.getByText('Hours/Week').waitFor();
    await page.getByText('Stretches of free hours, times two · 5 hours marked free').waitFor();
    await close();
  });

  it('13: a fit that three answers have no reason for - is not called great', async () => {
    const [ann] = await campus.pair('Ann', 'Otto', { hours: [] });
    const { page, close } = await campus.open(ann, '/matches', { viewport: PHONE });
    const card = page.getByRole('article', { name: /Otto/ });
    await card.waitFor();
    expect(await card.getByRole('list', { name: 'Why you fit' }).getByRole('listitem').count()).toBe(0);
    await card.getByText('Worth a coffee').waitFor();
    expect(await page.getByText('Great fit').count()).toBe(0);
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

  it('20: Back on a phone - at the code step and with a sheet open - does not leave the site or the page', async () => {
    const { page, close } = await openPage(campus.browser, { viewport: PHONE });
    await page.goto(campus.url);
    await page.getByLabel('University email').fill('pia@campus.edu');
    await button(page, 'Send code').click();
    await page.getByLabel('Code', { exact: true }).waitFor();
    await page.goBack();
    await page.getByLabel('University email').waitFor();
    await close();
    const ann = await campus.join('Ann', { isComplete: false });
    const inside = await campus.open(ann, '/?question=pronouns', { viewport: PHONE });
    await button(inside.page, 'All questions').click();
    const sheet = inside.page.getByRole('dialog', { name: 'All questions' });
    await sheet.waitFor();
    await inside.page.goBack();
    await sheet.waitFor({ state: 'detached' });
    await inside.page.getByText('Question 2 of').waitFor();
    await inside.close();
  });

  it.each(['/offers', '/matches', '/photos', '/profile', '/availability'])(
    '21: signed out on every device - the other device, on %s - shows sign-in at its next step, not an error',
    async (at) => {
      const email = `quin${at.slice(1)}@campus.edu`;
      const phone = await campus.flint.sessionOf(email);
      const { page, close } = await campus.open({ name: 'Quin', session: phone }, at);
      await page.locator('#main [data-page-heading]').first().waitFor();
      await fetch(`${campus.url}/auth/v1/logout?scope=global`, {
        method: 'POST',
        headers: { authorization: `Bearer ${phone.access_token}` },
      });
      await page.reload();
      await page.getByLabel('University email').waitFor();
      expect(await page.getByText(/Unable to Load/).count()).toBe(0);
      await close();
    },
  );

  it('21: signed out on every device - the other device navigates - shows sign-in', async () => {
    const session = await campus.flint.sessionOf('rosa@campus.edu');
    const { page, close } = await campus.open({ name: 'Rosa', session }, '/photos');
    await page.getByText('No photos yet').waitFor();
    await fetch(`${campus.url}/auth/v1/logout?scope=global`, {
      method: 'POST',
      headers: { authorization: `Bearer ${session.access_token}` },
    });
    // by keyboard: the page may show sign-in already
    await page.keyboard.press('g');
    await page.keyboard.press('m');
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
});
