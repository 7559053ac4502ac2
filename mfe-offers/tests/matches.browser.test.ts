import { expectAccessible } from '@flint/testing/browser';
import { startCampus, type Student } from './campus';

const campus = startCampus();

const allWeek = Array.from({ length: 7 }, (_, dayOfWeek) => ({ dayOfWeek, startHour: 17, endHour: 23 }));

const answers = (session: Student['session'], name: string, gender: 'man' | 'woman') =>
  campus.introduce(session, name, gender, {
    utcSlots: allWeek,
    onboardingCompletedAt: new Date().toISOString(),
  });

/** A student with answers and a week, but without an open page. */
async function classmate(name: string, gender: 'man' | 'woman') {
  const session = await campus.newcomer(name);
  await answers(session, name, gender);
  return session;
}

/** Ann, who has answered nothing yet: the browser logs the 404 (spec 7). */
const viewer = async () =>
  campus.open(await campus.newcomer('Ann'), '/matches', { allow: [/status of 404/] });

describe('matches in the composed app', () => {
  it('with missing answers - names them and links to the question', async () => {
    const { page, close } = await viewer();
    await page.getByText('3 answers to go', { exact: false }).waitFor();
    await expectAccessible(page);
    const edge = async () => (await page.getByRole('heading', { level: 1 }).boundingBox())!.x;
    const first = await edge();
    await page.getByRole('link', { name: 'Profile', exact: true }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Your Profile' }).waitFor();
    expect(await edge()).toBe(first);
    await page.goBack();
    await page.getByRole('link', { name: 'Your name and date of birth' }).click();
    await page.waitForURL('**/?question=bundle_intro');
    await close();
  });

  it('an offer to a match - takes a shared time and one tap; “Not for me” and a block remove people', async () => {
    const [ben] = [
      await classmate('Ben', 'man'),
      await classmate('Cem', 'man'),
      await classmate('Dan', 'man'),
    ];
    const { page, session, close } = await viewer();
    await answers(session, 'Ann', 'woman');
    await page.reload();
    const card = (name: string) => page.getByRole('article', { name: new RegExp(name) });
    const choose = (name: string) => page.getByRole('link', { name: new RegExp(`^${name}, `) }).click();
    await choose('Ben');
    await card('Ben').waitFor();
    await expectAccessible(page);
    await card('Ben').getByRole('button', { name: 'Invite', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite Ben' });
    await dialog.getByRole('radio').first().waitFor();
    await expectAccessible(page);
    await dialog.getByLabel('Activity').fill('Coffee');
    await dialog.getByLabel('Location').fill('Library café');
    await dialog.getByRole('button', { name: 'Send Offer' }).click();
    await page.getByText('Your offer is on its way to Ben.').waitFor();
    await card('Ben').waitFor({ state: 'detached' });
    const { body } = await campus.flint.call(ben, 'GET /offers');
    expect(body.items).toMatchObject([{ activity: 'Coffee', fromUser: { name: 'Ann' }, status: 'pending' }]);

    await choose('Cem');
    await card('Cem').getByRole('button', { name: 'Not for me' }).click();
    await card('Cem').waitFor({ state: 'detached' });
    await card('Dan').getByRole('button', { name: 'Block Dan' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Block', exact: true }).click();
    await page.getByText('Nobody new today').waitFor();
    // 'Not for me' can be undone for some seconds before it is sent
    while ((await campus.flint.call(session, 'GET /matches')).body.items.length > 0)
      await new Promise((resolve) => setTimeout(resolve, 200));
    await page.reload();
    await page.getByText('Nobody new today').waitFor();
    await close();
  });

  it('on a phone and a tablet - the list and the page of a person show the stored crop of 3:4 nearly whole', async () => {
    await classmate('Eli', 'man');
    const { page, session, close } = await viewer();
    await answers(session, 'Ann', 'woman');
    for (const [width, height] of [
      [390, 844],
      [768, 1024],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.goto(new URL('/matches', page.url()).href);
      const photo = page.locator('.f-photo').first();
      const ratio = () => photo.evaluate(({ clientWidth, clientHeight }) => clientWidth / clientHeight);
      await photo.waitFor();
      expect(await ratio()).toBeLessThan(0.85);
      await page
        .getByRole('link', { name: /^See everything about/ })
        .first()
        .click();
      await page.locator('.m-person .f-photo').first().waitFor();
      expect(await ratio()).toBeLessThan(0.85);
    }
    await close();
  });

  it('on a wide window - the address, the back button and the focus follow the shown person; the panes can be resized', async () => {
    await classmate('Cem', 'man');
    const { page, session, close } = await viewer();
    await answers(session, 'Ann', 'woman');
    await page.reload();
    const rows = page.getByRole('group', { name: 'People' }).getByRole('link');
    await rows.first().waitFor();
    const names = await rows.locator('strong').allTextContents();
    const shown = (name: string) => page.getByRole('article', { name }).waitFor();
    await shown(names[0]!);
    await rows.first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await shown(names[1]!);
    expect(page.url()).toMatch(/\?person=/);
    await page.reload();
    await shown(names[1]!);
    await page.goBack();
    await shown(names[0]!);
    const separator = page.getByRole('separator', { name: 'Width of the list' });
    const before = Number(await separator.getAttribute('aria-valuenow'));
    await separator.focus();
    await page.keyboard.press('ArrowRight');
    expect(Number(await separator.getAttribute('aria-valuenow'))).toBe(before + 2);
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Invite', exact: true }).nth(1).waitFor();
    expect(await page.getByRole('article').count()).toBe(names.length);
    await close();
  });
});
