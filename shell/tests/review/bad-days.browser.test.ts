import { openPage } from '@flint/testing/browser';
import { LIMITED_BROWSERS, type LimitedBrowser } from '@flint/testing/limited-browsers';
import { isShort } from '@flint/testing/long';
import { button, goTo, saved, useCampus } from './people';

jest.setTimeout(120_000);

const campus = useCampus();
let made = 0;
/** `npm test` leaves out the full storage, which refuses less than the blocked one. */
const LIMITED = (Object.keys(LIMITED_BROWSERS) as LimitedBrowser[]).slice(isShort ? 1 : 0);
const STORES_NOTHING = new Set<string>(['that blocks site data', 'whose storage is full']);

describe('the review’s bad days', () => {
  it.each(LIMITED)(
    '5: a browser %s - after the code - shows every screen, and an answer reaches the server',
    async (name) => {
      const { page, close } = await openPage(campus.browser, { allow: [/Failed to load resource/] });
      await page.addInitScript(LIMITED_BROWSERS[name]);
      await page.goto(campus.url);
      const email = `limited${(made += 1)}@campus.edu`;
      await page.getByLabel('University email').fill(email);
      await button(page, 'Send code').click();
      const code = page.getByLabel('Code', { exact: true });
      await code.waitFor();
      await code.fill(await campus.flint.codeFor(email));
      if (STORES_NOTHING.has(name)) await page.getByText('This browser stores nothing.').waitFor();
      await page.getByText(/^Question 1 of/).waitFor();
      await page.getByLabel('What should matches call you?').fill('Ann');
      await saved(page);
      for (const screen of ['Matches', 'Offers', 'Availability', 'Photos', 'Profile', 'Questions']) {
        await goTo(page, screen);
        await page.locator('#main [data-page-heading]').first().waitFor();
        expect(await page.locator('.remote-failure').count()).toBe(0);
      }
      expect(await page.getByLabel('What should matches call you?').inputValue()).toBe('Ann');
      await close();
    },
  );

  it('8: a sign-out while offline - when the connection is back - ends the session at the server', async () => {
    const ann = await campus.join('Ann');
    const { page, close } = await campus.open(ann, '/profile');
    await button(page, 'Sign Out').waitFor();
    await saved(page);
    await page.context().setOffline(true);
    await button(page, 'Sign Out').click();
    await page.waitForFunction(() => localStorage.getItem('auth-storage') === null);
    const isLive = async () => {
      const headers = { authorization: `Bearer ${ann.session.access_token}` };
      return (await fetch(`${campus.url}/auth/v1/user`, { headers })).ok;
    };
    expect(await isLive()).toBe(true);
    const ended = page.waitForResponse(/\/auth\/v1\/logout/);
    await page.context().setOffline(false);
    await ended;
    expect(await isLive()).toBe(false);
    await close();
  });

  it('an alert - about a control at the bottom of the page, narrow or wide - does not cover it', async () => {
    const ann = await campus.join('Ann');
    const { page, close } = await campus.open(ann, '/profile?page=settings&section=notifications');
    const control = page.getByRole('switch', { name: 'Email me about offers' });
    await control.waitFor({ state: 'attached' });
    await page.route('**/api/v1/**', (route) =>
      route.request().method() === 'GET' ? route.continue() : route.fulfill({ status: 422, body: '' }),
    );
    for (const width of [320, 1440]) {
      await page.setViewportSize({ width, height: 700 });
      await control.evaluate((element) => {
        element.closest<HTMLElement>('section, ul')!.style.marginBlock = '80vh 10rem';
        element.scrollIntoView({ block: 'end' });
      });
      await control.click();
      const alert = page.getByRole('alert').filter({ hasText: /\S/ }).first();
      await alert.waitFor();
      const isOnTop = await control.evaluate((element) => {
        const { left, top, width: wide, height } = element.getBoundingClientRect();
        const hit = document.elementFromPoint(left + wide / 2, top + height / 2);
        return element.contains(hit) || Boolean(hit?.contains(element));
      });
      expect([width, isOnTop]).toEqual([width, true]);
      await alert.getByRole('button', { name: 'Dismiss' }).click();
      await alert.waitFor({ state: 'detached' });
    }
    await close();
  });

  it('a sign-out at an address that is no screen’s - with an unsent answer - names it, and asks first', async () => {
    const ann = await campus.join('Ann', { isComplete: false });
    const { page, close } = await campus.open(ann, '/?question=pronouns');
    await page.route('**/api/v1/profile', (route) =>
      route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 503, body: '{}' }),
    );
    const refused = page.waitForResponse((answer) => answer.status() === 503);
    await page.getByRole('radio', { name: 'they/them' }).check({ force: true });
    await page.getByText('Not saved yet: your answers').waitFor();
    // what is sent is on the device
    await refused;
    await page.goto(new URL('/nowhere', page.url()).href);
    await page.getByText('Page not found').first().waitFor();
    await page.getByText('Not saved yet: your answers').waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('sign out');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Sign out without saving?' }).waitFor();
    await button(page, 'Stay signed in').click();
    await page.getByText('Not saved yet: your answers').waitFor();
    await close();
  });

  it('a long list of answers - shows each one that gets the focus above the bar at the foot', async () => {
    const ann = await campus.join('Ann', { isComplete: false });
    const { page, close } = await campus.open(ann, '/?question=ethnicity', {
      viewport: { width: 390, height: 600 },
    });
    const answers = page.getByRole('checkbox');
    await answers.first().focus();
    const count = await answers.count();
    expect(count).toBeGreaterThan(15);
    for (let at = 0; at < count; at++, await page.keyboard.press('Tab'))
      expect(
        await page.evaluate(() => {
          const { bottom } = document.activeElement!.closest('label')!.getBoundingClientRect();
          return bottom - document.querySelector('.f-foot')!.getBoundingClientRect().top;
        }),
      ).toBeLessThanOrEqual(0);
    await close();
  });
});
