import type { Browser, Page } from 'playwright-core';
import { startFlint, type StoredSession, type TestFlint } from '@flint/testing';
import { expectAccessible, launchBrowser } from '@flint/testing/browser';

// axe looks at twelve pages
jest.setTimeout(240_000);

let flint: TestFlint;
let browser: Browser;
let count = 0;

beforeAll(async () => {
  [flint, browser] = await Promise.all([startFlint({ env: { IP_LIMIT_FACTOR: '1000' } }), launchBrowser()]);
}, 240_000);
afterAll(async () => {
  await browser.close();
  await flint[Symbol.asyncDispose]();
});

async function student(name: string, gender: 'man' | 'woman') {
  const { page, close } = await flint.openSignedIn(
    browser,
    `${name.toLowerCase()}${(count += 1)}@campus.edu`,
    '/offers',
    {
      timezoneId: 'America/Toronto',
      // the page is open before there is a profile
      // and asks once more for a date that was just called off
      allow: [
        /404 \(Not Found\) \(.*\/api\/v1\/profile\)/,
        /409 \(Conflict\) \(.*\/api\/v1\/offers\/\w+\/date\)/,
      ],
    },
  );
  const session: StoredSession = await page.evaluate(() => JSON.parse(localStorage.getItem('auth-storage')!));
  await flint.call(session, 'PATCH /profile', {
    answers: {
      bundle_intro: { display_name: name, date_of_birth: '2004-01-15' },
      gender_identity: gender,
      seeking_genders: { values: [gender === 'man' ? 'women' : 'men'] },
    },
  });
  // who looks at matches is on others' lists from then on
  await flint.call(session, 'GET /matches');
  return { page, session, close };
}

/** A picture of the page for whoever looks at it, where a folder is named. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['DATE_PICTURES'];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

/** Passes axe on a phone and on a wide window, light and dark. */
async function look(page: Page, name: string): Promise<void> {
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await expectAccessible(page);
      await picture(page, `${name}-${width}-${colorScheme}`);
    }
  }
  await page.setViewportSize({ width: 390, height: 844 });
}

const shows = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();

describe('a date of two in the composed app', () => {
  it('from accepting to being there - each sees the line and the signals of the other without a reload', async () => {
    const [ann, ben] = [await student('Ann', 'woman'), await student('Ben', 'man')];
    const offer = await flint.call(ann.session, 'POST /offers', {
      toUserId: ben.session.user.id,
      proposedDate: new Date(Date.now() + 90 * 60_000).toISOString(),
      location: 'Library café',
      activity: 'Coffee',
    });
    expect(offer.status).toBe(201);
    await ben.page.getByRole('button', { name: 'Accept' }).click();
    await shows(ben.page, 'It’s a date.');
    await shows(ben.page, 'Offer accepted successfully!');
    await look(ben.page, 'accepted');

    await ben.page.getByRole('link', { name: 'Your date' }).click();
    await ben.page.getByRole('heading', { level: 1, name: 'Your date with Ann' }).waitFor();
    await ann.page.goto(`${flint.url}/offers?date=${offer.body.id}`);
    await ann.page.getByRole('button', { name: 'Add a line' }).click();
    await ann.page.getByLabel('How Ben recognizes you').fill('Rust scarf, table by the window');
    await ann.page.getByRole('button', { name: 'Save' }).click();
    await shows(ben.page, 'Rust scarf, table by the window');
    await look(ben.page, 'date');

    await ben.page.getByRole('button', { name: 'I am on my way' }).click();
    await shows(ann.page, 'Ben is on the way.');
    await ben.page.getByRole('button', { name: /^I am on my way: told/ }).waitFor();
    await look(ann.page, 'told');

    await ann.page.getByRole('button', { name: 'Call off' }).click();
    await ben.page.getByRole('heading', { level: 1, name: 'Your Offers' }).waitFor();
    await Promise.all([ann.close(), ben.close()]);
  });
});
