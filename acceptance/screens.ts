import { passUndo } from '@flint/testing/browser';
import type { Locator, Page, Request } from 'playwright-core';
import sharp from 'sharp';

/** The button of exactly that name. */
export const button = (on: Page | Locator, name: string): Locator =>
  on.getByRole('button', { name, exact: true }).first();

/** Clicks what can be undone for five seconds, and lets them pass on the page's clock. */
export async function clickAndSend(page: Page, target: Locator): Promise<void> {
  await target.click();
  await passUndo(page);
}

/** Waits for the main heading of a screen. */
export const heading = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('heading', { level: 1, name, ...(typeof name === 'string' && { exact: true }) }).waitFor();

/** Waits until the address has that path, with any parameters. */
export const path = (page: Page, wanted: string): Promise<void> =>
  page.waitForURL((url) => url.pathname === wanted);

/** Goes to an address of the product as a link does: no new page loads. */
export const goTo = (page: Page, to: string): Promise<void> =>
  page.evaluate((address) => {
    history.pushState(null, '', address);
    dispatchEvent(new PopStateEvent('popstate'));
  }, to);

export const pathOf = (page: Page): string => new URL(page.url()).pathname;

/** Everything that the page keeps in its databases, as text. */
export const inDatabases = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const resultOf = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(new Error('not read', { cause: request.error })));
      });
    const found: unknown[] = [];
    for (const { name } of await indexedDB.databases()) {
      const database = await resultOf(indexedDB.open(name!));
      for (const each of database.objectStoreNames) {
        const entries = () => database.transaction(each).objectStore(each);
        const [keys, values] = [await resultOf(entries().getAllKeys()), await resultOf(entries().getAll())];
        found.push(keys.map((key, i) => [key, values[i]]));
      }
      database.close();
    }
    return JSON.stringify(found);
  });

/** The visible text, with single spaces. */
export const textOf = async (target: Locator): Promise<string> =>
  (await target.innerText()).replace(/\s+/g, ' ').trim();

export const signInTitle = 'Sign in to Flint';

/** Requests a code on the sign-in screen. */
export async function askForCode(page: Page, email: string): Promise<void> {
  await page.getByLabel('University email').fill(email);
  await button(page, 'Send code').click();
}

export const codeField = (page: Page): Locator => page.getByRole('textbox', { name: 'Code' });

/** A picture like a phone's, as a picked file. */
export async function picture(name = 'me.jpg', { width = 1500, height = 2000 } = {}) {
  const made = sharp({ create: { width, height, channels: 3, background: '#c2410c' } });
  return { name, mimeType: 'image/jpeg', buffer: await made.jpeg().toBuffer() };
}

/** The red error box. */
export const redBox = (page: Page): Locator => page.locator('#main [role=alert]').filter({ hasText: /\S/ });

/** Waits for an alert with that text. */
export const alertOf = (page: Page, text: string): Promise<void> =>
  page.getByRole('alert').getByText(text, { exact: true }).waitFor();

/** Whether a color has that name, by its hue; no color of the product is close to two names. */
export function hueOf(rgb: string): number {
  const [r = 0, g = 0, b = 0] = (/\(([^)]+)\)/.exec(rgb)?.[1] ?? '').split(/[ ,/]+/).map(Number);
  const [max, min] = [Math.max(r, g, b), Math.min(r, g, b)];
  if (max === min) return Number.NaN;
  const part =
    max === r
      ? ((g - b) / (max - min)) % 6
      : max === g
        ? (b - r) / (max - min) + 2
        : (r - g) / (max - min) + 4;
  return (part * 60 + 360) % 360;
}

export const QUESTION_COUNT = 37;

type PickedFile = Awaited<ReturnType<typeof picture>>;

/** Picks a file, saves the first crop, and waits until the photo is on the server. */
export async function cropAndSave(page: Page, file: PickedFile, control = 'Add photo'): Promise<void> {
  await page.getByLabel(control, { exact: control !== 'Add photo' }).setInputFiles(file);
  const dialog = page.getByRole('dialog', { name: 'Crop Your Photo' });
  await dialog.locator('.advanced-cropper-rectangle-stencil').first().waitFor();
  await button(dialog, 'Save').click();
  await dialog.waitFor({ state: 'detached' });
  await page.locator('[data-photo]:not([data-state=ready])').first().waitFor({ state: 'detached' });
}

/** The next call with that method to that path of the sign-in service or the API. */
export const call = (page: Page, methodAndPath: string): Promise<Request> => {
  const [method, at] = methodAndPath.split(' ');
  return page.waitForRequest(
    (request) => request.method() === method && new URL(request.url()).pathname.replace('/api/v1', '') === at,
  );
};

/** Holds such requests of the page, or those with one method, until the returned function is called. */
export async function held(page: Page, pattern: string, method?: string): Promise<() => void> {
  let answer: () => void = () => undefined;
  const isAnswered = new Promise<void>((resolve) => (answer = resolve));
  await page.route(pattern, async (route) => {
    if (!method || route.request().method() === method) await isAnswered;
    await route.fallback();
  });
  return answer;
}

/** Makes that call fail with a status and a problem body from now on. */
export async function failing(page: Page, method: string, call: string, status: number): Promise<void> {
  await page.route(`**/api/v1${call}`, (route) =>
    route.request().method() === method
      ? route.fulfill({
          status,
          json: { type: 'about:blank', title: 'x', status, code: 'internal', detail: 'x' },
        })
      : route.fallback(),
  );
}

interface Upload {
  readonly url: string;
  readonly contentType: string | null;
  readonly size: number;
  readonly width: number;
  readonly height: number;
}

/** Records the page's uploads, because Playwright does not report file bodies. */
export const recordUploads = (page: Page): Promise<unknown> =>
  page.addInitScript(`(() => {
    const uploads = (window.uploads = []);
    const { open, send, setRequestHeader } = XMLHttpRequest.prototype;
    XMLHttpRequest.prototype.open = function (method, url, ...rest) {
      this.asked = { method, url: String(url), contentType: null };
      return open.call(this, method, url, ...rest);
    };
    XMLHttpRequest.prototype.setRequestHeader = function (name, value) {
      if (name.toLowerCase() === 'content-type') this.asked.contentType = value;
      return setRequestHeader.call(this, name, value);
    };
    XMLHttpRequest.prototype.send = function (body) {
      if (this.asked.method === 'PUT') uploads.push({ ...this.asked, body });
      return send.call(this, body);
    };
    const { fetch } = window;
    window.fetch = (input, init = {}) => {
      if (init.method === 'PUT' && init.body instanceof Blob)
        uploads.push({ url: String(input), contentType: new Headers(init.headers).get('content-type'), body: init.body });
      return fetch(input, init);
    };
  })()`);

/** The uploads so far. */
export const uploadsOf = (page: Page): Promise<readonly Upload[]> =>
  page.evaluate(`Promise.all(
    window.uploads.map(async ({ url, contentType, body }) => {
      const { width, height } = await createImageBitmap(body);
      return { url, contentType, size: body.size, width, height };
    }),
  )`);
