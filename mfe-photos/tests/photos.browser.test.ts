import { randomUUID } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdtemp, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CUT_OFF, expectAccessible, useBrowser } from '@flint/testing/browser';
import { useFlint, type StoredSession } from '@flint/testing/flint';
import { until } from '@flint/testing/until';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { detailedPhoto, phonePhoto, plainPhoto, transparentPicture } from './pictures';

/** The profile screen requests data that a new student does not have. */
const NOTHING_YET = /status of 404/;
const asFile = (name: string, buffer: Buffer, mimeType = 'image/jpeg') => ({ name, mimeType, buffer });
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Crop Your Photo' });

/** Waits for the cropper to have the picture. */
const cropReady = (page: Page) =>
  dialogOf(page).locator('.advanced-cropper-rectangle-stencil').first().waitFor();

async function crop(page: Page): Promise<void> {
  await cropReady(page);
  await dialogOf(page).getByRole('button', { name: 'Save' }).click();
}

const settled = (page: Page) =>
  page.waitForFunction(() => !document.querySelector('dialog, [data-state=uploading]'));
const pick = (page: Page, ...files: ReturnType<typeof asFile>[]) =>
  page.getByLabel('Add photo').setInputFiles(files);

/** Cuts the connection of the next upload when only the beginning of its body has arrived; resolves when it is cut. */
function cutNextUpload(goOffline: () => Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const handle = (message: unknown) => {
      const { request, socket } = message as { request: IncomingMessage; socket: Socket };
      if (request.method !== 'PUT') return;
      unsubscribe('http.server.request.start', handle);
      socket.pause();
      // a browser repeats an interrupted request itself, unless it is offline
      goOffline()
        .then(() => socket.destroy())
        .then(() => resolve(), reject);
    };
    subscribe('http.server.request.start', handle);
  });
}

describe('photos, in the composed app', () => {
  const browser = useBrowser();
  const flint = useFlint();

  const open = async (allow: RegExp[] = []) => {
    const session = await flint.sessionOf(`photos-${randomUUID()}@campus.edu`);
    // every request to another origin fails the test (openPage)
    const opened = await flint.openSignedIn(browser, session, '/photos', {
      viewport: { width: 1280, height: 1000 },
      allow: [...allow, NOTHING_YET],
    });
    await opened.page.getByText('0/6').waitFor();
    return { ...opened, session };
  };
  const saved = async (session: StoredSession): Promise<{ displayUrl: string; url: string }[]> =>
    (await flint.call(session, 'GET /photos')).body.items;
  const fetched = async (address: string, accept: string) =>
    Buffer.from(await (await fetch(flint.url + address, { headers: { accept } })).arrayBuffer());

  it('a photo of 12 megapixels, rotated by EXIF, with a location - arrives upright, small and without metadata, compressed by a worker', async () => {
    const { page, session, close } = await open();
    const workers: string[] = [];
    page.on('worker', (worker) => workers.push(worker.url()));
    const photo = await phonePhoto();
    expect(photo.includes('SECRETPLACE')).toBe(true);
    expect(photo.length).toBeLessThan(10 * 1024 * 1024);
    // playwright does not read the body of a request that is a file
    await page.evaluate(() => {
      const { send } = XMLHttpRequest.prototype;
      XMLHttpRequest.prototype.send = function (body) {
        Object.assign(globalThis, { sent: body });
        send.call(this, body);
      };
    });
    // from the disk: a large buffer takes seconds to send
    const file = path.join(await mkdtemp(path.join(tmpdir(), 'flint-photo-')), 'IMG_0001.jpg');
    await writeFile(file, photo);
    await page.getByLabel('Add photo').setInputFiles(file);
    await crop(page);
    await settled(page);
    // by a worker, so that the page stays responsive
    expect(workers.filter((url) => url.startsWith('blob:')).length).toBeGreaterThan(0);

    const sent = await page.evaluate(async () => {
      const file = (globalThis as unknown as { sent: File }).sent;
      return [...new Uint8Array(await file.arrayBuffer())];
    });
    expect(sent.length).toBeLessThanOrEqual(1024 * 1024);
    const { width, height, exif, orientation } = await sharp(Buffer.from(sent)).metadata();
    expect([Math.max(width, height) <= 1024, exif, orientation]).toEqual([true, undefined, undefined]);
    expect(Math.abs(width / height - 3 / 4)).toBeLessThan(0.01);
    await page.getByRole('button', { name: 'Save 1 Photo' }).click();
    await page.getByRole('heading', { level: 1, name: 'Your Profile' }).waitFor();
    const items = await saved(session);
    expect(items).toHaveLength(1);
    for (const accept of ['image/webp', '*/*']) {
      const shown = await fetched(items[0]!.displayUrl, accept);
      const { exif, xmp, icc, iptc, orientation } = await sharp(shown).metadata();
      expect([exif, xmp, icc, iptc, orientation]).toEqual(Array(5).fill(undefined));
      expect(['SECRET', 'Exif'].filter((word) => shown.includes(word))).toEqual([]);
      const { data, info } = await sharp(shown).raw().toBuffer({ resolveWithObject: true });
      const at = (y: number) => (Math.floor(info.height * y) * info.width + info.width / 2) * info.channels;
      const [above, below] = [at(0.2), at(0.8)].map(
        (i) => data[Math.floor(i / 3) * 3]! > data[Math.floor(i / 3) * 3 + 2]!,
      );
      expect([above, below, info.width < info.height]).toEqual([true, false, true]);
    }
    expect(await page.evaluate(() => JSON.parse(localStorage.getItem('user_photos') ?? 'null'))).toEqual(
      items.map(({ url }) => url),
    );
    await close();
  });

  it('an upload interrupted by the network - leaves no photo on the server, and can be finished on the same screen', async () => {
    const { page, session, close } = await open([...CUT_OFF, /status of 40[39]/]);
    // load everything the crop dialog needs before the connection is cut
    await pick(page, asFile('warm.jpg', await plainPhoto('#333')));
    await cropReady(page);
    await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
    const cut = cutNextUpload(async () => {
      await page.getByRole('progressbar', { name: 'Uploading Primary photo' }).waitFor();
      await page.context().setOffline(true);
    });
    await pick(page, asFile('me.jpg', await detailedPhoto()));
    await crop(page);
    await cut;
    const card = page.locator('[data-state=failed]');
    await card.getByRole('alert').getByRole('button', { name: 'Try Again' }).waitFor();
    await page.getByText(/You are offline/).waitFor();
    expect(await saved(session)).toEqual([]);
    await page.context().setOffline(false);
    await page.getByText(/You are offline/).waitFor({ state: 'detached' });
    await card.getByRole('button', { name: 'Try Again' }).click();
    await page.locator('[data-state=ready]').waitFor();
    await page.getByRole('button', { name: 'Save 1 Photo' }).click();
    await page.getByRole('heading', { level: 1, name: 'Your Profile' }).waitFor();
    expect(await saved(session)).toHaveLength(1);
    await close();
  });

  it('several pictures dropped at once - are cropped one after another, ordered by drag, and stay in that order', async () => {
    const { page, session, close } = await open();
    const pictures = await Promise.all(['#b91c1c', '#15803d', '#1d4ed8', '#a21caf'].map(plainPhoto));
    await page.evaluate(
      async (files) => {
        const transfer = new DataTransfer();
        for (const [i, base64] of files.entries()) {
          const blob = await new Response(Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))).blob();
          transfer.items.add(new File([blob], `p${i}.jpg`, { type: 'image/jpeg' }));
        }
        for (const type of ['dragover', 'drop'])
          document.body.dispatchEvent(
            new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }),
          );
      },
      pictures.map((picture) => picture.toString('base64')),
    );
    await dialogOf(page).getByText('1 of 4').waitFor();
    await cropReady(page);
    await expectAccessible(page);
    await crop(page);
    await dialogOf(page).getByText('2 of 4').waitFor();
    await cropReady(page);
    await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
    for (const place of ['3 of 4', '4 of 4']) {
      await dialogOf(page).getByText(place).waitFor();
      await crop(page);
    }
    await page.getByText('3/6').waitFor();
    await settled(page);
    await expectAccessible(page);
    const order = () =>
      page
        .locator('[data-photo]')
        .evaluateAll((cards) => cards.map((card) => card.getAttribute('data-photo')));
    const [red, blue, purple] = await order();
    const centre = async (name: string) => {
      const box = (await page.getByRole('img', { name }).boundingBox())!;
      return [box.x + box.width / 2, box.y + box.height / 3] as const;
    };
    await page.mouse.move(...(await centre('Photo 3')));
    await page.mouse.down();
    await page.mouse.move(...(await centre('Primary photo')), { steps: 8 });
    await page.mouse.up();
    await until(async () => (await order())[0] === purple);
    expect(await order()).toEqual([purple, red, blue]);

    await page.getByRole('button', { name: 'Save 3 Photos' }).click();
    await page.getByRole('heading', { level: 1, name: 'Your Profile' }).waitFor();
    const [first] = await saved(session);
    const { dominant } = await sharp(await fetched(first!.displayUrl, '*/*')).stats();
    expect(dominant.b).toBeGreaterThan(dominant.g);
    await close();
  });

  it('an album of six places - on a phone and in a wide window - has a visible Save button, and its place in the navigation; a transparent picture becomes white', async () => {
    const { page, close } = await open();
    await pick(page, asFile('a.png', await transparentPicture(), 'image/png'));
    await crop(page);
    const color = await page.getByRole('img', { name: 'Primary photo' }).evaluate(async (image) => {
      await (image as HTMLImageElement).decode();
      const context = document.createElement('canvas').getContext('2d')!;
      context.drawImage(image as HTMLImageElement, 0, 0, 1, 1);
      return [...context.getImageData(0, 0, 1, 1).data];
    });
    expect(color).toEqual([255, 255, 255, 255]);
    const save = page.getByRole('button', { name: 'Save 1 Photo' });
    for (const [viewport, place] of [
      [{ width: 390, height: 844 }, '/profile'],
      [{ width: 1440, height: 900 }, '/photos'],
    ] as const) {
      await page.setViewportSize(viewport);
      await page.locator(`.navigation [aria-current][href="${place}"]`).waitFor();
      await page.evaluate(() => scrollTo(0, 0));
      const { y, height } = (await save.boundingBox())!;
      expect(y + height).toBeLessThanOrEqual(viewport.height);
    }
    await close();
  });

  it('the crop dialog by keys - arrows move, plus and minus zoom, R turns - and a HEIC picture is explained', async () => {
    const { page, close } = await open();
    await pick(page, asFile('IMG.HEIC', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0', 'latin1'), 'image/heic'));
    await page
      .getByRole('alert')
      .getByText(/HEIC picture, which this browser cannot read/)
      .waitFor();
    expect(await page.getByLabel('Take a selfie').getAttribute('capture')).toBe('user');

    await pick(
      page,
      asFile(
        'wide.jpg',
        await sharp(await plainPhoto('#777'))
          .resize(800, 400, { fit: 'fill' })
          .toBuffer(),
      ),
    );
    await cropReady(page);
    const stencil = dialogOf(page).locator('.advanced-cropper-rectangle-stencil').first();
    const picture = dialogOf(page).locator('.advanced-cropper-background-image').first();
    const box = async (of: typeof stencil) => (await of.boundingBox())!;
    await until(async () => {
      const { width, height } = await box(stencil);
      return Math.abs(width / height - 3 / 4) < 0.02;
    });
    const [start, natural] = [await box(stencil), await box(picture)];
    await page.keyboard.press('Shift+ArrowLeft');
    await until(async () => (await box(stencil)).x < start.x - 2);
    await page.keyboard.press('+');
    await until(async () => (await box(picture)).width > natural.width + 2);
    const zoomed = await box(picture);
    await page.keyboard.press('-');
    await until(async () => (await box(picture)).width < zoomed.width - 2);
    await page.keyboard.press('r');
    await until(async () => (await box(picture)).height > (await box(picture)).width);
    await dialogOf(page).getByRole('button', { name: 'Save' }).click();
    await page.locator('[data-state=ready]').waitFor();
    await page.keyboard.press('Escape');
    await close();
  });
});
