import { expectAccessible, passUndo, useBrowser } from '@flint/testing/browser';
import { useFlint, type StoredSession } from '@flint/testing/flint';
import { introduce, ofCampus } from './campus';

const browser = useBrowser();
const flint = useFlint({ env: { IP_LIMIT_FACTOR: '1000' } });

const allWeek = Array.from({ length: 7 }, (_, dayOfWeek) => ({ dayOfWeek, startHour: 17, endHour: 23 }));

const answers = (session: StoredSession, name: string, gender: 'man' | 'woman') =>
  introduce(flint, session, name, gender, {
    utcSlots: allWeek,
    onboardingCompletedAt: new Date().toISOString(),
  });

let count = 0;
const newcomer = (name: string) => flint.sessionOf(`${name.toLowerCase()}${(count += 1)}@campus.edu`);

/** A student with answers and a week, but without an open page. */
async function classmate(name: string, gender: 'man' | 'woman') {
  const session = await newcomer(name);
  await answers(session, name, gender);
  return session;
}

/** Ann, who has answered nothing yet: the browser logs the 404 (spec 7). */
const viewer = async () => {
  const session = await newcomer('Ann');
  const opened = await flint.openSignedIn(browser, session, '/matches', ofCampus([/status of 404/]));
  return { ...opened, session };
};

describe('matches in the composed app', () => {
  it('“Not for me” and a block - take people off the list, for good', async () => {
    await Promise.all([classmate('Cem', 'man'), classmate('Dan', 'man')]);
    const { page, session, close } = await viewer();
    await page.getByText('3 answers to go', { exact: false }).waitFor();
    const edge = async () => (await page.getByRole('heading', { level: 1 }).boundingBox())!.x;
    const first = await edge();
    await page.getByRole('link', { name: 'Profile', exact: true }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Your Profile' }).waitFor();
    expect(await edge()).toBe(first);
    await answers(session, 'Ann', 'woman');
    await page.clock.install();
    await page.goto(new URL('/matches', page.url()).href);
    const card = (name: string) => page.getByRole('article', { name: new RegExp(name) });
    await page.getByRole('link', { name: /^Cem, / }).click();
    await card('Cem').getByRole('button', { name: 'Not for me' }).click();
    await card('Cem').waitFor({ state: 'detached' });
    await passUndo(page);
    await card('Dan').getByRole('button', { name: 'Report or block Dan' }).click();
    await page.getByRole('button', { name: 'Block Dan', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Block', exact: true }).click();
    await page.getByText('Nobody new today').waitFor();
    await page.reload();
    await page.getByText('Nobody new today').waitFor();
    expect((await flint.call(session, 'GET /matches')).body.items).toEqual([]);
    await close();
  });

  it('on a phone and a tablet - the list shows 300 px of the photo, and the page of a person the stored crop of 3:4 nearly whole', async () => {
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
      expect(await photo.evaluate(({ clientHeight }) => clientHeight)).toBe(300);
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
