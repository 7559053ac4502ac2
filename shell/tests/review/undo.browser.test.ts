import type { Page } from 'playwright-core';
import { button, useCampus, type Student } from './people';

jest.setTimeout(90_000);

const campus = useCampus();

/** Milliseconds on the page's clock: an action is sent after five seconds. */
const LATE = 4_000;
const SENT = 5_100;

const offersOf = async (who: Student) =>
  (await campus.call(campus.flint.call(who.session, 'GET /offers'))).items;
const undo = (page: Page, name: RegExp = /^Undo/) => button(page, name);
const shows = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();

/** A screen whose clock the test advances. */
async function open(who: Student, at: string) {
  const opened = await campus.open(who, at);
  await opened.page.clock.install();
  return opened;
}

/** The sheet for that person, filled in by hand. */
async function fillSheet(page: Page, name: string) {
  await page.getByRole('link', { name: new RegExp(`^${name}, `) }).click();
  const card = page.getByRole('article', { name: new RegExp(name) });
  await card.getByRole('button', { name: 'Invite', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: `Invite ${name}` });
  await sheet.getByLabel('Activity').fill('Bouldering');
  await sheet.getByLabel('Location').fill('Boat house');
  await sheet.getByRole('button', { name: /^Add a line for/ }).click();
  await sheet.getByLabel(/^Message/).fill('Bring shoes');
  return sheet;
}

async function expectFilled(page: Page, name: string) {
  const sheet = page.getByRole('dialog', { name: `Invite ${name}` });
  await sheet.waitFor();
  const values = ['Activity', 'Location', /^Message/].map((label) => sheet.getByLabel(label).inputValue());
  expect(await Promise.all(values)).toEqual(['Bouldering', 'Boat house', 'Bring shoes']);
  return sheet;
}

/** A student with an offer that waits for an answer, and its sender. */
async function asked(her: string, his: string) {
  const [ann, ben] = await campus.pair(her, his);
  const { id } = await campus.offer(ben, ann);
  return { ann, ben, id };
}

const statusOf = async (who: Student, id: string) =>
  (await offersOf(who)).find((offer: { id: string }) => offer.id === id).status;

describe('what reaches another student, for five seconds', () => {
  it('Send Offer - clicked twice, undone at four seconds - sends nothing and opens the sheet as it was; sent again - is sent once', async () => {
    const [ann, ben] = await campus.pair('Una', 'Umar');
    const { page, close } = await open(ann, '/matches');
    const sheet = await fillSheet(page, 'Umar');
    await button(page, /^Send: /).dblclick();
    await sheet.waitFor({ state: 'detached' });
    await shows(page, /^Sending to Umar: .*, Boat house/);
    await page.clock.fastForward(LATE);
    await undo(page).click();
    await expectFilled(page, 'Umar');
    await page.clock.fastForward(SENT);
    expect(await offersOf(ben)).toEqual([]);
    // by keyboard
    await page.getByLabel(/^Message/).press('Control+Enter');
    await undo(page).waitFor();
    await page.clock.fastForward(SENT);
    await shows(page, 'Your offer is on its way to Umar.');
    expect(await offersOf(ben)).toMatchObject([{ activity: 'Bouldering', message: 'Bring shoes' }]);
    await close();
  });

  it('Send Offer - its page closed - is not sent; the next page says so until it is seen, and the sheet has its text', async () => {
    const [ann, ben] = await campus.pair('Uta', 'Ugo');
    const { page, close } = await open(ann, '/matches');
    await fillSheet(page, 'Ugo');
    await button(page, /^Send: /).click();
    await undo(page).waitFor();
    // not seen: told again
    for (const _ of [1, 2]) {
      await page.reload();
      await shows(page, /^Not sent, because Flint was closed: Sending to Ugo/);
    }
    await page.clock.fastForward(60_000);
    await button(page, 'Show').click();
    await page.getByRole('button', { name: 'Invite', exact: true }).first().click();
    await expectFilled(page, 'Ugo');
    await page.reload();
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    expect(await page.getByText(/^Not sent/).count()).toBe(0);
    expect(await offersOf(ben)).toEqual([]);
    await close();
  });

  it('Accept - answered on another device, or taken back by its sender meanwhile - says what happened', async () => {
    const { ann, ben, id } = await asked('Ully', 'Ulf');
    const { page, close } = await open(ann, '/offers');
    await button(page, 'Accept').click();
    await undo(page).waitFor();
    await campus.call(campus.flint.call(ben.session, `POST /offers/${id}/withdraw`));
    await page.clock.fastForward(SENT);
    await shows(page, 'This offer was taken back.');
    const next = await asked('Umi', 'Urs');
    const first = await open(next.ann, '/offers');
    await button(first.page, 'Accept').click();
    await undo(first.page).waitFor();
    await campus.respond(next.ann, next.id, 'decline');
    await first.page.clock.fastForward(SENT);
    await shows(first.page, 'This offer was declined already.');
    await close();
    await first.close();
  });

  it('Accept - at sign-out - is sent', async () => {
    const { ann, ben, id } = await asked('Usha', 'Uri');
    const { page, close } = await open(ann, '/offers');
    await button(page, 'Accept').click();
    await undo(page).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('sign out');
    await page.keyboard.press('Enter');
    await page.getByLabel('University email').waitFor();
    expect(await statusOf(ben, id)).toBe('accepted');
    await close();
  });

  it('an alert - while Undo is shown, narrow or wide - lies above it, and both above the buttons of the screen', async () => {
    const ann = await campus.join('Ulla');
    const { page, close } = await open(ann, '/availability');
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      await button(page, 'Evenings').click();
      await button(page, 'Clear').click();
      await undo(page).waitFor();
      const file = { name: 'week.ics', mimeType: 'text/calendar', buffer: Buffer.from('no calendar') };
      await page.getByLabel('Calendar file').setInputFiles(file);
      const alert = page.getByRole('alert').filter({ hasText: 'could not be read' });
      const [lowest, highest, above] = await Promise.all(
        [page.locator('.f-foot'), undo(page), alert].map(async (each) => (await each.boundingBox())!),
      );
      expect(highest!.y + highest!.height).toBeLessThan(lowest!.y);
      expect(above!.y + above!.height).toBeLessThan(highest!.y);
      await undo(page).click();
      await alert.getByRole('button', { name: 'Dismiss' }).click();
    }
    await close();
  });
});
