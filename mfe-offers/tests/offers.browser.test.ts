import { readFile } from 'node:fs/promises';
import { expectAccessible } from '@flint/testing/browser';
import type { Page } from 'playwright-core';
import { startCampus, type Student } from './campus';

const campus = startCampus();
const { student } = campus;

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

async function offered(from: Student, to: Student, proposedDate = inDays(3)): Promise<string> {
  const { status, body } = await campus.flint.call(from.session, 'POST /offers', {
    toUserId: to.session.user.id,
    proposedDate,
    location: 'Library café',
    activity: 'Coffee',
    message: 'See you there?',
  });
  expect(status).toBe(201);
  return body.id;
}

const shows = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor();
/** The conflict that this test causes, in a tab without an event stream. */
const CONFLICT = [/409/, /404/];

describe('offers in the composed app', () => {
  it('received, accepted, saved to a calendar, called off - the other side sees each step without a reload', async () => {
    const [ann, ben] = [await student('Ann', 'woman'), await student('Ben', 'man')];
    await Promise.all([ann, ben].map(({ page }) => shows(page, 'No received offers yet')));
    const id = await offered(ann, ben);
    await ben.page.getByRole('article', { name: /Ann/ }).waitFor();
    await expectAccessible(ben.page);
    await ben.page.getByRole('button', { name: 'Accept' }).click();
    await shows(ben.page, 'Offer accepted successfully!');
    await ben.page.getByRole('button', { name: 'Add to Calendar' }).click();
    const [download] = await Promise.all([
      ben.page.waitForEvent('download'),
      ben.page.getByRole('button', { name: 'Download calendar file' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`${id}.ics`);
    expect(await readFile((await download.path())!, 'utf8')).toMatch(/SUMMARY:Date: Coffee\r\n/);
    await expectAccessible(ben.page);
    await ben.page.keyboard.press('Escape');

    await ann.page.getByRole('tab', { name: 'Sent 1' }).click();
    await shows(ann.page, 'Accepted');
    await ann.page.getByRole('button', { name: 'Call off' }).click();
    // not undone: sent after five seconds
    await ann.page.getByRole('button', { name: /^Undo/ }).waitFor();
    await shows(ann.page, 'You called this date off.');
    await shows(ben.page, 'Ann called this date off.');
    await Promise.all([ann.close(), ben.close()]);
  });

  it('answered in two tabs at once - the slower tab shows what happened', async () => {
    const [ann, ben] = [await student('Ann', 'woman'), await student('Ben', 'man', { allow: CONFLICT })];
    await offered(ann, ben);
    await ben.page.reload();
    const second = await ben.page.context().newPage();
    await second.route('**/api/v1/offers/events', (route) => route.fulfill({ status: 404, body: '{}' }));
    await second.addInitScript(() => {
      addEventListener('storage', (event) => event.stopImmediatePropagation(), true);
    });
    await second.goto(`${campus.flint.url}/offers`);
    await second.getByRole('button', { name: 'Accept' }).waitFor();
    await ben.page.getByRole('button', { name: 'Decline' }).click();
    await shows(ben.page, 'Offer declined successfully!');
    await second.getByRole('button', { name: 'Accept' }).click();
    await shows(second, 'This offer was declined already.');
    await shows(second, 'Declined');
    await Promise.all([ann.close(), ben.close()]);
  });

  it('two on a wide window - have an address each; a link, a reload and Back show the right one', async () => {
    const [ann, ben, cem] = [
      await student('Ann', 'woman'),
      await student('Ben', 'man'),
      await student('Cem', 'man'),
    ];
    await offered(ben, ann, inDays(2));
    const second = await offered(cem, ann, inDays(4));
    await ann.page.goto(`${campus.flint.url}/offers?tab=received&offer=${second}`);
    const shown = (name: RegExp) => ann.page.getByRole('article', { name }).waitFor();
    await shown(/^Cem/);
    await ann.page.getByRole('link', { name: /^Ben, / }).click();
    await shown(/^Ben/);
    await ann.page.reload();
    await shown(/^Ben/);
    await ann.page.goBack();
    await shown(/^Cem/);
    await ann.page.getByRole('button', { name: 'Decline' }).click();
    await shows(ann.page, 'You declined.');
    await shown(/^Cem/);
    await expectAccessible(ann.page);
    await Promise.all([ann, ben, cem].map(({ close }) => close()));
  });

  it('blocked from a card - disappears for the student who blocked, and is declined for the other', async () => {
    const [ann, ben] = [await student('Ann', 'woman'), await student('Ben', 'man')];
    await offered(ann, ben);
    await ben.page.reload();
    await ben.page.getByRole('button', { name: 'Block Ann' }).click();
    await ben.page.getByRole('dialog').getByRole('button', { name: 'Block', exact: true }).click();
    await shows(ben.page, 'No received offers yet');
    const { body } = await campus.flint.call(ann.session, 'GET /offers');
    expect(body.items).toMatchObject([{ status: 'declined' }]);
    await Promise.all([ann.close(), ben.close()]);
  });
});
