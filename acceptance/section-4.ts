// Longer than 300 lines: one file holds the tests of one section of docs/product.md.
import type { Page } from 'playwright-core';
import { pastDate } from './past';
import {
  addPhotos,
  expired,
  inHours,
  newEmail,
  newPair,
  newStudent,
  offerOf,
  openReschedule,
  respond,
} from './people';
import { ask, walk } from './questions';
import {
  QUESTION_COUNT,
  askForCode,
  button,
  clickAndSend,
  codeField,
  cropAndSave,
  failing,
  heading,
  hueOf,
  inDatabases,
  path,
  picture,
  redBox,
  signInTitle,
} from './screens';
import { address, codeFor, http, look, type Session } from './stage';
import { statement } from './statements';

const kept = (page: Page) => page.evaluate(() => localStorage.getItem('auth-storage'));

statement('S4.1.1', async () => {
  const page = await look(null);
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/auth/v1/otp*', async (route) => {
    await held;
    await route.continue();
  });
  await askForCode(page, newEmail());
  await button(page, 'Sending code…').waitFor();
  expect(await codeField(page).count()).toBe(0);
  answer();
  await codeField(page).waitFor();
});

statement('S4.1.2', async () => {
  const page = await look(null);
  const email = newEmail();
  await askForCode(page, email);
  const code = await codeFor(email);
  await codeField(page).fill(code === '111111' ? '222222' : '111111');
  await redBox(page).waitFor();
  await button(page, 'Use different email').click();
  await heading(page, signInTitle);
  expect(await redBox(page).count()).toBe(0);
  await page.getByLabel('University email').fill(newEmail());
  await button(page, 'Send code').click();
  await codeField(page).waitFor();
  expect(await codeField(page).inputValue()).toBe('');
});

statement('S4.1.3', async () => {
  const page = await look(null, '/auth');
  const email = newEmail();
  await askForCode(page, email);
  await codeField(page).waitFor();
  expect(await kept(page)).toBeNull();
  await codeField(page).fill(await codeFor(email));
  await path(page, '/');
  await page.getByText('Question 1 of').waitFor();
  expect(JSON.parse((await kept(page))!).user.email).toBe(email);
});

statement('S4.1.4', async () => {
  const page = await look(null);
  await page.route('**/auth/v1/otp*', (route) =>
    route.fulfill({ status: 422, json: { code: 422, error_code: 'validation_failed', msg: 'Not now' } }),
  );
  await askForCode(page, newEmail());
  await redBox(page).waitFor();
  await heading(page, signInTitle);
  expect(await button(page, 'Send code').isEnabled()).toBe(true);
  await page.unroute('**/auth/v1/otp*');
  const email = newEmail();
  await askForCode(page, email);
  const code = await codeFor(email);
  await codeField(page).fill(code === '111111' ? '222222' : '111111');
  await redBox(page).waitFor();
  await heading(page, 'Check your email');
  expect(await button(page, 'Sign in').isEnabled()).toBe(true);
});

statement('S4.2.1', async () => {
  const { session } = await newStudent();
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  const page = await look(expired(session), '/photos', {
    before: (fresh) =>
      fresh.route('**/auth/v1/token*', async (route) => {
        await held;
        await route.continue();
      }),
  });
  await page.getByText('Loading…').first().waitFor();
  answer();
  await heading(page, 'Add Your Photos');
});

statement('S4.2.2', async () => {
  const page = await look(null);
  await heading(page, signInTitle);
  const other = await page.context().newPage();
  await other.goto(address());
  const email = newEmail();
  await askForCode(other, email);
  await codeField(other).fill(await codeFor(email));
  await other.getByText('Question 1 of').waitFor();
  await page.getByText('Question 1 of').waitFor();
  await other.goto(`${address()}/profile`);
  await button(other, 'Sign Out').click();
  await heading(other, signInTitle);
  await heading(page, signInTitle);
});

statement('S4.2.3', async () => {
  const { session, email } = await newStudent();
  const page = await look(session, '/profile');
  await button(page, 'Sign Out').click();
  await heading(page, signInTitle);
  expect(await kept(page)).toBeNull();
  expect(await page.evaluate(() => Object.values(localStorage).join())).not.toContain(email);
});

statement('S4.2.4', async () => {
  const { session } = await newStudent();
  const page = await look(expired(session), '/profile', {
    allow: [/session not initialised/, /shell_file_unavailable/],
    before: async (fresh) => {
      const said = fresh.waitForEvent('console', (message) => /session not initialised/.test(message.text()));
      said.catch(() => undefined);
      Object.assign(fresh, { said });
      await fresh.route('**/*auth-client*.js', (route) => route.abort());
    },
  });
  const message = await (page as Page & { said: Promise<{ type(): string }> }).said;
  expect(message.type()).toBe('error');
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
});

statement('S4.2.5', async () => {
  const { session } = await newStudent();
  const refusing = (status: number, code: string) => (fresh: Page) =>
    fresh.route('**/auth/v1/token*', (route) =>
      route.fulfill({ status, json: { code: status, error_code: code, msg: 'no' } }),
    );
  const gone = await look(expired(session), '/profile', { before: refusing(400, 'refresh_token_not_found') });
  await heading(gone, signInTitle);
  expect(await kept(gone)).toBeNull();
  const down = await look(expired(session), '/profile', { before: refusing(503, 'unavailable') });
  await down.getByRole('navigation', { name: 'Main' }).waitFor();
  expect(await kept(down)).toContain(session.user.id);
});

statement('S4.3.1', async () => {
  const asked = await walk();
  expect(new Set(asked.map(({ id }) => id)).size).toBe(QUESTION_COUNT);
  const { page } = await ask(asked[2]!.id);
  for (const n of [1, 0, 1, 2] as const) {
    await button(page, 'Next').waitFor();
    const from = asked.findIndex(({ id }) => page.url().endsWith(`question=${id}`));
    await button(page, n < from ? 'Back' : 'Next').click();
    await page.waitForURL(`**/?question=${asked[n]!.id}`);
  }
});

statement('S4.3.2', async () => {
  const { page, student } = await ask('ideal_date_types');
  const sent = page.waitForRequest((request) => /onboardingCompletedAt/.test(request.postData() ?? ''));
  await button(page, 'Complete').click();
  await path(page, '/availability');
  await (await sent).response();
  const { body } = await http('GET /profile', { as: student.session });
  expect(Math.abs(Date.parse(body.onboardingCompletedAt) - Date.now())).toBeLessThan(60_000);
});

statement('S4.3.3', async () => {
  const { page } = await ask('bundle_intro');
  await button(page, 'Next').click();
  await page.getByText('Question 2 of').waitFor();
  await button(page, 'Back').click();
  // a blank name, and a date of birth that the server refuses
  await page.getByLabel('What should matches call you?').fill(' ');
  await page.getByLabel('Date of birth').fill(`${new Date().getFullYear() - 18}-12-31`);
  await button(page, 'Next').click();
  await page.getByText('Question 2 of').waitFor();
});

statement('S4.3.4', async () => {
  const { page, student } = await ask('bundle_intro');
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  await page.getByLabel('What should matches call you?').fill('Zebulon');
  await page.waitForRequest((request) => /Zebulon/.test(request.postData() ?? ''));
  expect(await inDatabases(page)).toContain('Zebulon');
  await page.getByText('Saved', { exact: true }).waitFor();
  expect((await http('GET /profile', { as: student.session })).body.answers.bundle_intro.display_name).toBe(
    'Zebulon',
  );
  expect(said.join()).not.toContain('Zebulon');
});

statement('S4.4.1', async () => {
  const { session } = await newStudent();
  const page = await look(session, '/availability');
  await failing(page, 'POST', '/availability', 503);
  await button(page, 'Evenings').click();
  await button(page, 'Save Availability (35 hours)').click();
  await path(page, '/photos');
  await cropAndSave(page, await picture());
  await button(page, 'Save 1 Photo').click();
  await path(page, '/profile');
  const device = await page.evaluate(() => [
    JSON.parse(localStorage.getItem('user_availability')!).utcSlots.length,
    JSON.parse(localStorage.getItem('user_photos')!).length,
  ]);
  expect(device).toEqual([expect.any(Number), 1]);
  expect(device[0]).toBeGreaterThan(6);
});

/** Three photos, in the order shown. */
async function threePhotos() {
  const student = await newStudent();
  await addPhotos(student, 3);
  const page = await look(student.session, '/photos');
  await page.locator('[data-photo]').nth(2).waitFor();
  const order = () =>
    page.locator('[data-photo]').evaluateAll((all) => all.map((each) => each.getAttribute('data-photo')));
  const main = () =>
    page.locator('[data-photo]', { has: page.getByText('Main', { exact: true }) }).getAttribute('data-photo');
  return { page, order, main };
}

statement('S4.5.1', async () => {
  const { page, order, main } = await threePhotos();
  const [first, second] = await order();
  expect(await main()).toBe(first);
  await button(page, 'Remove Primary photo').click();
  await page.getByText('2/6', { exact: true }).waitFor();
  expect(await main()).toBe(second);
});

statement('S4.5.2', async () => {
  const { page, order, main } = await threePhotos();
  const [first, second, third] = await order();
  await button(page.locator('[data-photo]').nth(2), 'Make Primary').click();
  expect(await main()).toBe(third);
  expect(await order()).toEqual([third, first, second]);
  expect(await page.getByText('Main', { exact: true }).count()).toBe(1);
});

const HUES = {
  Pending: [30, 65],
  Accepted: [80, 170],
  Declined: [340, 380],
  Rescheduled: [190, 250],
  Completed: [255, 330],
};

statement('S4.6.1', async () => {
  const badges: [string, Session][] = [['Completed', pastDate().recipient.session]];
  for (const [action, badge, more] of [
    [null, 'Pending', {}],
    ['accept', 'Accepted', {}],
    ['decline', 'Declined', {}],
    ['reschedule', 'Rescheduled', { rescheduleData: { proposedDate: inHours(90) } }],
  ] as const) {
    const pair = await newPair();
    const { id } = await offerOf(pair);
    if (action) await respond(pair, id, action, more);
    badges.push([badge, pair.recipient.session]);
  }
  for (const [name, session] of badges) {
    const page = await look(session, '/offers?tab=received');
    const badge = page.getByRole('article').getByText(name, { exact: true });
    await badge.waitFor();
    const hue = hueOf(await badge.evaluate((element) => getComputedStyle(element).backgroundColor));
    const [from, to] = HUES[name as keyof typeof HUES] as [number, number];
    expect([name, hue >= from ? hue : hue + 360]).toEqual([name, expect.any(Number)]);
    expect((hue < from ? hue + 360 : hue) <= to).toBe(true);
  }
});

statement('S4.6.2', async () => {
  for (const [name, badge, status] of [
    ['Accept', 'Accepted', 'accepted'],
    ['Decline', 'Declined', 'declined'],
  ] as const) {
    const pair = await newPair();
    const before = await offerOf(pair);
    const page = await look(pair.recipient.session, '/offers');
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/respond', async (route) => {
      await held;
      await route.continue();
    });
    await button(page, name).waitFor();
    await page.evaluate((early) => {
      const look = () => {
        if (document.querySelector('article')?.innerText.includes(early))
          document.documentElement.dataset.early = early;
      };
      new MutationObserver(look).observe(document.body, {
        childList: true,
        subtree: true,
        characterData: true,
      });
    }, badge);
    await clickAndSend(page, button(page, name));
    await page.locator('article button[aria-busy=true]').waitFor();
    const card = page.getByRole('article');
    expect(await card.getByText('Pending', { exact: true }).count()).toBe(1);
    expect(await page.evaluate(() => document.documentElement.dataset.early)).toBeUndefined();
    answer();
    await card.getByText(badge, { exact: true }).waitFor();
    const [offer] = (await http('GET /offers', { as: pair.sender.session })).body.items;
    expect(offer.status).toBe(status);
    expect(Date.parse(offer.updatedAt)).toBeGreaterThan(Date.parse(before.updatedAt));
  }
});

statement('S4.6.3', async () => {
  const { pair, id, page, dialog, proposedDate } = await openReschedule();
  await clickAndSend(page, button(dialog, 'Reschedule'));
  await page.getByText('Offer rescheduled successfully!').waitFor();
  await page.getByRole('article').getByText('Rescheduled', { exact: true }).first().waitFor();
  const { items } = (await http('GET /offers', { as: pair.sender.session })).body;
  expect(items.find((offer: any) => offer.id === id).status).toBe('rescheduled');
  const counter = items.find((offer: any) => offer.counterOf === id);
  expect(counter).toMatchObject({
    status: 'pending',
    proposedDate,
    location: 'Common Ground café',
    fromUserId: pair.recipient.session.user.id,
    can: { accept: true },
  });
});

statement('S4.6.4', async () => {
  const abilities: Record<string, [calendar: boolean, report: boolean]> = {};
  const abilityOf = async (session: Session, offerId: string) => {
    const { items } = (await http('GET /offers', { as: session })).body;
    const { can, status } = items.find((offer: any) => offer.id === offerId);
    abilities[status] = [can.addToCalendar, can.report];
  };
  for (const [action, more] of [
    [null, {}],
    ['accept', {}],
    ['decline', {}],
    ['reschedule', { rescheduleData: { proposedDate: inHours(90) } }],
  ] as const) {
    const pair = await newPair();
    const { id } = await offerOf(pair);
    if (action) await respond(pair, id, action, more);
    await abilityOf(pair.recipient.session, id);
  }
  await abilityOf(pastDate().recipient.session, pastDate().offerId);
  expect(abilities).toEqual({
    pending: [false, false],
    accepted: [true, false],
    declined: [false, false],
    rescheduled: [false, false],
    completed: [false, true],
  });
  const page = await look(pastDate().recipient.session, '/offers');
  await button(page, 'Report Issue').waitFor();
  expect(await button(page, 'Add to Calendar').count()).toBe(0);
});
