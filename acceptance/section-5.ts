// Longer than 300 lines: one file holds the tests of one section of docs/product.md.
import { pastDate } from './past';
import { addPhotos, newEmail, newStudent } from './people';
import { ask, stored } from './questions';
import { alertOf, askForCode, button, codeField, picture, redBox } from './screens';
import { http, look } from './stage';
import { statement } from './statements';
import { withQuestions, withType } from './variant';

statement('S5.1.1', async () => {
  const page = await look(null);
  const calls: string[] = [];
  page.on('request', (request) => calls.push(request.url()));
  for (const email of ['ann@elsewhere.edu', 'ann@notcampus.edu', 'ann@campus.edu.evil.test', 'ann', '']) {
    await askForCode(page, email);
    await redBox(page).getByText('Please use your campus.edu email address', { exact: true }).waitFor();
    await page.getByLabel('University email').fill('x');
    expect(await redBox(page).count()).toBe(0);
  }
  expect(calls.filter((url) => url.includes('/otp'))).toEqual([]);
});

statement('S5.2.1', async () => {
  const page = await look(null);
  await page.route('**/auth/v1/verify*', () => undefined);
  await askForCode(page, newEmail());
  await codeField(page).pressSequentially('1a2 b-3c4d');
  expect(await codeField(page).inputValue()).toBe('1234');
  await codeField(page).pressSequentially('5678');
  expect(await codeField(page).inputValue()).toBe('123456');
});

statement('S5.2.2', async () => {
  const page = await look(null);
  await askForCode(page, newEmail());
  await codeField(page).waitFor();
  expect(await codeField(page).getAttribute('placeholder')).toBe('000000');
});

const year = new Date().getFullYear();

statement('S5.3.1', async () => {
  const { page } = await ask('bundle_intro', { timezoneId: 'UTC' });
  const today = new Date().toISOString().slice(5, 10);
  expect(await page.getByLabel('Date of birth').getAttribute('max')).toBe(`${year - 18}-${today}`);
});

statement('S5.3.2', async () => {
  const { page, student } = await ask('bundle_intro');
  const field = page.getByLabel('Date of birth');
  await field.fill(`${year - 17}-01-01`);
  expect(await field.inputValue()).toBe('');
  await field.fill(`${year - 19}-12-31`);
  expect(await field.inputValue()).toBe(`${year - 19}-12-31`);
  await field.fill(`${year - 17}-06-01`);
  expect(await field.inputValue()).toBe(`${year - 19}-12-31`);
  // at a difference of 18 years the server checks the full date
  await field.fill(`${year - 18}-12-31`);
  expect(await field.inputValue()).toBe(`${year - 18}-12-31`);
  const tomorrow = new Date(Date.now() + 2 * 86_400_000);
  tomorrow.setUTCFullYear(tomorrow.getUTCFullYear() - 18);
  const born = tomorrow.toISOString().slice(0, 10);
  const answers = { bundle_intro: { date_of_birth: born } };
  // a date that was not confirmed holds nobody
  const asked = await http('PATCH /profile', { as: student.session, body: { answers } });
  expect([asked.status, asked.body.code]).toEqual([422, 'birth_date_unconfirmed']);
  const refused = await http('PATCH /profile', {
    as: student.session,
    body: { answers, confirmedBirthDate: born },
  });
  expect([refused.status, refused.body.code]).toEqual([422, 'under_age']);
});

statement('S5.3.3', async () => {
  const { page } = await ask('bundle_intro');
  await page.getByText('You must be 18 or older to use this app', { exact: true }).waitFor();
});

statement('S5.4.1', async () => {
  const { page } = await ask('weekend_style_self', {
    before: withQuestions((code) => code.replace(/(id:"weekend_style_self".*?)maxSelections:3,/, '$1')),
  });
  const chips = page.locator('#main form input[type=checkbox]');
  for (const n of [0, 1, 2]) {
    expect(await chips.nth(5).isEnabled()).toBe(true);
    await chips.nth(n).check();
  }
  expect(await chips.nth(5).isDisabled()).toBe(true);
  await chips.nth(0).uncheck();
  expect(await chips.nth(5).isEnabled()).toBe(true);
  const two = await ask('preferred_love_languages');
  const few = two.page.locator('#main form input[type=checkbox]');
  for (const n of [0, 1]) await few.nth(n).check();
  expect(await few.nth(3).isDisabled()).toBe(true);
});

statement('S5.5.1', async () => {
  const { page } = await ask('pronouns', { before: withType('pronouns', 'type:"text",maxLength:12') });
  const field = page.locator('#main form textarea');
  await field.pressSequentially('Hello');
  await page.getByText('5/12', { exact: true }).waitFor();
  await field.pressSequentially(' there, you');
  expect(await field.inputValue()).toBe('Hello there,');
  await page.getByText('12/12', { exact: true }).waitFor();
  const free = await ask('pronouns', { before: withType('pronouns', 'type:"text"') });
  await free.page.locator('#main form textarea').fill('x'.repeat(40));
  await free.page.getByText(/^40\/\d+$/).waitFor();
});

statement('S5.6.1', async () => {
  const { page, student } = await ask('age_preference');
  const [low, high] = [page.getByRole('slider').first(), page.getByRole('slider').last()];
  await low.fill('28');
  expect([await low.inputValue(), await high.inputValue()]).toEqual(['25', '25']);
  await high.fill('20');
  expect([await low.inputValue(), await high.inputValue()]).toEqual(['25', '25']);
  await low.fill('20');
  expect(await stored(page, student, 'age_preference')).toEqual([20, 25]);
  const body = { answers: { age_preference: [26, 25] } };
  expect((await http('PATCH /profile', { as: student.session, body })).status).toBe(422);
});

statement('S5.7.1', async () => {
  const { page } = await ask('pronouns', { before: withType('pronouns', 'type:"email"') });
  await page.getByText(/\.edu or \.ca/).waitFor();
  await page.locator('#main form input[type=email]').fill('ann@elsewhere.org');
  await button(page, 'Next').click();
  await page.getByText('Question 3 of').waitFor();
});

statement('S5.8.1', async () => {
  const { page } = await ask('pronouns', { before: withType('pronouns', 'type:"selfie"') });
  const field = page.locator('#main form input[type=file]');
  expect([await field.getAttribute('accept'), await field.getAttribute('capture')]).toEqual([
    'image/*',
    'user',
  ]);
  const { session } = await newStudent();
  const photos = await look(session, '/photos');
  const own = photos.locator('input[capture]');
  await own.waitFor({ state: 'attached' });
  expect([await own.getAttribute('accept'), await own.getAttribute('capture')]).toEqual(['image/*', 'user']);
});

async function pick(name: string, mimeType: string, buffer: Buffer) {
  const { session } = await newStudent();
  const page = await look(session, '/photos');
  await page.getByLabel('Add photo').setInputFiles({ name, mimeType, buffer });
  return page;
}

statement('S5.9.1', async () => {
  const page = await pick('notes.txt', 'text/plain', Buffer.from('hello'));
  await alertOf(page, 'Please select an image file');
  expect(await page.getByRole('dialog').count()).toBe(0);
});

/** A picture of that many bytes, padded with zeros and a second end marker. */
async function pictureOf(bytes: number): Promise<Buffer> {
  const { buffer } = await picture();
  return Buffer.concat([buffer, Buffer.alloc(bytes - buffer.length - 2), Buffer.from([0xff, 0xd9])]);
}

statement('S5.9.2', async () => {
  const limit = 10 * 1024 * 1024;
  const page = await pick('big.jpg', 'image/jpeg', await pictureOf(limit + 1));
  await alertOf(page, 'File size must be less than 10MB');
  expect(await page.getByRole('dialog').count()).toBe(0);
  const fits = await pick('fits.jpg', 'image/jpeg', await pictureOf(limit));
  await fits.getByRole('dialog', { name: 'Crop Your Photo' }).waitFor();
});

statement('S5.9.3', async () => {
  const student = await newStudent();
  const { session } = student;
  await addPhotos(student, 5);
  const page = await look(session, '/photos');
  const file = await picture();
  await page.getByLabel('Add photo').setInputFiles([file, file]);
  await button(page.getByRole('dialog'), 'Save').click();
  await page.getByText('6/6', { exact: true }).waitFor();
  expect(await page.getByLabel('Add photo').count()).toBe(0);
  expect(await page.locator('input[type=file][multiple], input[capture]').count()).toBe(0);
  const photos = Array.from({ length: 7 }, (_, n) => ({ url: `/storage/v1/photos/${n}` }));
  expect((await http('POST /photos', { as: session, body: { photos } })).status).toBe(400);
});

statement('S5.10.1', async () => {
  const { session } = await newStudent();
  const page = await look(session, '/photos');
  await page.getByLabel('Add photo').setInputFiles(await picture());
  const stencil = page.locator('.advanced-cropper-rectangle-stencil').first();
  await stencil.waitFor();
  const shown = page
    .locator('.advanced-cropper-background-image, .advanced-cropper__background-wrapper img')
    .first();
  const measure = async () => {
    const [crop, image] = [(await stencil.boundingBox())!, (await shown.boundingBox())!];
    return { crop, image };
  };
  await page.waitForTimeout(400);
  const { crop, image } = await measure();
  expect(crop.width / crop.height).toBeCloseTo(3 / 4, 1);
  expect(crop.width / image.width).toBeCloseTo(0.9, 1);
  expect(crop.x + crop.width / 2).toBeCloseTo(image.x + image.width / 2, -1);
  expect(crop.y + crop.height / 2).toBeCloseTo(image.y + image.height / 2, -1);
});

statement('S5.11.1', async () => {
  const { session } = await newStudent();
  const page = await look(session, '/availability');
  await button(page, 'Save Availability (0 hours)').waitFor();
  expect(await button(page, 'Save Availability (0 hours)').isDisabled()).toBe(true);
  await page.getByRole('gridcell', { name: 'Sunday 12 AM to 1 AM' }).click();
  expect(await button(page, 'Save Availability (1 hour)').isEnabled()).toBe(true);
});

statement('S5.12.1', async () => {
  const { recipient, offerId } = pastDate();
  const page = await look(recipient.session, '/offers');
  await button(page, 'Report Issue').click();
  const dialog = page.getByRole('dialog', { name: 'Report Issue' });
  expect(await button(dialog, 'Submit').isDisabled()).toBe(true);
  await dialog.getByLabel('Details').fill('   ');
  await button(dialog, 'Submit').click();
  await alertOf(page, 'Please provide details about the incident');
  const body = { offerId, reportType: 'no_show', description: '   ', createdAt: new Date().toISOString() };
  expect((await http('POST /safety/report', { as: recipient.session, body })).status).toBe(400);
});
