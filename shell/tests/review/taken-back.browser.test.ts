import { button, goTo, useCampus, noisyPicture, PHONE, picture } from './people';

jest.setTimeout(90_000);

const campus = useCampus();

describe('the review’s bugs about what is taken back or refused', () => {
  it('16: Clear, Remove, Not for me and Decline - undone within five seconds - change nothing', async () => {
    const [ann, ben] = await campus.pair('Cleo', 'Caspar');
    await campus.addPhotos(ann, ['#c2410c', '#0c41c2']);
    const { page, close } = await campus.open(ann, '/availability');
    const undo = () => button(page, /^Undo/).click();
    await page.getByText('42 time slots selected', { exact: false }).waitFor();
    await button(page, 'Clear').click();
    await page.getByText('0 time slots selected', { exact: false }).waitFor();
    await undo();
    await page.getByText('42 time slots selected', { exact: false }).waitFor();
    await goTo(page, 'Photos');
    await page.locator('[data-photo]').nth(1).waitFor();
    await page
      .getByRole('button', { name: /^Remove/ })
      .last()
      .click();
    await page.locator('[data-photo]').nth(1).waitFor({ state: 'detached' });
    await undo();
    await page.locator('[data-photo]').nth(1).waitFor();
    await goTo(page, 'Matches');
    await page.getByRole('link', { name: /^Caspar, / }).click();
    const card = page.getByRole('article', { name: /Caspar/ });
    await card.getByRole('button', { name: 'Not for me' }).click();
    await card.waitFor({ state: 'detached' });
    await undo();
    await card.waitFor();
    await campus.offer(ben, ann);
    await goTo(page, 'Offers');
    await button(page, 'Decline').click();
    await undo();
    await button(page, 'Accept').waitFor();
    const { body } = await campus.flint.call(ann.session, 'GET /offers');
    expect(body.items).toMatchObject([{ status: 'pending' }]);
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

  it('17: a week saved without hours, and the last photo removed - at once - are stored on the server', async () => {
    const ann = await campus.join('Ann');
    await campus.addPhotos(ann, ['#c2410c']);
    const { page, close } = await campus.open(ann, '/availability');
    await page.getByText('42 time slots selected', { exact: false }).waitFor();
    await button(page, 'Clear').click();
    expect(await button(page, /^Save Availability/).isDisabled()).toBe(true);
    await button(page, 'Not free this week').click();
    await page.waitForURL('**/photos');
    await page
      .getByRole('button', { name: /^Remove/ })
      .first()
      .click();
    await page.getByText('Your last photo is removed.').waitFor();
    expect((await campus.flint.call(ann.session, 'GET /availability')).body.utcSlots).toEqual([]);
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
