import { expectAccessible, openPage } from '@flint/testing/browser';
import { LIMITED_BROWSERS, type LimitedBrowser } from '@flint/testing/limited-browsers';
import { isShort } from '@flint/testing/long';
import type { Page } from 'playwright-core';
import { testAlerts } from './alerts';
import { button, goTo, PHONE, saved, useCampus } from './people';

const TABLET = { width: 768, height: 1024 };

const campus = useCampus({ PUSH_LOCAL: 'true' });
testAlerts(campus);
const undo = (page: Page) => button(page, /^Undo/);
let made = 0;
/** `npm test` leaves out the full storage, which refuses less than the blocked one. */
const LIMITED = (Object.keys(LIMITED_BROWSERS) as LimitedBrowser[]).slice(isShort ? 1 : 0);
const STORES_NOTHING = new Set<string>(['that blocks site data', 'whose storage is full']);

describe('what the review found that only a browser shows', () => {
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

  it('an alert - about a control at the bottom of the page, narrow or wide - does not cover it, and keeps its button on the page', async () => {
    const ann = await campus.join('Ann');
    const { page, close } = await campus.open(ann, '/profile?page=settings&section=notifications', {
      answersLater: true,
    });
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
      const dismiss = alert.getByRole('button', { name: 'Dismiss' });
      // as from a name without a space
      await alert.locator('> span').evaluate((text) => text.append('W'.repeat(40)));
      const { right } = await dismiss.evaluate((element) => element.getBoundingClientRect().toJSON());
      expect(right).toBeLessThanOrEqual(width);
      await dismiss.click();
      await alert.waitFor({ state: 'detached' });
    }
    await close();
  });

  it('a sign-out at an address that is no screen’s - with an unsent answer - names it, and asks first', async () => {
    const ann = await campus.join('Ann', { isComplete: false });
    const { page, close } = await campus.open(ann, '/?question=pronouns', { answersLater: true });
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

  it('15: the offline line on a phone - covers no button, and none of its text is cut off', async () => {
    const ann = await campus.join('Ann', { isComplete: false, hasWeek: false });
    const first = '/?question=pronouns';
    const { page, close } = await campus.open(ann, first, { viewport: { width: 390, height: 700 } });
    for (const [at, names] of [
      [first, ['Back', 'Next']],
      ['/availability', ['Back', 'Skip for now']],
      ['/photos', ['Skip for now']],
    ] as const) {
      if (at !== first) await page.goto(campus.url + at);
      await button(page, names[0]).waitFor();
      await page.context().setOffline(true);
      await page.locator('.status-line').getByText('Offline').waitFor();
      for (const width of [320, 390]) {
        await page.setViewportSize({ width, height: 700 });
        for (const name of names) {
          const target = button(page, name);
          await target.scrollIntoViewIfNeeded();
          const isOnTop = await target.evaluate((element) => {
            const { left, top, width: wide, height } = element.getBoundingClientRect();
            return [top + 2, top + height / 2, top + height - 2].every((y) =>
              element.contains(document.elementFromPoint(left + wide / 2, y)),
            );
          });
          expect([at, width, name, isOnTop]).toEqual([at, width, name, true]);
        }
        const cut = await page
          .locator('.status-line > p:visible')
          .evaluateAll((texts) =>
            texts
              .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
              .map((p) => p.textContent),
          );
        expect([at, width, cut]).toEqual([at, width, []]);
      }
      await page.context().setOffline(false);
    }
    await close();
  });

  it('a person on a phone - has 300 px of the photo in the list, and a page with every photo whole; a reload stays there, Back leads to the list', async () => {
    const [ann, kim] = await campus.pair('Ann', 'Kim');
    await campus.addPhotos(kim, ['#c2410c', '#0c41c2', '#41c20c']);
    const { page, close } = await campus.open(ann, '/matches', { viewport: PHONE });
    const link = page.getByRole('link', { name: 'See everything about Kim' });
    const title = (name: RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();
    await link.waitFor();
    for (const viewport of [TABLET, PHONE]) {
      await page.setViewportSize(viewport);
      const photo = page.locator('.m-card .f-photo').first();
      expect(await photo.evaluate(({ clientHeight }) => clientHeight)).toBe(300);
    }
    await link.click();
    await title(/^Kim/);
    // as after a swipe: the strip snaps to a photo
    await page
      .locator('.m-album__track')
      .evaluate((track) => track.scrollTo({ left: 2 * track.clientWidth }));
    await page.getByText('Photo 3 of 3', { exact: true }).waitFor();
    // all of the photo, whose crop of 3:4 fills its place nearly
    await page.waitForFunction(() => {
      const all = [
        ...document.querySelectorAll<HTMLImageElement>('.m-album__photo > img:not([aria-hidden])'),
      ];
      return all.length === 3 && all.every((img) => img.complete && img.naturalWidth > 0);
    });
    for (const viewport of [TABLET, PHONE]) {
      await page.setViewportSize(viewport);
      const looks = await page
        .locator('.m-album__photo > img:not([aria-hidden])')
        .evaluateAll((all) =>
          all.map((img) => [getComputedStyle(img).objectFit, img.clientWidth / img.clientHeight < 0.85]),
        );
      expect(looks).toEqual(Array.from({ length: 3 }, () => ['contain', true]));
    }
    await expectAccessible(page);
    await page.reload();
    await title(/^Kim/);
    await page.goBack();
    await title(/^Your Matches$/);
    await page.goForward();
    await button(page, 'Back to your matches').click();
    await title(/^Your Matches$/);
    await close();
  });

  it('Send Offer - its page closed - is not sent; the next page says so, and the sheet has its text', async () => {
    const [ann, ben] = await campus.pair('Uta', 'Ugo');
    const { page, close } = await campus.open(ann, '/matches', { hasClock: true });
    await page.getByRole('link', { name: /^Ugo, / }).click();
    const card = page.getByRole('article', { name: /Ugo/ });
    await card.getByRole('button', { name: 'Invite', exact: true }).click();
    const sheet = page.getByRole('dialog', { name: 'Invite Ugo' });
    await sheet.getByLabel('Activity').fill('Bouldering');
    await sheet.getByLabel('Location').fill('Boat house');
    await button(page, /^Send: /).click();
    await undo(page).waitFor();
    await page.reload();
    await page.getByText(/^Not sent, because the page was closed: Sending to Ugo/).waitFor();
    await page.clock.fastForward(60_000);
    await button(page, 'Show').click();
    await page.getByRole('button', { name: 'Invite', exact: true }).first().click();
    await sheet.waitFor();
    expect(await sheet.getByLabel('Location').inputValue()).toBe('Boat house');
    const { items } = await campus.call(campus.flint.call(ben.session, 'GET /offers'));
    expect(items).toEqual([]);
    await close();
  });

  it('an alert - while Undo is shown, narrow or wide - lies above it, and both above the buttons of the screen', async () => {
    const ann = await campus.join('Ulla');
    const { page, close } = await campus.open(ann, '/availability', { hasClock: true });
    const file = { name: 'week.ics', mimeType: 'text/calendar', buffer: Buffer.from('no calendar') };
    const alert = page.getByRole('alert').filter({ hasText: 'could not be read' });
    // the code that reads it is loaded before the seconds of Undo begin
    await page.getByLabel('Calendar file').setInputFiles(file);
    await alert.getByRole('button', { name: 'Dismiss' }).click();
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      await button(page, 'Evenings').click();
      await button(page, 'Clear').click();
      await undo(page).waitFor();
      await page.getByLabel('Calendar file').setInputFiles(file);
      const [lowest, highest, above] = await Promise.all(
        [page.locator('.f-foot'), undo(page), alert].map(async (each) => (await each.boundingBox())!),
      );
      expect(highest!.y + highest!.height).toBeLessThan(lowest!.y);
      expect(above!.y + above!.height).toBeLessThan(highest!.y);
      await undo(page).click();
      await alert.getByRole('button', { name: 'Dismiss' }).click();
    }
    await close();
  });
});
