import { button, useCampus, noisyPicture, PHONE, picture } from './people';

jest.setTimeout(90_000);

const campus = useCampus();

describe('the review’s bugs about what is taken back or refused', () => {
  it('16: Remove - undone within five seconds - changes nothing', async () => {
    const ann = await campus.join('Cleo');
    await campus.addPhotos(ann, ['#c2410c', '#0c41c2']);
    const { page, close } = await campus.open(ann, '/photos');
    await page.locator('[data-photo]').nth(1).waitFor();
    await page
      .getByRole('button', { name: /^Remove/ })
      .last()
      .click();
    await page.locator('[data-photo]').nth(1).waitFor({ state: 'detached' });
    await button(page, /^Undo/).click();
    await page.locator('[data-photo]').nth(1).waitFor();
    expect((await campus.flint.call(ann.session, 'GET /photos')).body.items).toHaveLength(2);
    await close();
  });

  it('Decline - its page closed within five seconds - is not sent, and the next page says so', async () => {
    const [ann, ben] = await campus.pair('Cora', 'Cyril');
    await campus.offer(ben, ann);
    const { page, close } = await campus.open(ann, '/offers');
    await page.clock.install();
    await button(page, 'Decline').click();
    await button(page, /^Undo/).waitFor();
    await page.reload();
    await page.getByText('Not sent, because Flint was closed: Declining Cyril’s offer').waitFor();
    await page.clock.fastForward(60_000);
    await button(page, 'Accept').waitFor();
    const { body } = await campus.flint.call(ann.session, 'GET /offers');
    expect(body.items).toMatchObject([{ status: 'pending' }]);
    await close();
  });

  it('17: the last photo removed - at once - is removed on the server', async () => {
    const ann = await campus.join('Ann');
    await campus.addPhotos(ann, ['#c2410c']);
    const { page, close } = await campus.open(ann, '/photos');
    await page
      .getByRole('button', { name: /^Remove/ })
      .first()
      .click();
    await page.getByText('Your last photo is removed.').waitFor();
    expect((await campus.flint.call(ann.session, 'GET /photos')).body.items).toEqual([]);
    await close();
  });

  it('18: a truncated, a tiny and a 13 MB picture - are each refused with a sentence, one notice at a time', async () => {
    const ann = await campus.join('Ann');
    const { page, close } = await campus.open(ann, '/photos', { viewport: PHONE });
    const add = page.getByLabel('Add photo').first();
    const whole = await noisyPicture('cut.jpg', 900);
    await add.setInputFiles({ ...whole, buffer: whole.buffer.subarray(0, whole.buffer.length * 0.7) });
    await page.getByText('This picture is damaged or incomplete.', { exact: false }).waitFor();
    await add.setInputFiles(await picture('tiny.jpg', 40));
    await page.getByText('This picture is too small: 40 by 40 pixels.', { exact: false }).waitFor();
    await add.setInputFiles({ ...whole, buffer: Buffer.concat([whole.buffer, Buffer.alloc(13_000_000)]) });
    await page.getByText('File size must be less than 10MB').waitFor();
    for (const earlier of ['This picture is damaged', 'This picture is too small'])
      expect(await page.getByText(earlier, { exact: false }).count()).toBe(0);
    expect(await page.getByRole('dialog').count()).toBe(0);
    await close();
  });
});
