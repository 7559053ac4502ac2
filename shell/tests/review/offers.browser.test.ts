import type { Page } from 'playwright-core';
import { button, fieldValue, inHours, useCampus } from './people';

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
