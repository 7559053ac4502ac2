import type { Page } from 'playwright-core';
import { pastDate, claimPastDate } from './past';
import { inHours, newEmail, newPair, newStudent, offerOf } from './people';
import {
  alertOf,
  askForCode,
  button,
  clickAndSend,
  codeField,
  cropAndSave,
  failing,
  heading,
  picture,
  redBox,
} from './screens';
import { http, look, type Session } from './stage';
import { statement } from './statements';

statement('S8.1.1', async () => {
  const page = await look(null);
  const calls: string[] = [];
  page.on('request', (request) => calls.push(request.method()));
  await askForCode(page, 'ann@elsewhere.edu');
  await redBox(page).getByText('Please use your campus.edu email address', { exact: true }).waitFor();
  expect(calls).not.toContain('POST');
});

statement('S8.1.2', async () => {
  const page = await look(null, '/', { before: (fresh) => fresh.clock.install() });
  let sends = 0;
  let isRefused = true;
  await page.route('**/auth/v1/otp*', (route) => {
    sends += 1;
    return isRefused
      ? route.fulfill({ status: 429, json: { code: 429, error_code: 'x', msg: 'The post office is closed' } })
      : route.fulfill({ json: {} });
  });
  await page.route('**/auth/v1/verify*', (route) =>
    route.fulfill({ status: 403, json: { code: 403, error_code: 'otp_expired', msg: 'That code has gone' } }),
  );
  await askForCode(page, newEmail());
  await redBox(page).getByText('The post office is closed', { exact: true }).waitFor();
  expect(await button(page, 'Send code').isEnabled()).toBe(true);
  isRefused = false;
  await button(page, 'Send code').click();
  await codeField(page).fill('123456');
  await redBox(page).getByText('That code has gone', { exact: true }).waitFor();
  expect(await button(page, 'Sign in').isEnabled()).toBe(true);
  await page.clock.fastForward(61_000);
  await page.getByRole('button', { name: /^Resend code/ }).click();
  await page.getByText(/We sent a new code/).waitFor();
  expect(sends).toBe(3);
});

/** The error view of the offers after that status, or without a response. */
async function offersFailing(status: number | null) {
  const { session } = await newStudent();
  const page = await look(session, '/offers', {
    before: (fresh) =>
      status === null
        ? fresh.route('**/api/v1/offers', (route) => route.abort())
        : failing(fresh, 'GET', '/offers', status),
  });
  await page.getByText('Unable to Load Offers', { exact: true }).waitFor();
  return page;
}

for (const [id, status, text] of [
  ['S8.2.1', null, 'Network error. Please check your connection and try again.'],
  ['S8.2.2', 401, 'Session expired. Please sign in again.'],
  ['S8.2.3', 403, "You don't have permission to perform this action."],
  ['S8.2.4', 404, 'The requested resource was not found.'],
  ['S8.2.5', 500, 'Server error. Please try again later.'],
] as const) {
  statement(id, async () => {
    const page = await offersFailing(status);
    await page.getByText(text, { exact: true }).waitFor();
  });
}

statement('S8.2.6', async () => {
  const page = await offersFailing(409);
  await page.getByText('Failed to load offers: Conflict', { exact: true }).waitFor();
  const signIn = await look(null);
  await signIn.route('**/auth/v1/otp*', (route) =>
    route.fulfill({ status: 422, json: { code: 422, msg: '' } }),
  );
  await askForCode(signIn, newEmail());
  await redBox(signIn)
    .getByText('An unexpected error occurred. Please try again.', { exact: true })
    .waitFor();
});

const photosPage = async () => look((await newStudent()).session, '/photos');
const add = (page: Page, name: string, mimeType: string, buffer: Buffer) =>
  page.getByLabel('Add photo').setInputFiles({ name, mimeType, buffer });

statement('S8.3.1', async () => {
  const page = await photosPage();
  await add(page, 'a.pdf', 'application/pdf', Buffer.from('%PDF'));
  await alertOf(page, 'Please select an image file');
  await add(page, 'b.jpg', 'image/jpeg', Buffer.alloc(10 * 1024 * 1024 + 1));
  await alertOf(page, 'File size must be less than 10MB');
});

statement('S8.3.2', async () => {
  const page = await photosPage();
  await page.evaluate(() => {
    HTMLCanvasElement.prototype.toBlob = (done) => done(null);
  });
  const { name, mimeType, buffer } = await picture();
  await add(page, name, mimeType, buffer);
  const dialog = page.getByRole('dialog', { name: 'Crop Your Photo' });
  await dialog.locator('.advanced-cropper-rectangle-stencil').first().waitFor();
  await button(dialog, 'Save').click();
  await alertOf(page, 'Failed to process image. Please try again.');
  expect(await button(dialog, 'Save').isEnabled()).toBe(true);
  const other = await photosPage();
  await other.evaluate(() => {
    const addressOf = URL.createObjectURL.bind(URL);
    URL.createObjectURL = () => addressOf(new Blob(['not a picture']));
  });
  await add(other, name, mimeType, buffer);
  await alertOf(other, 'Failed to process image. Please try again.');
});

statement('S8.3.3', async () => {
  const page = await photosPage();
  await cropAndSave(page, await picture());
  await failing(page, 'POST', '/photos', 500);
  await button(page, 'Save 1 Photo').click();
  await alertOf(page, 'Failed to save photos. Please try again.');
  await heading(page, 'Add Your Photos');
});

async function reporting({ session }: { session: Session }) {
  const page = await look(session, '/offers');
  await button(page, 'Report Issue').click();
  const dialog = page.getByRole('dialog', { name: 'Report Issue' });
  const submit = async (details: string) => {
    await dialog.getByLabel('Details').fill(details);
    await button(dialog, 'Submit').click();
  };
  return { page, submit };
}

statement('S8.3.4', async () => {
  const { page, submit } = await reporting(pastDate().recipient);
  await submit(' ');
  await alertOf(page, 'Please provide details about the incident');
  await failing(page, 'POST', '/safety/report', 500);
  await submit('Nobody came.');
  await alertOf(page, 'Failed to submit report. Please try again.');
  const given = await reporting(claimPastDate().recipient);
  await given.submit('Nobody came.');
  await given.page
    .getByRole('status')
    .getByText('Report submitted successfully. Our safety team will review it.', { exact: true })
    .waitFor();
});

statement('S8.3.5', async () => {
  for (const [name, text] of [
    ['Accept', 'Offer accepted successfully!'],
    ['Decline', 'Offer declined successfully!'],
    ['Reschedule', 'Offer rescheduled successfully!'],
  ] as const) {
    const pair = await newPair();
    await offerOf(pair);
    const page = await look(pair.recipient.session, '/offers', { timezoneId: 'UTC' });
    let answer = button(page, name);
    if (name === 'Reschedule') {
      await answer.click();
      const dialog = page.getByRole('dialog', { name: 'Reschedule' });
      await dialog.getByLabel('Your time').fill(inHours(80).slice(0, 16));
      answer = button(dialog, 'Reschedule');
    }
    await clickAndSend(page, answer);
    await page.getByRole('status').getByText(text, { exact: true }).waitFor();
  }
});

statement('S8.4.1', async () => {
  const missing = await http('GET /auth/v1/user', { as: { access_token: 'none' } });
  expect([missing.status, missing.body.error_code]).toEqual([403, 'bad_jwt']);
  const wrong = await http('POST /auth/v1/verify', {
    body: { email: newEmail(), token: '123456', type: 'email' },
  });
  expect([wrong.status, wrong.body.error_code]).toEqual([403, 'otp_expired']);
  for (const status of [502, 503, 504]) {
    const { session } = await newStudent();
    let tries = 0;
    const page = await look({ ...session, expires_at: 1 }, '/profile', {
      before: (fresh) =>
        fresh.route('**/auth/v1/token*', (route) => {
          tries += 1;
          return tries < 3 ? route.fulfill({ status, json: {} }) : route.continue();
        }),
    });
    await page.getByRole('heading', { level: 1, name: 'Your Profile' }).waitFor();
    await page.waitForFunction(() => JSON.parse(localStorage.getItem('auth-storage')!).expires_at > 1);
    expect(tries).toBe(3);
  }
});
