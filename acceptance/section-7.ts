// Longer than 300 lines: one file holds the tests of one section of docs/product.md.
import type { Page, Request } from 'playwright-core';
import { claimPastDate } from './past';
import { completeStudent, newEmail, newPair, newStudent, offerOf } from './people';
import {
  askForCode,
  button,
  clickAndSend,
  codeField,
  cropAndSave,
  failing,
  heading,
  path,
  picture,
  recordUploads,
  signInTitle,
  uploadsOf,
} from './screens';
import { address, codeFor, http, look, type Session } from './stage';
import { statement } from './statements';

/** The next call with that method to that path of the sign-in service or the API. */
const call = (page: Page, methodAndPath: string): Promise<Request> => {
  const [method, at] = methodAndPath.split(' ');
  return page.waitForRequest(
    (request) => request.method() === method && new URL(request.url()).pathname.replace('/api/v1', '') === at,
  );
};

statement('S7.1.1', async () => {
  const page = await look(null);
  const email = newEmail();
  const asked = call(page, 'POST /auth/v1/otp');
  await askForCode(page, email);
  expect((await asked).postDataJSON()).toMatchObject({
    email,
    create_user: true,
    data: { domain_verified: true },
  });
});

statement('S7.1.2', async () => {
  const page = await look(null);
  const email = newEmail();
  await askForCode(page, email);
  const asked = call(page, 'POST /auth/v1/verify');
  const token = await codeFor(email);
  await codeField(page).fill(token);
  const request = await asked;
  expect(request.postDataJSON()).toMatchObject({ email, token, type: 'email' });
  expect(await (await request.response())!.json()).toMatchObject({
    access_token: expect.any(String),
    refresh_token: expect.any(String),
    expires_in: expect.any(Number),
    expires_at: expect.any(Number),
    user: { email, id: expect.any(String) },
  });
  await page.getByText('Question 1 of').waitFor();
});

const expiresIn = (session: Session, seconds: number): Session => ({
  ...session,
  expires_at: Math.floor(Date.now() / 1000) + seconds,
});

statement('S7.1.3', async () => {
  const { session } = await newStudent();
  const page = await look(null);
  await page.evaluate(
    (text) => localStorage.setItem('auth-storage', text),
    JSON.stringify(expiresIn(session, 60)),
  );
  const asked = call(page, 'POST /auth/v1/token');
  await page.goto(`${address()}/profile`);
  const request = await asked;
  expect(new URL(request.url()).searchParams.get('grant_type')).toBe('refresh_token');
  expect(request.postDataJSON()).toEqual({ refresh_token: session.refresh_token });
  await request.response();
  await page.waitForFunction(
    (old) => JSON.parse(localStorage.getItem('auth-storage')!).access_token !== old,
    session.access_token,
  );
});

statement('S7.1.4', async () => {
  const { session, email } = await newStudent();
  const page = await look(null);
  await page.evaluate((text) => localStorage.setItem('auth-storage', text), JSON.stringify(session));
  const asked = call(page, 'GET /auth/v1/user');
  await page.goto(`${address()}/profile`);
  const request = await asked;
  expect(request.postData()).toBeNull();
  expect(await (await request.response())!.json()).toMatchObject({ email, id: session.user.id });
});

statement('S7.1.5', async () => {
  const { session } = await newStudent();
  const page = await look(session, '/profile');
  const asked = call(page, 'POST /auth/v1/logout');
  await button(page, 'Sign Out').click();
  expect(new URL((await asked).url()).searchParams.get('scope')).toBe('local');
  await heading(page, signInTitle);
  const refused = await http('POST /auth/v1/token?grant_type=refresh_token', {
    body: { refresh_token: session.refresh_token },
  });
  expect(refused.status).toBe(400);
});

statement('S7.1.6', async () => {
  const { body: config } = await http('GET /config');
  const page = await look(null);
  const paths = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/auth/v1')) paths.add(pathname);
  });
  const email = newEmail();
  const asked = call(page, 'POST /auth/v1/otp');
  await askForCode(page, email);
  expect(config.supabaseKey).toMatch(/.+/);
  expect((await asked).headers()).toMatchObject({
    apikey: config.supabaseKey,
    authorization: `Bearer ${config.supabaseKey}`,
  });
  expect(await page.locator('input[type=password]').count()).toBe(0);
  expect(await page.getByText(/google|github|password\?|passkey/i).count()).toBe(0);
  await codeField(page).fill(await codeFor(email));
  await page.getByText('Question 1 of').waitFor();
  expect([...paths].filter((at) => !/\/(otp|verify|user|token)$/.test(at))).toEqual([]);
});

statement('S7.2.1', async () => {
  const { session } = await newStudent();
  const page = await look(session, '/?question=intent');
  const made = call(page, 'POST /profile');
  await page.getByRole('radio', { name: 'Casual dating' }).check();
  const request = await made;
  expect(request.postDataJSON()).toEqual({ answers: { intent: 'casual_dating' } });
  expect((await request.response())!.status()).toBe(201);
});

statement('S7.2.2', async () => {
  const { session } = await newStudent();
  const page = await look(null);
  await page.evaluate((text) => localStorage.setItem('auth-storage', text), JSON.stringify(session));
  const read = call(page, 'GET /profile');
  await page.goto(`${address()}/`);
  expect((await (await read).response())!.status()).toBe(404);
  await page.getByText('Question 1 of').waitFor();
  expect(await page.getByRole('alert').filter({ hasText: /\S/ }).count()).toBe(0);
});

statement('S7.2.3', async () => {
  const { session } = await completeStudent();
  const page = await look(session, '/?question=intent');
  const changed = call(page, 'PATCH /profile');
  await page.getByRole('radio', { name: 'Activity buddy' }).check();
  const request = await changed;
  expect(request.postDataJSON()).toEqual({
    answers: { intent: 'activity_buddy' },
    madeFrom: { intent: null },
  });
  expect((await request.response())!.status()).toBe(200);
});

statement('S7.2.4', async () => {
  const { session } = await newStudent();
  const page = await look(session, '/availability', { timezoneId: 'UTC' });
  await page.getByRole('gridcell', { name: 'Monday 9 AM to 10 AM' }).click();
  const saved = call(page, 'POST /availability');
  await button(page, 'Save Availability (1 hour)').click();
  const request = await saved;
  expect(request.postDataJSON()).toEqual({
    utcSlots: [{ dayOfWeek: 1, startHour: 9, endHour: 10 }],
    timezone: 'UTC',
    lastUpdated: expect.any(String),
    madeFrom: null,
  });
  expect((await request.response())!.status()).toBe(200);
});

statement('S7.2.5', async () => {
  const { session } = await newStudent();
  expect((await http('GET /availability', { as: session })).status).toBe(404);
  const page = await look(session, '/availability');
  await page.getByText('0 time slots selected').waitFor();
  await page.getByRole('gridcell', { name: 'Monday 9 AM to 10 AM' }).waitFor();
  expect(await page.getByRole('alert').filter({ hasText: /\S/ }).count()).toBe(0);
});

statement('S7.2.6', async () => {
  const { session } = await newStudent();
  const { status, body } = await http('POST /photos/upload-url', {
    as: session,
    body: { fileName: 'a.jpg', fileType: 'image/jpeg' },
  });
  expect(status).toBe(201);
  expect(body.uploadUrl).toMatch(/^(https?:\/)?\/.+\?.+/);
  const page = await look(session, '/photos');
  const asked = call(page, 'POST /photos/upload-url');
  await cropAndSave(page, await picture('holiday.jpg'));
  expect((await asked).postDataJSON()).toEqual({ fileName: 'holiday.jpg', fileType: 'image/jpeg' });
});

statement('S7.2.7', async () => {
  const { session } = await newStudent();
  const page = await look(session, '/photos', { before: recordUploads });
  const asked = call(page, 'POST /photos/upload-url');
  await cropAndSave(page, await picture());
  const { uploadUrl } = await (await (await asked).response())!.json();
  const [upload] = await uploadsOf(page);
  expect(new URL(upload!.url, address()).href).toBe(new URL(uploadUrl, address()).href);
  expect(upload!.contentType).toBe('image/jpeg');
  const saved = call(page, 'POST /photos');
  await button(page, 'Save 1 Photo').click();
  expect((await saved).postDataJSON().photos[0].url).toBe(uploadUrl.split('?')[0]);
});

statement('S7.2.8', async () => {
  const { session } = await newStudent();
  const page = await look(session, '/photos');
  await cropAndSave(page, await picture());
  const saved = call(page, 'POST /photos');
  await button(page, 'Save 1 Photo').click();
  const request = await saved;
  expect(request.postDataJSON()).toEqual({
    photos: [{ url: expect.any(String), isPrimary: true }],
    madeFrom: [],
  });
  expect((await request.response())!.status()).toBe(200);
  await path(page, '/profile');
});

statement('S7.2.9', async () => {
  const { session } = await newStudent();
  expect((await http('GET /photos', { as: session })).body.items).toEqual([]);
  const page = await look(session, '/photos', { before: (fresh) => failing(fresh, 'GET', '/photos', 404) });
  await page.getByText('0/6', { exact: true }).waitFor();
  await page.getByLabel('Add photo').waitFor({ state: 'attached' });
  expect(await page.getByText('The requested resource was not found.').count()).toBe(0);
});

statement('S7.2.10', async () => {
  const pair = await newPair();
  const page = await look(pair.sender.session, '/matches');
  await button(page, 'Invite').click();
  const dialog = page.getByRole('dialog', { name: 'Invite Rae' });
  await dialog.getByLabel('Activity').fill('Chess');
  await dialog.getByLabel('Location').fill('Library');
  const made = call(page, 'POST /offers');
  await clickAndSend(page, dialog.getByRole('button', { name: /^Send: / }));
  const request = await made;
  expect(request.postDataJSON()).toEqual({
    toUserId: pair.recipient.session.user.id,
    proposedDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT.+Z$/),
    location: 'Library',
    activity: 'Chess',
  });
  expect((await request.response())!.status()).toBe(201);
  const { status, body } = await http('GET /offers', { as: pair.recipient.session });
  expect([status, body.items.length, body.nextCursor]).toEqual([200, 1, null]);
});

statement('S7.2.11', async () => {
  const pair = await newPair();
  const { id } = await offerOf(pair);
  const page = await look(pair.recipient.session, '/offers');
  const answered = call(page, `POST /offers/${id}/respond`);
  await button(page, 'Decline').click();
  const request = await answered;
  expect(request.postDataJSON()).toEqual({ offerId: id, action: 'decline' });
  expect((await request.response())!.status()).toBe(200);
});

statement('S7.2.12', async () => {
  const { recipient, offerId } = claimPastDate();
  const page = await look(recipient.session, '/offers');
  await button(page, 'Report Issue').click();
  const dialog = page.getByRole('dialog', { name: 'Report Issue' });
  await dialog.getByLabel('Type').selectOption('safety_concern');
  await dialog.getByLabel('Details').fill('  It felt unsafe.  ');
  const given = call(page, 'POST /safety/report');
  await button(dialog, 'Submit').click();
  const request = await given;
  expect(request.postDataJSON()).toMatchObject({
    offerId,
    reportType: 'safety_concern',
    description: 'It felt unsafe.',
  });
  expect((await request.response())!.status()).toBe(201);
});

statement('S7.2.13', async () => {
  const pair = await newPair();
  const { status, body } = await http('GET /matches', { as: pair.sender.session });
  expect(status).toBe(200);
  expect(body.items.map((match: any) => match.name)).toEqual(['Rae']);
  const page = await look(pair.sender.session, '/matches');
  await page.getByRole('heading', { name: /Rae/ }).first().waitFor();
});

statement('S7.2.14', async () => {
  const pair = await newPair();
  await offerOf(pair);
  const { session } = pair.sender;
  const offersOfOther = async () => (await http('GET /offers', { as: pair.recipient.session })).body.items;
  expect((await offersOfOther())[0].fromUser.name).not.toBe('deleted student');
  const page = await look(session, '/profile');
  await page.getByRole('link', { name: /^Settings/ }).click();
  await button(page, 'Delete my account').click();
  await page.getByLabel('Type DELETE to confirm').fill('DELETE');
  const gone = call(page, 'DELETE /account');
  await button(page, 'Delete everything').click();
  expect((await (await gone).response())!.status()).toBe(204);
  await heading(page, signInTitle);
  expect((await http('GET /profile', { as: session })).status).toBe(401);
  expect((await offersOfOther())[0].fromUser).toEqual({ id: null, name: 'deleted student', age: null });
});

statement('S7.3.1', async () => {
  const { session } = await newStudent();
  const origins = new Set<string>();
  const page = await look(session, '/photos', {
    before: async (fresh) =>
      void fresh.context().on('request', (request) => origins.add(new URL(request.url()).hostname)),
  });
  await cropAndSave(page, await picture('big.jpg', { width: 2400, height: 3200 }));
  expect([...origins].filter((host) => host !== '127.0.0.1' && host !== '')).toEqual([]);
});

statement('S7.3.2', async () => {
  const { session } = await newStudent();
  for (const [at, call, text] of [
    ['/offers', '/offers', 'Failed to load offers: Conflict'],
    ['/availability', '/availability', 'Failed to load availability: Bad Gateway'],
    ['/photos', '/photos', 'Failed to load photos: Too Many Requests'],
  ] as const) {
    const status = { Conflict: 409, 'Bad Gateway': 502, 'Too Many Requests': 429 }[text.split(': ')[1]!]!;
    const page = await look(session, at, { before: (fresh) => failing(fresh, 'GET', call, status) });
    await page.getByText(text, { exact: true }).waitFor();
  }
});

statement('S7.3.3', async () => {
  const pair = await newPair();
  await offerOf(pair);
  const page = await look(pair.recipient.session, '/offers');
  const boxes: string[] = [];
  page.on('dialog', (box) => {
    boxes.push(box.message());
    void box.dismiss();
  });
  await clickAndSend(page, button(page, 'Accept'));
  await page.getByRole('status').getByText('Offer accepted successfully!', { exact: true }).waitFor();
  await page.getByRole('article').getByText('Accepted', { exact: true }).waitFor();
  expect(boxes).toEqual([]);
});
