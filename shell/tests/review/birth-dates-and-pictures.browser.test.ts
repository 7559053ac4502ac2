import { addPicture, button, noisyPicture, picture, saved, useCampus } from './people';

jest.setTimeout(90_000);

const campus = useCampus();
const ALBUM = '**/api/v1/photos';
/** The last day of the year in which students turn 18: 17 years today, except on that day. */
const SEVENTEEN = `${new Date().getFullYear() - 18}-12-31`;

const put = (address: string | URL, bytes: Buffer) =>
  fetch(address, {
    method: 'PUT',
    headers: { 'content-type': 'image/jpeg' },
    body: new Uint8Array(bytes),
  });

describe('the review’s dates of birth and pictures', () => {
  it('1: a year stepped up past 18 and typed right again - by keyboard - holds nobody, and the right date is on the server', async () => {
    const ann = await campus.join('Ann', { isComplete: false });
    const { page, close } = await campus.open(ann, '/?question=bundle_intro');
    const field = page.getByLabel('Date of birth');
    const stored = async () =>
      (await campus.call(campus.flint.call(ann.session, 'GET /profile'))).answers.bundle_intro;
    await field.fill(`${new Date().getFullYear() - 20}-12-31`);
    await saved(page);
    await field.focus();
    for (const key of ['Tab', 'Tab', 'ArrowUp', 'ArrowUp']) await page.keyboard.press(key);
    expect(await field.inputValue()).toBe(SEVENTEEN);
    await page.getByText('You would be 17. Is this date right?').waitFor();
    await page.getByLabel('What should matches call you?').fill('Anna');
    await saved(page);
    const { display_name: name, date_of_birth: date } = await stored();
    expect([name, date === SEVENTEEN]).toEqual(['Anna', false]);
    await field.fill('2001-12-15');
    await saved(page);
    expect(await stored()).toMatchObject({ date_of_birth: '2001-12-15' });
    expect(await campus.call(campus.flint.call(ann.session, 'GET /safety/standing'))).toMatchObject({
      restrictedUntil: null,
    });
    await close();
  });

  // a page cannot tell a JPEG with an end of its own from a whole one: only the server's decoder does
  it('9: a JPEG of 20000 by 2 pixels on the page, and half of one with an end of its own at the upload address - are each refused', async () => {
    const ann = await campus.join('Ann');
    const { page, close } = await campus.open(ann, '/photos');
    await page
      .getByLabel('Add photo')
      .first()
      .setInputFiles(await picture('thin.jpg', 20_000, '#c2410c', 2));
    await page.getByText('This picture is too small: 20000 by 2 pixels.', { exact: false }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    const named = { fileName: 'half.jpg', fileType: 'image/jpeg' };
    const { uploadUrl } = await campus.call(campus.flint.call(ann.session, 'POST /photos/upload-url', named));
    const { buffer } = await noisyPicture('half.jpg', 900);
    const half = Buffer.concat([buffer.subarray(0, buffer.length / 2), Buffer.from([0xff, 0xd9])]);
    expect((await put(new URL(uploadUrl, campus.url), half)).status).toBe(422);
    await close();
  });

  it('10: an upload that a busy server refuses - with Retry-After - is sent again, and the photo is in the album', async () => {
    const ann = await campus.join('Ann');
    const { page, close } = await campus.open(ann, '/photos');
    let puts = 0;
    await page.route('**/storage/v1/**', (route) => {
      if (route.request().method() !== 'PUT' || (puts += 1) > 1) return route.continue();
      return route.fulfill({ status: 503, headers: { 'retry-after': '1' }, body: '' });
    });
    await addPicture(page);
    await button(page, 'Save 1 Photo').click();
    await page.waitForURL('**/profile');
    await saved(page);
    expect(puts).toBe(2);
    expect((await campus.call(campus.flint.call(ann.session, 'GET /photos'))).items).toHaveLength(1);
    await close();
  });

  it('11: an upload address - after its session has signed out - takes no file', async () => {
    const ann = await campus.join('Ann');
    const { page, close } = await campus.open(ann, '/photos');
    const asked = page.waitForRequest((request) => request.method() === 'PUT');
    await page.route('**/storage/v1/**', (route) => route.abort());
    await page.route(ALBUM, (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
    await addPicture(page);
    const address = (await asked).url();
    const headers = { authorization: `Bearer ${ann.session.access_token}` };
    await fetch(`${campus.url}/auth/v1/logout`, { method: 'POST', headers });
    const { buffer } = await picture('late.jpg');
    expect((await put(address, buffer)).status).toBe(403);
    await close();
  });
});
