import type { Page } from 'playwright-core';
import { button, fieldValue, inHours, useCampus, PHONE } from './people';

jest.setTimeout(90_000);

const campus = useCampus();

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

/** Reloads the page, and resolves once its event stream is open. */
async function listening(page: Page): Promise<void> {
  const heard = page.waitForResponse((answer) => answer.url().endsWith('/offers/events'));
  await page.reload();
  await heard;
}

describe('the review’s bugs about offers', () => {
  it('4: Invite and Reschedule at another time - opened at any minute - accept every quarter of an hour', async () => {
    const [ann, dan] = await campus.pair('Ann', 'Dan');
    await campus.offer(dan, ann);
    const { page, close } = await campus.open(ann, '/offers');
    const odd = Math.round(Date.now() / quarterMs) * quarterMs + 2 * minuteMs;
    await page.clock.setFixedTime(odd);
    await button(page, 'Reschedule').click();
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

  it('5: a match with six photos - tapped on its photo - shows all six', async () => {
    const [ann, gus] = await campus.pair('Ann', 'Gus');
    await campus.addPhotos(
      gus,
      [1, 2, 3, 4, 5, 6].map((n) => `#c2${n}10c`),
    );
    const { page, close } = await campus.open(ann, '/matches', { viewport: PHONE });
    await page.getByRole('link', { name: 'See everything about Gus' }).click();
    const person = page.getByRole('article', { name: /^Gus/ });
    await person.getByRole('img', { name: 'Photo 6 of 6 of Gus' }).waitFor();
    expect(await person.getByRole('img', { name: /^Photo \d of 6/ }).count()).toBe(6);
    await close();
  });

  it('6: a new offer - on another screen, and in another tab - is announced, counted in navigation and title, and shown', async () => {
    const [ann, ben] = await campus.pair('Ann', 'Hal');
    const { page, close } = await campus.open(ann, '/photos');
    const badge = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /Offers/ });
    await listening(page);
    await campus.offer(ben, ann);
    const told = page.getByText(/Hal invites you/);
    await told.waitFor();
    expect(await page.title()).toMatch(/^\(1\)/);
    expect(await badge.textContent()).toContain('1');
    await button(page, 'Show').click();
    await page.getByRole('article', { name: /Hal/ }).waitFor();
    await close();
  });

  it('6: a date called off - while another screen is open - is announced there', async () => {
    const [ann, ben] = await campus.pair('Ann', 'Ian');
    const { id } = await campus.offer(ben, ann);
    await campus.respond(ann, id, 'accept');
    const { page, close } = await campus.open(ann, '/photos');
    await listening(page);
    await campus.call(campus.flint.call(ben.session, `POST /offers/${id}/cancel`));
    await page.getByText(/Ian called your date off/).waitFor();
    await close();
  });

  it('7: a date agreed after a counter-proposal - for both - is under Your dates, above both tabs', async () => {
    const [ann, ben] = await campus.pair('Ann', 'Jon');
    const { id } = await campus.offer(ann, ben);
    const other = { proposedDate: inHours(90), activity: 'Coffee' };
    await campus.respond(ben, id, 'reschedule', other);
    const { body } = await campus.flint.call(ann.session, 'GET /offers');
    const counter = body.items.find((offer: { status: string }) => offer.status === 'pending');
    await campus.respond(ann, counter.id, 'accept');
    for (const who of [ann, ben]) {
      const { page, close } = await campus.open(who, '/offers', { viewport: PHONE });
      for (const tab of [/^Received/, /^Sent/]) {
        await page.getByRole('tab', { name: tab }).click();
        const dates = page.getByRole('region', { name: 'Your dates' });
        await dates.getByRole('article').waitFor();
        const below = await page.getByRole('tablist').boundingBox();
        expect((await dates.boundingBox())!.y).toBeLessThan(below!.y);
      }
      await close();
    }
  });

  it('8: two own offers at one time - a warning appears before the second is sent; when one is agreed, the other is marked for the student of the date only', async () => {
    const [ann, ken] = await campus.pair('Ann', 'Ken');
    const lee = await campus.join('Lee', { gender: 'man' });
    await campus.look(lee);
    const at = inHours(96);
    const first = await campus.offer(ann, ken, at);
    const annsPage = await campus.open(ann, '/matches');
    const { dialog, field } = await inviteAtAnotherTime(annsPage.page, 'Lee');
    await field.fill(fieldValue(at));
    await dialog.getByText(/You have asked Ken for/).waitFor();
    await annsPage.close();
    await campus.offer(ann, lee, at);
    await campus.respond(ken, first.id, 'accept');
    const [hers, his] = [await campus.open(ann, '/offers'), await campus.open(lee, '/offers')];
    await hers.page.getByRole('tab', { name: /^Sent/ }).click();
    await hers.page.getByText('You have a date then').first().waitFor();
    await button(his.page, 'Accept').waitFor();
    expect(await his.page.getByText('You have a date then').count()).toBe(0);
    expect(await his.page.getByText(/accepted date|Ken/).count()).toBe(0);
    await hers.close();
    await his.close();
  });

  it('14: no offers - a student at 100 % - is led to the matches, not to finish the profile', async () => {
    const ann = await campus.join('Ann');
    await campus.addPhotos(ann, ['#c2410c']);
    const { page, close } = await campus.open(ann, '/offers');
    await page.getByText('Your profile is complete.', { exact: false }).waitFor();
    await button(page, 'See your matches').click();
    await page.waitForURL('**/matches');
    await close();
  });

  it('19: an hour at night - in an invitation and in another time for an offer - causes a warning before sending', async () => {
    const [ann, max] = await campus.pair('Ann', 'Max');
    const night = `${inHours(72).slice(0, 10)}T03:00`;
    const invitation = await campus.open(ann, '/matches');
    const { dialog, field } = await inviteAtAnotherTime(invitation.page, 'Max');
    await field.fill(night);
    await dialog.getByText(/This is at night/).waitFor();
    await invitation.close();
    await campus.offer(max, ann);
    const { page, close } = await campus.open(ann, '/offers');
    await button(page, 'Reschedule').click();
    await page.getByRole('dialog').getByLabel('Your time').fill(night);
    await page
      .getByRole('dialog')
      .getByText(/This is at night/)
      .waitFor();
    await close();
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
