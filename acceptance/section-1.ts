import { newEmail, newPair, offerOf, respond, type Pair } from './people';
import { FORGOTTEN, pastDate, requestCode, claimPastDate } from './past';
import { address, afterSweep, codeFor, http, look, signInByHttp } from './stage';
import { askForCode, button, codeField, heading, picture, path } from './screens';
import { statement } from './statements';

const offersOf = async ({ recipient }: Pair) =>
  (await http('GET /offers', { as: recipient.session })).body.items as any[];

statement('S1.1.1', async () => {
  const refused = await http('POST /auth/v1/otp', {
    body: { email: 'ann@elsewhere.edu', create_user: true },
  });
  expect(refused.status).toBe(400);
  const email = newEmail();
  expect((await http('POST /auth/v1/otp', { body: { email, create_user: true } })).status).toBe(200);
  const code = await codeFor(email);
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  const body = { email, type: 'email' };
  expect((await http('POST /auth/v1/verify', { body: { ...body, token: wrong } })).status).toBe(403);
  expect((await http('POST /auth/v1/verify', { body: { ...body, token: code } })).status).toBe(200);
});

statement('S1.1.2', async () => {
  const page = await look(null);
  await page
    .getByText(/^Lightning-fast dating for Campus University’s students\.?$/i)
    .first()
    .waitFor();
});

statement('S1.2.1', async () => {
  const { user } = await signInByHttp(newEmail('Anybody'));
  expect(user.email).toMatch(/^anybody\d+@campus\.edu$/);
});

statement(
  'S1.2.2',
  async () => {
    const email = newEmail();
    const verify = async (of: string, token: string) =>
      (await http('POST /auth/v1/verify', { body: { email: of, token, type: 'email' } })).body.user;
    await requestCode(email);
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    const verifiedAt = Date.now();
    const user = await verify(email, await codeFor(email));
    expect(Date.parse(user.created_at)).toBeLessThan(verifiedAt - 500);
    expect(Date.parse(user.email_confirmed_at)).toBeGreaterThanOrEqual(verifiedAt);
    await afterSweep();
    const oldCode = await codeFor(FORGOTTEN);
    await requestCode(FORGOTTEN);
    let code = oldCode;
    while (code === oldCode) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      code = await codeFor(FORGOTTEN);
    }
    expect(Date.parse((await verify(FORGOTTEN, code)).created_at)).toBeGreaterThanOrEqual(verifiedAt);
  },
  120_000,
);

statement('S1.3.1', async () => {
  const page = await look(null);
  const email = newEmail('Journey');
  await askForCode(page, email);
  await codeField(page).fill(await codeFor(email));
  await page.getByText('Question 1 of 37').waitFor();
  await page.goto(`${address()}/?question=ideal_date_types`);
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

statement('S1.4.1', async () => {
  const pair = await newPair();
  const wanted = { activity: 'A walk', location: 'Main gate', message: 'Rain or shine' };
  const { proposedDate } = await offerOf(pair, wanted);
  const [offer] = await offersOf(pair);
  expect(offer).toMatchObject({ ...wanted, proposedDate });
  const without = await newPair();
  await offerOf(without);
  expect((await offersOf(without))[0]).not.toHaveProperty('message');
});

statement('S1.4.2', async () => {
  const rescheduleData = { proposedDate: new Date(Date.now() + 90 * 3_600_000).toISOString() };
  for (const [action, status, more] of [
    ['accept', 'accepted', {}],
    ['decline', 'declined', {}],
    ['reschedule', 'rescheduled', { rescheduleData }],
  ] as const) {
    const pair = await newPair();
    const { id } = await offerOf(pair);
    expect((await respond(pair, id, action, more)).status).toBe(status);
  }
});

statement('S1.4.3', async () => {
  const pair = await newPair();
  const { id } = await offerOf(pair);
  const calendar = () => http(`GET /offers/${id}/calendar`, { as: pair.recipient.session });
  expect((await calendar()).status).toBe(409);
  await respond(pair, id, 'accept');
  expect((await calendar()).body.ics).toMatch(/^BEGIN:VCALENDAR\r\n/);
});

statement('S1.4.4', async () => {
  const report = (offerId: string) => ({
    offerId,
    reportType: 'no_show',
    description: 'Nobody came.',
    createdAt: new Date().toISOString(),
  });
  const over = claimPastDate();
  const given = await http('POST /safety/report', { as: over.recipient.session, body: report(over.offerId) });
  expect(given.status).toBe(201);
  const { sender, offerId } = pastDate();
  expect((await http('POST /safety/report', { as: sender.session, body: report(offerId) })).status).toBe(403);
  const pending = await newPair();
  const { id } = await offerOf(pending);
  const early = await http('POST /safety/report', { as: pending.recipient.session, body: report(id) });
  expect(early.status).toBe(403);
});
