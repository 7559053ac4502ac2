import { startPushService, type PushBrowser, type PushService } from '@flint/testing/push-service';
import { until } from '@flint/testing/until';
import type { Page, Worker } from 'playwright-core';
import { STUB_WORKER, stubPage } from '../push-stubs';
import { PHONE, type Campus, type Student } from './people';

/** The real service worker, which controls the page. */
async function workerOf(page: Page): Promise<Worker> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const [worker] = page.context().serviceWorkers();
  await worker!.evaluate(STUB_WORKER);
  return worker!;
}

type Shown = readonly { readonly title: string; readonly body: string; readonly tag: string }[];
const shown = (worker: Worker) =>
  worker.evaluate<Shown>('testShown.map(({ title, body, tag }) => ({ title, body, tag }))');

/** Waits for that number of notifications. */
async function untilShown(worker: Worker, count: number): Promise<Shown> {
  await until(async () => (await shown(worker)).length === count);
  return shown(worker);
}

/** The tests of alerts, on the campus of their file, which has PUSH_LOCAL. */
export function testAlerts(campus: Campus): void {
  describe('alerts, from an offer to the lock screen', () => {
    let service: PushService;
    let phone: PushBrowser;
    beforeAll(async () => {
      service = await startPushService();
      phone = service.browser();
    });
    afterAll(() => service[Symbol.asyncDispose]());

    /** A page with permission to show notifications. */
    async function open(who: Student, at: string) {
      const opened = await campus.open(who, '/help.html', { viewport: PHONE, serviceWorkers: 'allow' });
      const { page } = opened;
      await page.context().grantPermissions(['notifications'], { origin: campus.url });
      await page.addInitScript({ content: stubPage(phone.subscription) });
      // the server sends no alert to a page with an open event stream
      await page.route('**/api/v1/offers/events', (route) => route.abort());
      await page.goto(campus.url + at);
      return opened;
    }

    /** Dispatches a push event to the worker, as the browser does. */
    async function deliver(page: Page, data: string): Promise<void> {
      const cdp = await page.context().newCDPSession(page);
      const registered = new Promise<string>((resolve) => {
        cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
          const own = registrations.find(
            ({ scopeURL, isDeleted }) => scopeURL.startsWith(campus.url) && !isDeleted,
          );
          if (own) resolve(own.registrationId);
        });
      });
      await cdp.send('ServiceWorker.enable');
      const registrationId = await registered;
      await cdp.send('ServiceWorker.deliverPushMessage', { origin: campus.url, registrationId, data });
      await cdp.detach();
    }

    it('of a student who turned them on - are shown once, without a name, and lead the open page to the offer; signing out ends them', async () => {
      const [ann, ben] = await campus.pair('Ann', 'Ben');
      const { page, close } = await open(ann, '/profile?page=settings&section=notifications');
      const toggle = page.getByRole('switch', { name: /Alerts in this browser/ });
      await toggle.click();
      await page.getByRole('group', { name: 'Alert me of' }).waitFor();
      expect(await toggle.getAttribute('aria-checked')).toBe('true');

      const worker = await workerOf(page);
      const { id } = await campus.offer(ben, ann);
      const text = JSON.stringify(phone.read((await service.take()).body));
      await deliver(page, text);
      expect(await untilShown(worker, 1)).toEqual([
        { title: 'Flint', body: 'A new offer waits for you.', tag: `${id} offered` },
      ]);

      // the server accepts the receipt, and sends no mail
      await until(() => worker.evaluate<boolean>('testReceipts.length === 1 && testReceipts[0] === 204'));

      // headless Chromium shows nothing to click
      await page.evaluate(() => Object.assign(window, { isSame: true }));
      await worker.evaluate('void testClick()');
      await page.waitForURL(`**/offers?offer=${id}`);
      await page.getByRole('article', { name: /Ben/ }).waitFor();
      expect(await shown(worker)).toEqual([]);
      expect(await page.evaluate(() => 'isSame' in window)).toBe(true);

      await deliver(page, text);
      await untilShown(worker, 1);
      await page.goto(`${campus.url}/profile?page=settings`);
      await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
      await page.getByLabel('University email').waitFor();
      await untilShown(worker, 0);
      // a push that was on its way names no student
      await deliver(page, text);
      expect(await untilShown(worker, 1)).toEqual([
        { title: 'There is news for you.', body: '', tag: 'plain' },
      ]);
      await close();
    });
  });
}
