// Longer than 300 lines: one file holds the tests of one section of docs/product.md.
import {
  addPhotos,
  completeStudent,
  expired,
  inHours,
  newEmail,
  newPair,
  newStudent,
  offerOf,
  respond,
} from './people';
import { pastDate } from './past';
import {
  askForCode,
  button,
  codeField,
  cropAndSave,
  failing,
  heading,
  hueOf,
  path,
  pathOf,
  picture,
  QUESTION_COUNT,
  recordUploads,
  redBox,
  signInTitle,
  textOf,
  uploadsOf,
} from './screens';
import { address, codeFor, look } from './stage';
import { statement } from './statements';
import { withQuestions, withType } from './variant';

const cell = (page: Awaited<ReturnType<typeof look>>, name: string) => page.getByRole('gridcell', { name });

statement('S2.1.1', async () => {
  const { session } = await newStudent();
  const page = await look(expired(session), '/photos', {
    before: (fresh) => fresh.route('**/auth/v1/token*', () => undefined),
  });
  await page.locator('#main .first-paint__spinner, main .f-spinner, main [class*=spinner]').first().waitFor();
  await page.getByText('Loading…').first().waitFor();
  expect(await page.getByRole('navigation', { name: 'Main' }).count()).toBe(0);
});

statement('S2.1.2', async () => {
  const page = await look(null, '/profile');
  for (const at of [
    '/profile',
    '/',
    '/availability',
    '/photos',
    '/offers',
    '/auth',
    '/auth/callback',
    '/nowhere',
  ]) {
    await page.goto(address() + at);
    await heading(page, signInTitle);
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
    expect(await page.getByRole('navigation', { name: 'Main' }).count()).toBe(0);
  }
});

statement('S2.1.3', async () => {
  const { session } = await newStudent();
  const page = await look(session, '/');
  for (const [at, title] of [
    ['/', "Let's start with the basics"],
    ['/availability', 'Set Your Availability'],
    ['/photos', 'Add Your Photos'],
    ['/profile', 'Your Profile'],
    ['/offers', 'Your Offers'],
    ['/auth/callback', "Let's start with the basics"],
    ['/nowhere', /not found|no such page|nothing here/i],
  ] as const) {
    await page.goto(address() + at);
    await heading(page, title);
  }
});

statement('S2.1.4', async () => {
  const page = await look(null, '/offers');
  await heading(page, signInTitle);
  await path(page, '/auth');
  const { session } = await newStudent();
  const inside = await look(session, '/offers');
  await heading(inside, 'Your Offers');
  const other = await inside.context().newPage();
  await other.goto(`${address()}/profile`);
  await button(other, 'Sign Out').click();
  await heading(inside, signInTitle);
  expect(pathOf(inside)).toBe('/auth');
});

statement('S2.1.5', async () => {
  const { session } = await newStudent();
  const page = await look(session, '/');
  await page.getByText(`Question 1 of ${QUESTION_COUNT}`).waitFor();
  expect(pathOf(page)).toBe('/');
});

statement('S2.1.6', async () => {
  const { session } = await newStudent();
  const page = await look(session, '/?question=ideal_date_types');
  await button(page, 'Complete').click();
  await path(page, '/availability');
  await heading(page, 'Set Your Availability');
});

statement('S2.1.7', async () => {
  const { session } = await newStudent();
  const { access_token, refresh_token } = session;
  const tokens = new URLSearchParams({
    access_token,
    refresh_token,
    expires_in: '3600',
    token_type: 'bearer',
  });
  const page = await look(null, `/auth/callback#${tokens}`);
  await page.getByText(`Question 1 of ${QUESTION_COUNT}`).waitFor();
  await path(page, '/');
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('auth-storage')!).user.id)).toBe(
    session.user.id,
  );
  await page.goBack().catch(() => null);
  expect(page.url()).not.toContain('token');
});

statement('S2.2.1', async () => {
  const page = await look(null);
  const asked = page.waitForRequest('**/auth/v1/otp*');
  const email = newEmail();
  await askForCode(page, email);
  expect((await asked).postDataJSON().email).toBe(email);
});

statement('S2.2.2', async () => {
  const page = await look(null);
  await page.getByText('Must be a campus.edu email address', { exact: true }).waitFor();
});

statement('S2.2.3', async () => {
  const page = await look(null);
  const email = newEmail();
  await askForCode(page, email);
  const verified = page.waitForRequest('**/auth/v1/verify*');
  const code = await codeFor(email);
  expect(code).toMatch(/^\d{6}$/);
  await codeField(page).fill(code.slice(0, 5));
  expect(await button(page, 'Sign in').isDisabled()).toBe(true);
  await codeField(page).pressSequentially(code.slice(5));
  expect((await verified).postDataJSON().token).toBe(code);
});

statement('S2.2.4', async () => {
  const page = await look(null, '/', { before: (fresh) => fresh.clock.install() });
  const email = newEmail();
  await page.route('**/auth/v1/otp*', (route) => route.fulfill({ json: {} }));
  await askForCode(page, email);
  const resend = page.getByRole('button', { name: /^Resend code/ });
  await resend.waitFor();
  expect(await resend.isDisabled()).toBe(true);
  await page.clock.fastForward(61_000);
  const asked = page.waitForRequest('**/auth/v1/otp*');
  await resend.filter({ hasNotText: 'in ' }).click();
  await page.clock.runFor(1_000);
  expect((await asked).postDataJSON().email).toBe(email);
});

statement('S2.2.5', async () => {
  const page = await look(null);
  await askForCode(page, newEmail());
  await button(page, 'Use different email').click();
  await heading(page, signInTitle);
  await button(page, 'Send code').waitFor();
});

statement('S2.2.6', async () => {
  const page = await look(null);
  await askForCode(page, 'ann@elsewhere.edu');
  const box = redBox(page);
  await box.waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const colors = await box.evaluate((element) => {
      const { backgroundColor, borderTopColor, borderLeftColor } = getComputedStyle(element);
      return [backgroundColor, borderTopColor, borderLeftColor];
    });
    expect(colors.some((color) => hueOf(color) < 20 || hueOf(color) > 340)).toBe(true);
  }
});

statement('S2.2.7', async () => {
  const { session } = await newStudent();
  const page = await look(session, '/auth');
  await page.getByText(`Question 1 of ${QUESTION_COUNT}`).waitFor();
  expect(pathOf(page)).toBe('/');
  const done = await completeStudent();
  const taken = await look(done.session, '/auth');
  await heading(taken, 'Your Matches');
  expect(pathOf(taken)).toBe('/matches');
});

async function signInOnScreen(page: Awaited<ReturnType<typeof look>>, email: string) {
  await askForCode(page, email);
  await codeField(page).fill(await codeFor(email));
}

statement('S2.2.8', async () => {
  const page = await look(null);
  await signInOnScreen(page, newEmail());
  await page.getByText(`Question 1 of ${QUESTION_COUNT}`).waitFor();
  expect(pathOf(page)).toBe('/');
  const asked = await look(null, '/photos');
  await signInOnScreen(asked, newEmail());
  await heading(asked, 'Add Your Photos');
  // a student with a completed questionnaire is redirected, to an open offer or a near date
  const pair = await newPair();
  const far = await offerOf(pair, { proposedDate: inHours(49) });
  const waiting = await look(pair.recipient.session, '/');
  await path(waiting, '/offers');
  await respond(pair, far.id, 'accept');
  const later = await look(pair.recipient.session, '/');
  await path(later, '/matches');
  await later.getByRole('link', { name: 'Questions' }).first().click();
  await path(later, '/');
  await later.getByText(`Question 1 of ${QUESTION_COUNT}`).waitFor();
  const near = await newPair();
  await respond(near, (await offerOf(near, { proposedDate: inHours(46) })).id, 'accept');
  await path(await look(near.sender.session, '/'), '/offers');
});

statement('S2.3.1', async () => {
  const { session } = await newStudent();
  const page = await look(session, '/?question=pronouns');
  const bar = page.getByRole('progressbar', { name: 'Questionnaire' });
  await bar.waitFor();
  // the bar counts answers
  expect(await bar.getAttribute('aria-valuenow')).toBe('0');
  expect(await bar.getAttribute('aria-valuemax')).toBe(String(QUESTION_COUNT));
  expect(await page.locator('#main form fieldset').count()).toBe(1);
  expect(await page.getByRole('heading', { level: 1 }).allInnerTexts()).toEqual([
    'Which pronouns should people use for you?',
  ]);
});

statement('S2.3.2', async () => {
  const { session } = await newStudent();
  const page = await look(session, '/?question=ideal_date_types');
  await page.getByText(`Question ${QUESTION_COUNT} of ${QUESTION_COUNT}`, { exact: true }).waitFor();
});

statement('S2.3.3', async () => {
  const { session } = await newStudent();
  const page = await look(session, '/');
  const elapsed = page.getByTitle('Elapsed seconds');
  await elapsed.filter({ hasText: /\b1s$/ }).waitFor();
  await elapsed.filter({ hasText: /\b2s$/ }).waitFor();
});

statement('S2.3.4', async () => {
  const { session } = await newStudent();
  const page = await look(session, '/');
  await button(page, 'Next').waitFor();
  expect(await button(page, 'Back').isDisabled()).toBe(true);
  await button(page, 'Next').click();
  await page.getByText('Question 2 of').waitFor();
  await button(page, 'Back').click();
  await page.getByText('Question 1 of').waitFor();
  await page.goto(`${address()}/?question=ideal_date_types`);
  await button(page, 'Complete').waitFor();
  expect(await button(page, 'Next').count()).toBe(0);
});

statement('S2.3.5', async () => {
  const { session } = await newStudent();
  const without = withQuestions((code) =>
    code.replace(/questions:[\w$]+,(own:[\w$]+,completed:[\w$]+\?)/, 'questions:[],$1'),
  );
  const page = await look(session, '/', { before: without });
  await page.getByText('No questions available', { exact: true }).waitFor();
});

statement('S2.3.6', async () => {
  const { session } = await newStudent();
  const page = await look(session, '/?question=pronouns', {
    before: withType('pronouns', 'type:"hologram"'),
  });
  await page.getByText('Coming Soon', { exact: true }).waitFor();
});

statement('S2.4.1', async () => {
  const { session } = await newStudent();
  const page = await look(session, '/availability');
  await page.getByRole('columnheader').first().waitFor();
  expect(await page.getByRole('columnheader').allInnerTexts()).toEqual([
    'Sun',
    'Mon',
    'Tue',
    'Wed',
    'Thu',
    'Fri',
    'Sat',
  ]);
});

const HOURS = [12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];

statement('S2.4.2', async () => {
  const { session } = await newStudent();
  const page = await look(session, '/availability');
  await page.getByRole('rowheader').first().waitFor();
  expect(await page.getByRole('rowheader').allInnerTexts()).toEqual([
    ...HOURS.map((hour) => `${hour} AM`),
    ...HOURS.map((hour) => `${hour} PM`),
  ]);
});

statement('S2.4.3', async () => {
  const { session } = await newStudent();
  const page = await look(session, '/availability');
  const monday = cell(page, 'Monday 9 AM to 10 AM');
  await monday.click();
  expect(await monday.getAttribute('aria-selected')).toBe('true');
  await monday.click();
  expect(await monday.getAttribute('aria-selected')).toBe('false');
});

statement('S2.4.4', async () => {
  const { session } = await newStudent();
  const page = await look(session, '/availability');
  const drag = async (from: string, to: string) => {
    const [start, end] = [await cell(page, from).boundingBox(), await cell(page, to).boundingBox()];
    await page.mouse.move(start!.x + 5, start!.y + 5);
    await page.mouse.down();
    await page.mouse.move(end!.x + 5, end!.y + 5, { steps: 8 });
    await page.mouse.up();
  };
  await cell(page, 'Monday 9 AM to 10 AM').scrollIntoViewIfNeeded();
  await drag('Monday 9 AM to 10 AM', 'Tuesday 11 AM to 12 PM');
  expect(await page.locator('[role=gridcell][aria-selected=true]').count()).toBe(6);
  await drag('Monday 9 AM to 10 AM', 'Monday 11 AM to 12 PM');
  expect(await page.locator('[role=gridcell][aria-selected=true]').count()).toBe(3);
});

statement('S2.4.5', async () => {
  const { session } = await newStudent();
  const page = await look(session, '/availability');
  await page.getByRole('heading', { name: 'When are you available?', exact: true }).waitFor();
  await page.getByText('0 time slots selected').waitFor();
  await cell(page, 'Monday 9 AM to 10 AM').click();
  await cell(page, 'Friday 9 AM to 10 AM').click();
  await page.getByText('2 time slots selected').waitFor();
});

statement('S2.4.6', async () => {
  const { session } = await newStudent();
  const page = await look(session, '/availability', { timezoneId: 'Asia/Kolkata' });
  await heading(page, 'Set Your Availability');
  await page.getByText(/Asia\/(Kolkata|Calcutta)/).waitFor();
  await page.getByText('0 hours per week').waitFor();
  await button(page, 'All of Tuesday').click();
  await page.getByText('24 hours per week').waitFor();
});

statement('S2.4.7', async () => {
  const { session } = await newStudent();
  const page = await look(session, '/availability');
  const none = button(page, 'Save Availability (0 hours)');
  await none.waitFor();
  expect(await none.isDisabled()).toBe(true);
  await cell(page, 'Monday 9 AM to 10 AM').click();
  expect(await button(page, 'Save Availability (1 hour)').isEnabled()).toBe(true);
  await cell(page, 'Monday 10 AM to 11 AM').click();
  expect(await button(page, 'Save Availability (2 hours)').isEnabled()).toBe(true);
});

statement('S2.4.8', async () => {
  const { session } = await newStudent();
  const page = await look(session, '/availability', {
    before: (fresh) =>
      fresh.route('**/api/v1/availability', (route) =>
        route.request().method() === 'POST' ? undefined : route.continue(),
      ),
  });
  await cell(page, 'Monday 9 AM to 10 AM').click();
  await button(page, 'Save Availability (1 hour)').click();
  const saving = button(page, 'Saving...');
  await saving.waitFor();
  expect(await saving.isDisabled()).toBe(true);
});

statement('S2.4.9', async () => {
  const { session } = await newStudent();
  const page = await look(session, '/availability');
  await button(page, 'Skip for now').waitFor();
  await page.getByText('you can update your availability later in profile settings').waitFor();
  await button(page, 'Back').click();
  await path(page, '/');
});

statement('S2.4.10', async () => {
  const { session } = await newStudent();
  const page = await look(session, '/availability');
  await button(page, 'Skip for now').click();
  await path(page, '/photos');
  await page.goto(`${address()}/availability`);
  await cell(page, 'Monday 9 AM to 10 AM').click();
  await button(page, 'Save Availability (1 hour)').click();
  await path(page, '/photos');
  await page.goto(`${address()}/availability`);
  await failing(page, 'POST', '/availability', 500);
  await cell(page, 'Monday 10 AM to 11 AM').click();
  await button(page, 'Save Availability (2 hours)').click();
  await path(page, '/photos');
});

statement('S2.5.1', async () => {
  const { session } = await newStudent();
  const page = await look(session, '/photos');
  await heading(page, 'Add Your Photos');
  await page.getByText('0/6', { exact: true }).waitFor();
  await cropAndSave(page, await picture());
  await page.getByText('1/6', { exact: true }).waitFor();
});

statement('S2.5.2', async () => {
  const { session } = await newStudent();
  const page = await look(session, '/photos');
  await cropAndSave(page, await picture());
  await page.getByRole('heading', { name: 'Primary Photo', exact: true }).waitFor();
  const first = page.locator('[data-photo]').first();
  await first.getByText('Main', { exact: true }).waitFor();
  await first.getByRole('button', { name: 'Remove Primary photo' }).click();
  await page.getByText('0/6', { exact: true }).waitFor();
});

statement('S2.5.3', async () => {
  const student = await newStudent();
  await addPhotos(student, 5);
  const page = await look(student.session, '/photos');
  await page.getByRole('heading', { name: 'Additional Photos', exact: true }).waitFor();
  const others = page.locator('[data-photo]:not(:first-child)');
  expect(await others.count()).toBe(4);
  for (const other of await others.all()) {
    expect(await button(other, 'Make Primary').isVisible()).toBe(true);
    expect(await button(other, 'Remove').isVisible()).toBe(true);
  }
  const boxes = await Promise.all((await others.all()).map((other) => other.boundingBox()));
  expect(new Set(boxes.map((box) => Math.round(box!.x))).size).toBe(3);
  expect(Math.round(boxes[0]!.y)).toBe(Math.round(boxes[2]!.y));
  expect(boxes[3]!.y).toBeGreaterThan(boxes[0]!.y + 20);
});

statement('S2.5.4', async () => {
  const student = await newStudent();
  await addPhotos(student, 5);
  const page = await look(student.session, '/photos');
  await page.getByText('5/6', { exact: true }).waitFor();
  await page.getByLabel('Add photo').waitFor({ state: 'attached' });
  await cropAndSave(page, await picture());
  await page.getByText('6/6', { exact: true }).waitFor();
  expect(await page.getByLabel('Add photo').count()).toBe(0);
  await button(page.locator('[data-photo]').last(), 'Remove').click();
  await page.getByLabel('Add photo').waitFor({ state: 'attached' });
});

statement('S2.5.5', async () => {
  const { session } = await newStudent();
  const page = await look(session, '/photos');
  await page.getByRole('heading', { name: 'Photo tips' }).waitFor();
  await page.getByText('Show your face clearly in your main photo.').waitFor();
});

statement('S2.5.6', async () => {
  const { session } = await newStudent();
  const page = await look(session, '/photos');
  const none = button(page, 'Save 0 Photos');
  await none.waitFor();
  expect(await none.isDisabled()).toBe(true);
  await cropAndSave(page, await picture());
  await button(page, 'Save 1 Photo').waitFor();
  await cropAndSave(page, await picture());
  const save = page.getByRole('button', { name: 'Save 2 Photos' });
  await page.route('**/api/v1/photos', (route) =>
    route.request().method() === 'POST' ? undefined : route.continue(),
  );
  expect(await save.isEnabled()).toBe(true);
  await save.click();
  await page.locator('.f-foot button[aria-busy=true], .f-foot button:disabled').first().waitFor();
});

statement('S2.5.7', async () => {
  const { session } = await newStudent();
  const page = await look(session, '/photos');
  await button(page, 'Skip for now').click();
  await path(page, '/profile');
  await page.goto(`${address()}/photos`);
  await cropAndSave(page, await picture());
  await button(page, 'Save 1 Photo').click();
  await path(page, '/profile');
});

statement('S2.5.8', async () => {
  const { session } = await newStudent();
  const page = await look(session, '/photos');
  await page.getByLabel('Add photo').setInputFiles(await picture());
  const dialog = page.getByRole('dialog', { name: 'Crop Your Photo', exact: true });
  await button(dialog, 'Save').waitFor();
  await button(dialog, 'Cancel').click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('0/6', { exact: true }).waitFor();
});

statement('S2.5.9', async () => {
  const { session } = await newStudent();
  const page = await look(session, '/photos', { before: recordUploads });
  await page.getByLabel('Add photo').setInputFiles(await picture('big.jpg', { width: 3000, height: 4000 }));
  const dialog = page.getByRole('dialog');
  await dialog.locator('.advanced-cropper-rectangle-stencil').first().waitFor();
  await button(dialog, 'Save').click();
  await button(dialog, 'Processing...').waitFor();
  await page.getByText('1/6', { exact: true }).waitFor();
  // a function: an expression in text is evaluated again at each poll, and the page's policy refuses that
  await page.waitForFunction(() => (globalThis as unknown as { uploads: unknown[] }).uploads.length > 0);
  const [upload] = await uploadsOf(page);
  expect(upload!.size).toBeLessThanOrEqual(1024 * 1024);
});

statement('S2.5.10', async () => {
  const { session } = await newStudent();
  const page = await look(session, '/photos');
  await cropAndSave(page, await picture());
  const image = page.locator('[data-photo] img').first();
  const before = await image.getAttribute('src');
  await cropAndSave(page, await picture('other.jpg'), 'Change');
  expect(await image.getAttribute('src')).not.toBe(before);
  await page.getByText('1/6', { exact: true }).waitFor();
  await button(page, 'Remove Primary photo').click();
  await page.getByText('0/6', { exact: true }).waitFor();
});

statement('S2.5.11', async () => {
  const { session } = await newStudent();
  const page = await look(session, '/photos');
  const input = page.locator('input[type=file][capture]');
  await input.waitFor({ state: 'attached' });
  expect(await input.getAttribute('capture')).toBe('user');
  await page.getByText(/liveness detection/).waitFor();
});

statement('S2.6.1', async () => {
  const { session, email } = await newStudent();
  const page = await look(session, '/profile');
  await page.getByText(email, { exact: true }).waitFor();
});

statement('S2.6.2', async () => {
  const { session } = await completeStudent();
  const page = await look(session, '/profile');
  const bar = page.getByRole('progressbar', { name: 'Profile Completeness' });
  await bar.waitFor();
  expect(await bar.getAttribute('aria-valuenow')).toBe('75');
  await page.getByText('75%', { exact: true }).waitFor();
});

statement('S2.6.3', async () => {
  const { session } = await newStudent();
  const page = await look(session, '/profile');
  const cards = page.getByRole('list', { name: 'Checklist' }).getByRole('link');
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
});

statement('S2.6.4', async () => {
  const { session } = await completeStudent();
  const page = await look(session, '/profile');
  const cards = page.getByRole('list', { name: 'Checklist' }).getByRole('listitem');
  await cards.first().waitFor();
  const ticked = await Promise.all(
    (await cards.all()).map((card) => card.locator('.profile__tick svg').count()),
  );
  expect(ticked).toEqual([1, 1, 0]);
});

statement('S2.6.5', async () => {
  const { session } = await completeStudent();
  const page = await look(session, '/profile');
  const stats = page.getByRole('region', { name: 'Quick Stats' });
  await stats.waitFor();
  expect(await textOf(stats)).toMatch(/Photos 0|0 Photos/);
  expect(await textOf(stats)).toMatch(/Hours\/Week 14|14 Hours\/Week/);
});

statement('S2.6.6', async () => {
  const { session } = await newStudent();
  const page = await look(session, '/profile');
  await button(page, 'View Your Offers').click();
  await path(page, '/offers');
  await page.goBack();
  await button(page, 'Sign Out').click();
  await heading(page, signInTitle);
});

statement('S2.6.7', async () => {
  const { session } = await completeStudent();
  const page = await look(session, '/profile');
  await button(page, 'Complete Profile').click();
  await path(page, '/photos');
  await cropAndSave(page, await picture());
  await button(page, 'Save 1 Photo').click();
  await page.getByText('100%', { exact: true }).waitFor();
  expect(await button(page, 'Complete Profile').count()).toBe(0);
});

statement('S2.7.1', async () => {
  const pair = await newPair();
  await offerOf(pair);
  const page = await look(pair.recipient.session, '/offers');
  await heading(page, 'Your Offers');
  await page.getByRole('tab').first().waitFor();
  expect(await Promise.all((await page.getByRole('tab').all()).map(textOf))).toEqual([
    'Received 1',
    'Sent 0',
  ]);
});

statement('S2.7.2', async () => {
  const { session } = await newStudent();
  const page = await look(session, '/offers');
  await page.getByText('No received offers yet', { exact: true }).waitFor();
  await page.getByText(/Complete your profile/).waitFor();
  await button(page, 'Complete Profile').click();
  await path(page, '/profile');
  await page.goBack();
  await button(page, 'Continue Onboarding').click();
  await path(page, '/');
});

statement('S2.7.3', async () => {
  const { session } = await newStudent();
  const page = await look(session, '/offers');
  await page.getByRole('tab', { name: /Sent/ }).click();
  await page.getByText('No sent offers yet', { exact: true }).waitFor();
  await page.getByText(/Start browsing/).waitFor();
  await button(page, 'Continue Onboarding').waitFor();
  await button(page, 'Complete Profile').click();
  await path(page, '/profile');
});

statement('S2.7.4', async () => {
  const { session } = await newStudent();
  const page = await look(session, '/offers', {
    before: (fresh) => fresh.route('**/api/v1/offers', () => undefined),
  });
  await page
    .getByRole('status', { name: 'Loading your offers' })
    .or(page.getByText('Loading your offers'))
    .first()
    .waitFor();
  expect(await page.locator('#main [class*=spinner]').count()).toBeGreaterThan(0);
});

statement('S2.7.5', async () => {
  const { session } = await newStudent();
  const page = await look(session, '/offers', { before: (fresh) => failing(fresh, 'GET', '/offers', 500) });
  await page.getByText('Unable to Load Offers', { exact: true }).waitFor();
  await page.getByText('Server error. Please try again later.', { exact: true }).waitFor();
});

statement('S2.7.6', async () => {
  const { session } = await newStudent();
  const page = await look(session, '/offers', { before: (fresh) => failing(fresh, 'GET', '/offers', 500) });
  await button(page, 'Try Again').waitFor();
  await page.unroute('**/api/v1/offers');
  await page.evaluate(() => Object.assign(window, { isOld: true }));
  await button(page, 'Try Again').click();
  await page.getByText('No received offers yet', { exact: true }).waitFor();
  expect(await page.evaluate(() => 'isOld' in window)).toBe(false);
});

statement('S2.7.7', async () => {
  const pair = await newPair();
  await offerOf(pair, { proposedDate: '2027-01-05T20:00:00.000Z' });
  const page = await look(pair.recipient.session, '/offers');
  const card = page.getByRole('article').first();
  await card.getByText('Pending', { exact: true }).waitFor();
  await card.getByText('Tuesday, January 5, 2027', { exact: true }).waitFor();
});

statement('S2.7.8', async () => {
  const pair = await newPair();
  await offerOf(pair);
  const page = await look(pair.recipient.session, '/offers');
  for (const name of ['Accept', 'Decline', 'Reschedule']) await button(page, name).waitFor();
  const sent = await look(pair.sender.session, '/offers?tab=sent');
  await sent.getByRole('article').first().waitFor();
  for (const name of ['Accept', 'Decline', 'Reschedule']) expect(await button(sent, name).count()).toBe(0);
});

statement('S2.7.9', async () => {
  const pair = await newPair();
  await respond(pair, (await offerOf(pair)).id, 'accept');
  for (const [{ session }, tab] of [
    [pair.recipient, 'received'],
    [pair.sender, 'sent'],
  ] as const) {
    const page = await look(session, `/offers?tab=${tab}`);
    await button(page, 'Add to Calendar').waitFor();
  }
});

statement('S2.7.10', async () => {
  const { recipient, sender } = pastDate();
  const page = await look(recipient.session, '/offers');
  await button(page, 'Report Issue').click();
  await page.getByRole('dialog', { name: 'Report Issue', exact: true }).waitFor();
  const other = await look(sender.session, '/offers?tab=sent');
  await other.getByRole('article').getByText('Completed', { exact: true }).waitFor();
  expect(await button(other, 'Report Issue').count()).toBe(0);
});

async function rescheduling() {
  const pair = await newPair();
  const { proposedDate } = await offerOf(pair);
  const page = await look(pair.recipient.session, '/offers', { timezoneId: 'UTC' });
  await button(page, 'Reschedule').click();
  const dialog = page.getByRole('dialog', { name: 'Reschedule' });
  await dialog.getByLabel('Your time').waitFor();
  const choose = (at: string) => dialog.getByLabel('Your time').fill(at.slice(0, 16));
  return { dialog, choose, proposedDate: proposedDate as string };
}

statement('S2.7.11', async () => {
  const { dialog, choose } = await rescheduling();
  expect(await dialog.getByLabel(/Location/).count()).toBe(0);
  await choose(inHours(80));
  await dialog.getByLabel(/Location/).waitFor();
});

statement('S2.7.12', async () => {
  const { dialog, choose, proposedDate } = await rescheduling();
  expect(await button(dialog, 'Reschedule').count()).toBe(0);
  await choose(proposedDate);
  await dialog.getByLabel(/Location/).waitFor();
  expect(await button(dialog, 'Reschedule').count()).toBe(0);
  await choose(inHours(80));
  await button(dialog, 'Reschedule').waitFor();
});
