import type { Page } from 'playwright-core';
import { addPhotos, completeStudent, newEmail, newPair, newStudent, offerOf, type Student } from './people';
import {
  askForCode,
  button,
  call,
  codeField,
  cropAndSave,
  goTo,
  heading,
  path,
  pathOf,
  picture,
  signInTitle,
  textOf,
} from './screens';
import { codeFor, http, look } from './stage';
import { statement, walk } from './statements';

let page: Page;
let student: Student;

const checklist = () => page.getByRole('list', { name: 'Checklist' });
const stats = () => page.getByRole('region', { name: 'Quick Stats' });
const percent = async ({ session }: Student) =>
  (await http('GET /profile', { as: session })).body.completeness as number;

// a student without answers
walk({
  'S2.6.1': async () => {
    student = await newStudent();
    page = await look(student.session, '/profile');
    await page.getByText(student.email, { exact: true }).waitFor();
  },

  'S2.6.3': async () => {
    const cards = checklist().getByRole('link');
    await cards.first().waitFor();
    const found = await Promise.all(
      (await cards.all()).map(async (card) => [
        await card.locator('strong').innerText(),
        await card.getAttribute('href'),
      ]),
    );
    expect(found).toEqual([
      ['Basic Info', '/'],
      ['Availability', '/availability'],
      ['Photos', '/photos'],
    ]);
    await cards.first().click();
    await page.getByText('Question 1 of').waitFor();
    expect(pathOf(page)).toBe('/');
  },

  'S2.6.6': async () => {
    await page.goBack();
    await button(page, 'View Your Offers').click();
    await path(page, '/offers');
    await page.goBack();
    await button(page, 'Sign Out').click();
    await heading(page, signInTitle);
  },
});

// a student who has answered, without photos
walk({
  'S2.6.2': async () => {
    student = await completeStudent();
    page = await look(student.session, '/profile');
    const bar = page.getByRole('progressbar', { name: 'Profile Completeness' });
    await bar.waitFor();
    expect(await bar.getAttribute('aria-valuenow')).toBe('75');
    await page.getByText('75%', { exact: true }).waitFor();
  },

  'S2.6.4': async () => {
    const cards = await checklist().getByRole('listitem').all();
    const ticked = await Promise.all(cards.map((card) => card.locator('.profile__tick svg').count()));
    expect(ticked).toEqual([1, 1, 0]);
  },

  'S2.6.5': async () => {
    expect(await textOf(stats())).toMatch(/Photos 0|0 Photos/);
    expect(await textOf(stats())).toMatch(/Hours\/Week 14|14 Hours\/Week/);
  },

  'S2.6.7': async () => {
    await button(page, 'Complete Profile').click();
    await path(page, '/photos');
    await cropAndSave(page, await picture());
    await button(page, 'Save 1 Photo').click();
    await page.getByText('100%', { exact: true }).waitFor();
    expect(await button(page, 'Complete Profile').count()).toBe(0);
  },
});

// what counts, and how much
walk({
  'S9.7.1': async () => {
    expect(await percent(await completeStudent())).toBe(75);
    student = await newStudent();
    const as = student.session;
    await http('POST /profile', { as, body: { answers: {} } });
    expect(await percent(student)).toBe(20);
    await addPhotos(student, 1);
    expect(await percent(student)).toBe(45);
    page = await look(as, '/profile', { timezoneId: 'UTC' });
    await page.getByText('45%', { exact: true }).waitFor();
    const basicInfo = checklist().getByRole('listitem').first();
    await basicInfo.getByText('To do', { exact: true }).waitFor();
    const utcSlots = [
      { dayOfWeek: 1, startHour: 9, endHour: 17 },
      { dayOfWeek: 2, startHour: 9, endHour: 10 },
      { dayOfWeek: 4, startHour: 20, endHour: 22 },
    ];
    const lastUpdated = new Date().toISOString();
    await http('POST /availability', { as, body: { utcSlots, timezone: 'UTC', lastUpdated } });
    await page.reload();
    await page.getByText('60%', { exact: true }).waitFor();
    await basicInfo.getByText('Complete', { exact: true }).waitFor();
    expect(await percent(student)).toBe(60);
    await http('PATCH /profile', { as, body: { onboardingCompletedAt: lastUpdated } });
    expect(await percent(student)).toBe(100);
  },

  'S9.7.2': () => stats().getByText('6', { exact: true }).waitFor(),
});

statement('S7.2.14', async () => {
  const pair = await newPair();
  await offerOf(pair);
  const { session } = pair.sender;
  const offersOfOther = async () => (await http('GET /offers', { as: pair.recipient.session })).body.items;
  expect((await offersOfOther())[0].fromUser.name).not.toBe('deleted student');
  page = await look(session, '/profile');
  await page.getByRole('link', { name: /^Settings/ }).click();
  await page.getByRole('link', { name: 'Account' }).click();
  await button(page, 'Delete my account').click();
  await page.getByLabel('Type DELETE to confirm').fill('DELETE');
  const gone = call(page, 'DELETE /account');
  await button(page, 'Delete everything').click();
  expect((await (await gone).response())!.status()).toBe(204);
  await heading(page, signInTitle);
  expect((await http('GET /profile', { as: session })).status).toBe(401);
  expect((await offersOfOther())[0].fromUser).toEqual({ id: null, name: 'deleted student', age: null });
});

statement('S1.3.1', async () => {
  page = await look(null);
  const email = newEmail('Journey');
  await askForCode(page, email);
  await codeField(page).fill(await codeFor(email));
  await page.getByText('Question 1 of 37').waitFor();
  await goTo(page, '/?question=ideal_date_types');
  await button(page, 'Complete').click();
  await heading(page, 'Set Your Availability');
  await button(page, 'Evenings').click();
  await page.getByRole('button', { name: /^Save Availability/ }).click();
  await heading(page, 'Add Your Photos');
  await page.getByLabel('Add photo').setInputFiles(await picture());
  await button(page.getByRole('dialog'), 'Save').click();
  await button(page, 'Save 1 Photo').click();
  await heading(page, 'Your Profile');
  await page.getByText('100%').waitFor();
  await button(page, 'View Your Offers').click();
  await heading(page, 'Your Offers');
  await path(page, '/offers');
});
