// Longer than 300 lines: the photos, whose statements share three visits.
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { addPhotos, newStudent } from './people';
import {
  alertOf,
  button,
  call,
  cropAndSave,
  failing,
  heading,
  held,
  path,
  picture,
  recordUploads,
  uploadsOf,
} from './screens';
import { address, http, look, type Session } from './stage';
import { walk } from './statements';

const LIMIT = 10 * 1024 * 1024;

let page: Page;
let session: Session;

const add = () => page.getByLabel('Add photo');
const dialog = () => page.getByRole('dialog', { name: 'Crop Your Photo', exact: true });
const count = (text: string) => page.getByText(text, { exact: true }).waitFor();
const stencil = () => page.locator('.advanced-cropper-rectangle-stencil').first();
const pick = (name: string, mimeType: string, buffer: Buffer) =>
  add().setInputFiles({ name, mimeType, buffer });

/** Waits for an alert with that text, and dismisses it. */
async function expectAlert(text: string): Promise<void> {
  await alertOf(page, text);
  await page.getByRole('alert').getByRole('button', { name: 'Dismiss' }).click();
  await page.getByRole('alert').filter({ hasText: text }).waitFor({ state: 'detached' });
}

/** Picks a picture of that many bytes, padded with zeros and a second end marker, from the disk: a large buffer takes seconds to send. */
async function pickLarge(name: string, bytes: number): Promise<void> {
  const { buffer } = await picture(name, { width: 600, height: 800 });
  const file = join(await mkdtemp(join(tmpdir(), 'flint-picture-')), name);
  const padding = Buffer.alloc(bytes - buffer.length - 2);
  await writeFile(file, Buffer.concat([buffer, padding, Buffer.from([0xff, 0xd9])]));
  await add().setInputFiles(file);
}

/** Records what the page's canvases are asked to encode. */
const recordDrawn = (fresh: Page) =>
  fresh.addInitScript(`(() => {
    const drawn = (window.drawn = []);
    const { toBlob } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.toBlob = function (done, type, quality) {
      drawn.push([type, quality]);
      return toBlob.call(this, done, type, quality);
    };
  })()`);

const hosts = new Set<string>();
let asked: Awaited<ReturnType<typeof call>>;
let answer: () => void;

// the first photos, from the picker to the profile
walk({
  'S2.5.1': async () => {
    ({ session } = await newStudent());
    page = await look(session, '/photos', {
      before: async (fresh) => {
        fresh.context().on('request', (request) => hosts.add(new URL(request.url()).hostname));
        await Promise.all([recordUploads(fresh), recordDrawn(fresh)]);
      },
    });
    await heading(page, 'Add Your Photos');
    await count('0/6');
  },

  'S2.5.5': async () => {
    await page.getByRole('heading', { name: 'Photo tips' }).waitFor();
    await page.getByText('Your face first, in clear light').waitFor();
  },

  'S2.5.11': async () => {
    const input = page.locator('input[type=file][capture]');
    expect(await input.getAttribute('accept')).toBe('image/*');
    expect(await input.getAttribute('capture')).toBe('user');
    await page.getByText(/liveness detection/).waitFor();
  },

  'S5.9.1': async () => {
    await pick('notes.txt', 'text/plain', Buffer.from('hello'));
    await expectAlert('Please select an image file');
    expect(await page.getByRole('dialog').count()).toBe(0);
  },

  'S8.3.1': async () => {
    await pick('a.pdf', 'application/pdf', Buffer.from('%PDF'));
    await expectAlert('Please select an image file');
    await pickLarge('big.jpg', LIMIT + 1);
    await expectAlert('File size must be less than 10MB');
    expect(await page.getByRole('dialog').count()).toBe(0);
  },

  'S5.9.2': async () => {
    // a byte more is refused: S8.3.1
    await pickLarge('fits.jpg', LIMIT);
    await stencil().waitFor();
  },

  'S2.5.8': async () => {
    await button(dialog(), 'Save').waitFor();
    await button(dialog(), 'Cancel').click();
    await dialog().waitFor({ state: 'detached' });
    await count('0/6');
  },

  'S5.10.1': async () => {
    await add().setInputFiles(await picture('beach.jpg'));
    await stencil().waitFor();
    const shown = page
      .locator('.advanced-cropper-background-image, .advanced-cropper__background-wrapper img')
      .first();
    // the crop is placed once the picture is drawn
    await page.waitForFunction(() => {
      const width = (part: string) => document.querySelector(part)?.getBoundingClientRect().width ?? 0;
      const picture =
        width('.advanced-cropper-background-image') || width('.advanced-cropper__background-wrapper img');
      return picture > 0 && width('.advanced-cropper-rectangle-stencil') / picture > 0.85;
    });
    const [crop, image] = [(await stencil().boundingBox())!, (await shown.boundingBox())!];
    expect(crop.width / crop.height).toBeCloseTo(3 / 4, 1);
    expect(crop.width / image.width).toBeCloseTo(0.9, 1);
    expect(crop.x + crop.width / 2).toBeCloseTo(image.x + image.width / 2, -1);
    expect(crop.y + crop.height / 2).toBeCloseTo(image.y + image.height / 2, -1);
  },

  'S2.5.9': async () => {
    const request = call(page, 'POST /photos/upload-url');
    // it stands for a moment only
    const processing = page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const look = () =>
            document.querySelector('dialog')?.textContent?.includes('Processing...') && resolve();
          new MutationObserver(look).observe(document.body, {
            subtree: true,
            childList: true,
            characterData: true,
          });
        }),
    );
    await button(dialog(), 'Save').click();
    await processing;
    await count('1/6');
    asked = await request;
    // a function: an expression in text is evaluated again at each poll, and the page's policy refuses that
    await page.waitForFunction(() => (globalThis as unknown as { uploads: unknown[] }).uploads.length > 0);
  },

  'S9.5.2': async () => {
    const drawn = (await page.evaluate('window.drawn')) as [string, number][];
    expect(drawn[0]).toEqual(['image/jpeg', 0.9]);
    const [upload] = await uploadsOf(page);
    expect(upload!.size).toBeLessThanOrEqual(1024 * 1024);
    expect(Math.max(upload!.width, upload!.height)).toBe(1024);
  },

  'S3.13.3': async () => {
    expect(asked.postDataJSON()).toEqual({ fileName: 'beach.jpg', fileType: 'image/jpeg' });
  },

  'S7.2.6': async () => {
    const body = { fileName: 'a.jpg', fileType: 'image/jpeg' };
    const given = await http('POST /photos/upload-url', { as: session, body });
    expect(given.status).toBe(201);
    expect(given.body.uploadUrl).toMatch(/^(https?:\/)?\/.+\?.+/);
  },

  'S7.3.1': async () => expect([...hosts].filter((host) => host !== '127.0.0.1' && host !== '')).toEqual([]),

  'S2.5.10': async () => {
    await page.locator('[data-photo][data-state=ready]').first().waitFor();
    const image = page.locator('[data-photo] img').first();
    const before = await image.getAttribute('src');
    await cropAndSave(page, await picture('other.jpg'), 'Change');
    expect(await image.getAttribute('src')).not.toBe(before);
    await count('1/6');
  },

  'S2.5.2': async () => {
    await page.getByRole('heading', { name: 'Primary Photo', exact: true }).waitFor();
    const first = page.locator('[data-photo]').first();
    await first.getByText('Main', { exact: true }).waitFor();
    await first.getByRole('button', { name: 'Remove Primary photo' }).click();
    await count('0/6');
  },

  'S2.5.6': async () => {
    expect(await button(page, 'Save 0 Photos').isDisabled()).toBe(true);
    await page.getByRole('button', { name: /^Undo/ }).click();
    expect(await button(page, 'Save 1 Photo').isEnabled()).toBe(true);
    await cropAndSave(page, await picture());
    answer = await held(page, '**/api/v1/photos', 'POST');
    const request = call(page, 'POST /photos');
    await button(page, 'Save 2 Photos').click();
    await page.locator('.f-foot button[aria-busy=true], .f-foot button:disabled').first().waitFor();
    asked = await request;
    answer();
  },

  'S7.2.8': async () => {
    expect(asked.postDataJSON()).toEqual({
      photos: [
        { url: expect.any(String), isPrimary: true },
        { url: expect.any(String), isPrimary: false },
      ],
      madeFrom: [],
    });
    expect((await asked.response())!.status()).toBe(200);
  },

  'S7.2.7': async () => {
    // the second upload replaced the first, and the third followed
    const [, main, second] = await uploadsOf(page);
    for (const { contentType } of [main!, second!]) expect(contentType).toBe('image/jpeg');
    const stored = [main!, second!].map(({ url }) => new URL(url, address()).pathname);
    expect(asked.postDataJSON().photos.map(({ url }: { url: string }) => url)).toEqual(stored);
  },

  'S3.11.1': async () => {
    const { items } = (await http('GET /photos', { as: session })).body;
    const { photos } = asked.postDataJSON();
    expect(items.map((photo: any) => photo.url)).toEqual(photos.map((photo: any) => photo.url));
    expect(items.map((photo: any) => photo.isPrimary)).toEqual([true, false]);
    expect(items[0].id).toEqual(expect.any(String));
  },

  'S2.5.7': async () => {
    await path(page, '/profile');
    await page.goto(`${address()}/photos`);
    await button(page, 'Skip for now').click();
    await path(page, '/profile');
  },
});

const photos = () => page.locator('[data-photo]');
const order = () => photos().evaluateAll((all) => all.map((each) => each.getAttribute('data-photo')));
const main = () =>
  page.locator('[data-photo]', { has: page.getByText('Main', { exact: true }) }).getAttribute('data-photo');

// a full album
walk({
  'S2.5.3': async () => {
    const student = await newStudent();
    ({ session } = student);
    await addPhotos(student, 5);
    page = await look(session, '/photos', { before: recordUploads });
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
  },

  'S5.9.3': async () => {
    await count('5/6');
    const wide = await picture('wide.jpg', { width: 2000, height: 1500 });
    await add().setInputFiles([wide, wide]);
    await button(dialog(), 'Save').click();
    await count('6/6');
    expect(await add().count()).toBe(0);
    expect(await page.locator('input[type=file][multiple], input[capture]').count()).toBe(0);
    const body = { photos: Array.from({ length: 7 }, (_, n) => ({ url: `/storage/v1/photos/${n}` })) };
    expect((await http('POST /photos', { as: session, body })).status).toBe(400);
  },

  'S9.5.1': async () => {
    await page.locator('[data-photo]:not([data-state=ready])').first().waitFor({ state: 'detached' });
    const [upload] = await uploadsOf(page);
    expect(upload!.width / upload!.height).toBeCloseTo(0.75, 2);
  },

  'S2.5.4': async () => {
    await button(photos().last(), 'Remove').click();
    await add().waitFor({ state: 'attached' });
    await count('5/6');
  },

  'S4.5.2': async () => {
    const [first, second, third, ...rest] = await order();
    await button(photos().nth(2), 'Make Primary').click();
    expect(await main()).toBe(third);
    expect(await order()).toEqual([third, first, second, ...rest]);
    expect(await page.getByText('Main', { exact: true }).count()).toBe(1);
  },

  'S4.5.1': async () => {
    const [first, second] = await order();
    expect(await main()).toBe(first);
    await button(page, 'Remove Primary photo').click();
    await count('4/6');
    expect(await main()).toBe(second);
  },
});

// what fails
walk({
  'S7.2.9': async () => {
    ({ session } = await newStudent());
    expect((await http('GET /photos', { as: session })).body.items).toEqual([]);
    page = await look(session, '/photos', { before: (fresh) => failing(fresh, 'GET', '/photos', 404) });
    await count('0/6');
    await add().waitFor({ state: 'attached' });
    expect(await page.getByText('The requested resource was not found.').count()).toBe(0);
  },

  'S8.3.3': async () => {
    await cropAndSave(page, await picture());
    await failing(page, 'POST', '/photos', 500);
    await button(page, 'Save 1 Photo').click();
    await expectAlert('Failed to save photos. Please try again.');
    await heading(page, 'Add Your Photos');
  },

  'S8.3.2': async () => {
    await page.evaluate(() => {
      HTMLCanvasElement.prototype.toBlob = (done) => done(null);
    });
    await add().setInputFiles(await picture());
    await stencil().waitFor();
    await button(dialog(), 'Save').click();
    await alertOf(page, 'Failed to process image. Please try again.');
    expect(await button(dialog(), 'Save').isEnabled()).toBe(true);
    await button(dialog(), 'Cancel').click();
    await expectAlert('Failed to process image. Please try again.');
    await page.evaluate(() => {
      const addressOf = URL.createObjectURL.bind(URL);
      URL.createObjectURL = () => addressOf(new Blob(['not a picture']));
    });
    await add().setInputFiles(await picture());
    await expectAlert('Failed to process image. Please try again.');
  },
});
