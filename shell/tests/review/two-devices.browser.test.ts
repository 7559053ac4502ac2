import type { Page } from 'playwright-core';
import { addPicture, button, goTo, saved, useCampus } from './people';

jest.setTimeout(120_000);

const campus = useCampus();
const hours = (page: Page, count: number) =>
  page.getByText(`${count} time slot${count === 1 ? '' : 's'} selected`, { exact: false });
const cell = (page: Page, name: string) => page.getByRole('gridcell', { name });
/** What the browser does when the student comes back to a window. */
const comeBack = (page: Page) => page.evaluate(() => void dispatchEvent(new Event('focus')));
const MONDAY_9 = [{ dayOfWeek: 1, startHour: 9, endHour: 10 }];

describe('one student on two devices', () => {
  it('a week saved on the phone - while the laptop shows another one - appears there, and a Save on the laptop keeps it', async () => {
    const ann = await campus.join('Ann', { hours: MONDAY_9 });
    const laptop = await campus.open(ann, '/availability');
    await hours(laptop.page, 1).waitFor();
    await campus.saveWeek(ann.session, [...MONDAY_9, { dayOfWeek: 2, startHour: 17, endHour: 21 }], 'UTC');
    await cell(laptop.page, 'Monday 10 AM to 11 AM, busy').click();
    await comeBack(laptop.page);
    await hours(laptop.page, 6).waitFor();
    await button(laptop.page, 'Save Availability (6 hours)').click();
    await laptop.page.waitForURL('**/photos');
    await saved(laptop.page);
    const { utcSlots } = await campus.call(campus.flint.call(ann.session, 'GET /availability'));
    expect(utcSlots).toEqual([
      { dayOfWeek: 1, startHour: 9, endHour: 11 },
      { dayOfWeek: 2, startHour: 17, endHour: 21 },
    ]);
    await laptop.close();
  });

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

  it('a device whose clock is a year ahead - saves a week - and the server has it', async () => {
    const ann = await campus.join('Ann', { hours: [] });
    const { page, close } = await campus.open(ann, '/profile');
    await page.clock.setFixedTime(Date.now() + 365 * 86_400_000);
    await goTo(page, 'Availability');
    await button(page, 'Evenings').click();
    await button(page, 'Save Availability (35 hours)').click();
    await page.waitForURL('**/photos');
    const { utcSlots } = await campus.call(campus.flint.call(ann.session, 'GET /availability'));
    expect(utcSlots.length).toBeGreaterThan(0);
    await close();
  });

  it('photos added on both - while each shows the album before - are all in the album', async () => {
    const ann = await campus.join('Ann');
    await campus.addPhotos(ann, ['#c2410c']);
    const { page, close } = await campus.open(ann, '/photos');
    await page.locator('[data-photo]').first().waitFor();
    await campus.addPhotos(ann, ['#14532d', '#123f7a']);
    await addPicture(page);
    await button(page, 'Save 2 Photos').click();
    await page.waitForURL('**/profile');
    await saved(page);
    const { items } = await campus.call(campus.flint.call(ann.session, 'GET /photos'));
    expect(items).toHaveLength(3);
    await close();
  });

  it('an answer that was changed on both - shows both, and the chosen one is on the server', async () => {
    const ann = await campus.join('Ann', { isComplete: false, answers: { pronouns: 'she_her' } });
    const { page, close } = await campus.open(ann, '/?question=pronouns');
    const mine = page.getByRole('radio', { name: 'they/them' });
    await mine.waitFor({ state: 'attached' });
    await page.context().setOffline(true);
    await mine.check({ force: true });
    await campus.call(campus.flint.call(ann.session, 'PATCH /profile', { answers: { pronouns: 'he_him' } }));
    await page.context().setOffline(false);
    await page.getByText('You gave two answers', { exact: false }).waitFor();
    const { answers: before } = await campus.call(campus.flint.call(ann.session, 'GET /profile'));
    expect(before.pronouns).toBe('he_him');
    await button(page, 'Keep mine').click();
    await saved(page);
    const { answers } = await campus.call(campus.flint.call(ann.session, 'GET /profile'));
    expect(answers.pronouns).toBe('they_them');
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
