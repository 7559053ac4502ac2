import type { Offer } from '@flint/contracts';
import { passUndo, useBrowser } from '@flint/testing/browser';
import { useFlint, type StoredSession } from '@flint/testing/flint';
import { startPushService, type PushBrowser, type PushService } from '@flint/testing/push-service';
import { introduce } from '@flint/testing/students';
import { until } from '@flint/testing/until';
import type { Page } from 'playwright-core';
import { look, shows } from './look';

const HOUR_MS = 3_600_000;
/** A Monday, noon in Toronto; the clock runs from there, and the test can advance it. */
let offset = Date.parse('2027-03-01T17:00:00Z') - Date.now();
const clock = { now: () => new Date(Date.now() + offset) };
const browser = useBrowser();
const flint = useFlint({ clock, env: { IP_LIMIT_FACTOR: '1000', PUSH_LOCAL: 'true' } });

/** Wednesday from 3 PM to 7 PM in Toronto. */
const utcSlots = [{ dayOfWeek: 3, startHour: 20, endHour: 24 }];
const COFFEE = {
  meeting_preference: { values: ['campus_coffee'] },
  ideal_first_date: ['coffee_chat'],
};
/**
 * Responses that the browser itself logs: a missing profile, week, list or date, a changed offer, a session renewed after days, and a check of
 * it by a page whose clock is not advanced yet.
 */
const allow = [/status of (404|401)/, /403 \(Forbidden\) \(.*\/auth\/v1\/user\)/];
/** How a window of a student is opened: on the university's clock. */
const WINDOW = { timezoneId: 'America/Toronto', hasClock: true, allow };

let push: PushService;
beforeAll(async () => {
  push = await startPushService();
});
afterAll(() => push[Symbol.asyncDispose]());

async function enroll(name: string, gender: 'man' | 'woman') {
  const session = await flint.sessionOf(`${name.toLowerCase()}@campus.edu`);
  await introduce(flint, session, { name, gender, answers: COFFEE, utcSlots });
  await flint.call(session, 'GET /matches');
  return session;
}

/**
 * Alerts go to a fake browser: the API's own queue sends them, and the test opens what arrives as a browser would. The service worker that
 * shows them is not part of this test.
 */
async function subscribe(session: StoredSession): Promise<PushBrowser> {
  const phone = push.browser();
  const { status } = await flint.call(session, 'POST /alerts/browsers', phone.subscription);
  expect(status).toBe(200);
  return phone;
}

/** Waits for an alert, checks that a lock screen may show it, and returns its path. */
async function alerted({ shown }: PushBrowser, body: string): Promise<string> {
  const find = () => shown().find((each) => each.body === body);
  await until(() => find() !== undefined);
  expect(shown().map((each) => each.body)).toContain(body);
  const told = shown().map(({ title, body }) => `${title} ${body}`);
  expect(told.join()).not.toMatch(/Ann|Ben|Common Ground|scarf|PM/);
  expect(find()!.title).toBe('Flint');
  return find()!.path;
}

/** Advances the clocks of the server and of both windows, and focuses both windows. */
async function passTo(time: number, ...pages: Page[]): Promise<void> {
  offset = time - Date.now();
  for (const page of pages) {
    await page.clock.setSystemTime(time);
    await page.reload();
  }
}

/** Signs in again: the session of Monday has ended. */
const sessionIn = (page: Page): Promise<StoredSession> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('auth-storage')!));
const offersOf = async (session: StoredSession): Promise<Offer[]> =>
  (await flint.call(session, 'GET /offers')).body.items;
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

describe('two students in two browsers, from the list to after the date', () => {
  it('plan, undo, why it fits, accept, signals across screens, push, time, Did you meet - all without a word typed but one line', async () => {
    const [benSession, annSession] = [await enroll('Ben', 'man'), await enroll('Ann', 'woman')];
    const [annPhone, benPhone] = [await subscribe(annSession), await subscribe(benSession)];
    const wide = { viewport: { width: 1440, height: 900 }, ...WINDOW };
    const ann = await flint.openSignedIn(browser, annSession, '/matches', wide);
    await ann.page.clock.setSystemTime(clock.now());
    await ann.page.reload();

    // a plan with one key, undone with another, and sent
    const plans = ann.page.getByRole('region', { name: 'Ready plans' });
    await plans
      .getByRole('button', { name: /^Send Ben this plan: / })
      .first()
      .waitFor();
    await look(ann.page, 'matches');
    // keys act on a wide window only, which the look made narrow
    await plans.locator('.o-key').first().waitFor();
    await ann.page.keyboard.press('1');
    await ann.page.getByText(/^Sending to Ben: /).waitFor();
    await ann.page.keyboard.press('z');
    await ann.page.getByText(/^Sending to Ben: /).waitFor({ state: 'detached' });
    expect(await offersOf(benSession)).toEqual([]);
    await plans
      .getByRole('button', { name: /^Send Ben this plan: / })
      .first()
      .click();
    await passUndo(ann.page);
    await shows(ann.page, 'Your offer is on its way to Ben.');

    // Ben has no open page: the alert opens the offer, which explains why it fits
    const [offer] = (await offersOf(benSession)) as [Offer];
    expect(offer).toMatchObject({ isPlan: true, status: 'pending' });
    const path = await alerted(benPhone, 'A new offer waits for you.');
    expect(path).toBe(`/offers?offer=${offer.id}`);
    const ben = await flint.openSignedIn(browser, benSession, path, {
      viewport: { width: 390, height: 844 },
      ...WINDOW,
    });
    await ben.page.clock.setSystemTime(clock.now());
    await ben.page.reload();
    await shows(ben.page, 'You are both free at this hour, and you both like this.');
    await look(ben.page, 'offer');
    await press(ben.page, 'Accept');
    await passUndo(ben.page);
    await shows(ben.page, 'It’s a date.');
    // Ann has another screen open: the page shows a notice, and no alert is sent
    await shows(ann.page, /^Ben said yes: /);
    expect(annPhone.shown()).toEqual([]);

    // both open the page of the date; each reads the line of the other
    await press(ann.page, 'Show');
    await look(ben.page, 'accepted');
    for (const { page } of [ann, ben]) await page.getByRole('link', { name: 'Details' }).first().click();
    await heading(ann.page, 'Your date with Ben');
    await heading(ben.page, 'Your date with Ann');
    await ann.page.getByLabel('How Ben recognizes you').fill('Rust scarf, table by the window');
    await press(ann.page, 'Save');
    await shows(ben.page, 'Rust scarf, table by the window');

    // an hour before: signals appear on the page of the date and on any other screen
    const start = Date.parse(offer.proposedDate);
    await passTo(start - HOUR_MS, ann.page, ben.page);
    await ben.page.goto(`${flint.url}/photos`);
    await ben.page.getByRole('heading', { level: 1 }).waitFor();
    await press(ann.page, 'I am on my way');
    // under the pointer a notice stays
    await ben.page.getByText('Ann is on the way.').first().hover();
    expect(await alerted(benPhone, 'The person you’re meeting is on the way.')).toBe(
      `/offers?date=${offer.id}`,
    );
    await press(ben.page, 'Show');
    await heading(ben.page, 'Your date with Ann');
    await shows(ben.page, /Ann is on the way\./);
    await press(ben.page, 'Ten minutes late');
    await shows(ann.page, /Ben is ten minutes late\./);
    expect(await alerted(annPhone, 'The person you’re meeting is running ten minutes late.')).toBe(
      `/offers?date=${offer.id}`,
    );
    await press(ann.page, 'I am here');
    await shows(ben.page, /Ann is there\./);
    await look(ben.page, 'date');

    // two hours after its start it is over: each is asked, and does not see the other's answer
    await passTo(start + 2 * HOUR_MS + 60_000, ann.page, ben.page);
    await shows(ann.page, 'Did you meet Ben?');
    await shows(ben.page, 'Did you meet Ann?');
    await look(ben.page, 'after');
    await press(ann.page, 'Yes, we met');
    await press(ann.page, 'Yes, again');
    await shows(ann.page, /You met, and would meet again\./);
    await press(ben.page, 'Yes, we met');
    await press(ben.page, 'Once was enough');
    await shows(ben.page, /You met, once was enough\./);
    const meetings = [];
    for (const { page } of [ann, ben]) meetings.push((await offersOf(await sessionIn(page)))[0]!.meeting);
    expect(meetings).toEqual([
      { met: true, again: true },
      { met: true, again: false },
    ]);

    // a day later their lines and signals are deleted
    await passTo(start + 27 * HOUR_MS, ann.page, ben.page);
    await heading(ben.page, 'Your date with Ann');
    for (const { page } of [ann, ben]) {
      const session = await sessionIn(page);
      const { body } = await flint.call(session, `GET /offers/${offer.id}/date`);
      const nothing = { line: null, signals: [] };
      expect(body).toMatchObject({ own: nothing, partner: nothing });
    }
    expect(await ben.page.getByText('Rust scarf').count()).toBe(0);
    await Promise.all([ann.close(), ben.close()]);
  });
});
