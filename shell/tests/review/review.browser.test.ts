import { expectAccessible, openPage } from '@flint/testing/browser';
import type { Page } from 'playwright-core';
import { button, fieldValue, goTo, inHours, PHONE, saved, useCampus } from './people';

jest.setTimeout(120_000);

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

    // another name of the same clock
    const inNewYork = await campus.open(ann, '/availability', { timezoneId: 'America/New_York' });
    await inNewYork.page.getByText('2 time slots selected', { exact: false }).waitFor();
    expect(await inNewYork.page.getByText('You painted this week', { exact: false }).count()).toBe(0);
    await inNewYork.close();

    const { page, close } = await campus.open(ann, '/availability', { timezoneId: 'Europe/Paris' });
    const question = page.getByText('You painted this week in Toronto time; this device is in Paris time.');
    await question.waitFor();
    const painted = await selectedHours(page);
    expect(painted.map((label) => label.split(',')[0])).toEqual([
      'Monday 5 PM to 6 PM',
      'Monday 6 PM to 7 PM',
    ]);
    await page.getByText('Toronto time', { exact: true }).waitFor();
    await button(page, 'Keep Toronto time').click();
    await question.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByText('2 time slots selected', { exact: false }).waitFor();
    expect(await question.count()).toBe(0);
    // another device in the same zone has not stored the answer
    await page.evaluate(() => localStorage.removeItem('flint:week-zone-kept'));
    await page.reload();
    await button(page, 'Use Paris time').click();
    await page.getByText('Paris time', { exact: true }).waitFor();
    expect(await selectedHours(page)).toEqual(painted);
    await button(page, 'Save Availability (2 hours)').click();
    await page.waitForURL('**/photos');
    const { body } = await campus.flint.call(ann.session, 'GET /availability');
    expect(body.timezone).toBe('Europe/Paris');
    await close();
  });

  it('15: the offline line on a phone - covers no button', async () => {
    const ann = await campus.join('Ann', { isComplete: false, hours: [] });
    const { page, close } = await campus.open(ann, '/', { viewport: { width: 390, height: 700 } });
    for (const [at, names] of [
      ['/?question=pronouns', ['Back', 'Next']],
      ['/availability', ['Back', 'Skip for now']],
      ['/photos', ['Skip for now']],
    ] as const) {
      await page.goto(campus.url + at);
      await button(page, names[0]).waitFor();
      await page.context().setOffline(true);
      await page.locator('.status-line').getByText('Offline').waitFor();
      for (const width of [320, 390]) {
        await page.setViewportSize({ width, height: 700 });
        for (const name of names) {
          const target = button(page, name);
          await target.scrollIntoViewIfNeeded();
          const isOnTop = await target.evaluate((element) => {
            const { left, top, width: wide, height } = element.getBoundingClientRect();
            return [top + 2, top + height / 2, top + height - 2].every((y) =>
              element.contains(document.elementFromPoint(left + wide / 2, y)),
            );
          });
          expect([at, width, name, isOnTop]).toEqual([at, width, name, true]);
        }
      }
      await page.context().setOffline(false);
    }
    await close();
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
    const { page, close } = await campus.open(ann, '/profile?page=settings&section=safety', {
      locale: 'fr-CA',
    });
    await page.evaluate(() => localStorage.setItem('flint-language', 'fr'));
    await page.reload();
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

const minuteMs = 60_000;
const quarterMs = 15 * minuteMs;

/** The invitation dialog for that person, with 'Another time' chosen. */
async function inviteAtAnotherTime(page: Page, name: string) {
  await page.getByRole('link', { name: new RegExp(`^${name}, `) }).click();
  const card = page.getByRole('article', { name: new RegExp(name) });
  await card.getByRole('button', { name: 'Invite', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `Invite ${name}` });
  await dialog.getByText('Another time').click();
  return { dialog, field: dialog.getByLabel('Your time') };
}

const isValid = (field: ReturnType<Page['getByLabel']>) =>
  field.evaluate((input) => (input as HTMLInputElement).validity.valid);

describe('the review’s bugs about offers', () => {
  it('4: Invite and Reschedule at another time - opened at any minute - accept every quarter of an hour', async () => {
    const [ann, dan] = await campus.pair('Ann', 'Dan');
    await campus.offer(dan, ann);
    const { page, close } = await campus.open(ann, '/offers');
    const odd = Math.round(Date.now() / quarterMs) * quarterMs + 2 * minuteMs;
    await page.clock.setFixedTime(odd);
    await button(page, 'Reschedule').click();
    await page.getByRole('dialog').getByText('Another time').click();
    const fields = [page.getByRole('dialog').getByLabel('Your time')];
    for (const hours of [24, 24.25, 24.5, 24.75]) {
      await fields[0]!.fill(
        fieldValue(new Date(Date.parse(inHours(0)) + hours * 60 * minuteMs).toISOString()),
      );
      expect(await isValid(fields[0]!)).toBe(true);
    }
    const [eva, finn] = await campus.pair('Eva', 'Finn');
    expect(finn.name).toBe('Finn');
    const other = await campus.open(eva, '/matches');
    await other.page.clock.setFixedTime(odd);
    const { field } = await inviteAtAnotherTime(other.page, 'Finn');
    for (const hours of [24, 24.25, 24.5, 24.75]) {
      await field.fill(fieldValue(new Date(Date.parse(inHours(0)) + hours * 60 * minuteMs).toISOString()));
      expect(await isValid(field)).toBe(true);
    }
    await close();
    await other.close();
  });

  it('20: an unsent offer - closed by Escape or by Back - is restored when the dialog opens again', async () => {
    const [ann, ned] = await campus.pair('Ann', 'Ned');
    expect(ned.name).toBe('Ned');
    const { page, close } = await campus.open(ann, '/matches');
    const { dialog } = await inviteAtAnotherTime(page, 'Ned');
    await dialog.getByLabel('Activity').fill('Bouldering');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    const reopened = await inviteAtAnotherTime(page, 'Ned');
    expect(await reopened.dialog.getByLabel('Activity').inputValue()).toBe('Bouldering');
    await page.goBack();
    await reopened.dialog.waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe('/matches');
    await close();
  });
});

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
});

const hours = (page: Page, count: number) =>
  page.getByText(`${count} time slot${count === 1 ? '' : 's'} selected`, { exact: false });
const cell = (page: Page, name: string) => page.getByRole('gridcell', { name });
const MONDAY_9 = [{ dayOfWeek: 1, startHour: 9, endHour: 10 }];

describe('one student on two devices', () => {
  it('a week saved offline, and its answer to another device’s later one - when the network is back - holds the hours of both', async () => {
    const ann = await campus.join('Ann', { hours: MONDAY_9 });
    const { page, close } = await campus.open(ann, '/availability');
    await hours(page, 1).waitFor();
    await page.context().setOffline(true);
    await cell(page, 'Monday 10 AM to 11 AM, busy').click();
    await button(page, 'Save Availability (2 hours)').click();
    await page.getByText('Not saved yet: your week').waitFor();
    await campus.saveWeek(ann.session, [{ dayOfWeek: 5, startHour: 8, endHour: 9 }], 'UTC');
    await page.context().setOffline(false);
    await saved(page);
    const { utcSlots } = await campus.call(campus.flint.call(ann.session, 'GET /availability'));
    expect(utcSlots).toEqual([
      { dayOfWeek: 1, startHour: 10, endHour: 11 },
      { dayOfWeek: 5, startHour: 8, endHour: 9 },
    ]);
    await close();
  });

  it('a sign-out with unsent answers - asks first; what another account finds on the device is nothing', async () => {
    const [ann, ben] = [await campus.join('Ann', { isComplete: false }), await campus.join('Ben')];
    const { page, close } = await campus.open(ann, '/?question=pronouns');
    await page.getByRole('radio', { name: 'they/them' }).waitFor({ state: 'attached' });
    await goTo(page, 'Profile');
    await button(page, 'Sign Out').waitFor();
    await goTo(page, 'Questions');
    await page.getByRole('radio', { name: 'they/them' }).waitFor({ state: 'attached' });
    await page.context().setOffline(true);
    await page.getByRole('radio', { name: 'they/them' }).check({ force: true });
    await goTo(page, 'Profile');
    await button(page, 'Sign Out').click();
    await page.getByRole('dialog', { name: 'Sign out without saving?' }).waitFor();
    await page.context().setOffline(false);
    await button(page, 'Sign out anyway').click();
    await page.getByLabel('University email').waitFor();
    const names = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
    expect(names.filter((name) => name?.includes(ann.session.user.id))).toEqual([]);
    expect(names.join()).not.toContain(ben.session.user.id);
    await close();
  });
});
