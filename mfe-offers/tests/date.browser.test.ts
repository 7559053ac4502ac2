import type { Route } from 'playwright-core';
import { startCampus } from './campus';
import { look, shows } from './look';

// axe checks twelve pages
jest.setTimeout(240_000);

const campus = startCampus();
/** The page of a date that was just called off requests it once more. */
const allow = [/409 \(Conflict\) \(.*\/api\/v1\/offers\/\w+\/date\)/];

describe('a date of two people in the composed app', () => {
  it('from the acceptance to the arrival - shows each person the line and signals of the other without a reload', async () => {
    const [ann, ben] = [
      await campus.student('Ann', 'woman', { allow }),
      await campus.student('Ben', 'man', { allow }),
    ];
    const { flint } = campus;
    const offer = await flint.call(ann.session, 'POST /offers', {
      toUserId: ben.session.user.id,
      proposedDate: new Date(Date.now() + 90 * 60_000).toISOString(),
      location: 'Library café',
      activity: 'Coffee',
    });
    expect(offer.status).toBe(201);
    await ben.page.getByRole('button', { name: 'Accept' }).click();
    await shows(ben.page, 'It’s a date.');
    await shows(ben.page, 'Offer accepted successfully!');
    await look(ben.page, 'accepted');

    await ben.page.getByRole('link', { name: 'Your date' }).click();
    await ben.page.getByRole('heading', { level: 1, name: 'Your date with Ann' }).waitFor();
    await ann.page.goto(`${flint.url}/offers?date=${offer.body.id}`);
    await ann.page.getByRole('button', { name: 'Add a line' }).click();
    await ann.page.getByLabel('How Ben recognizes you').fill('Rust scarf, table by the window');
    await ann.page.getByRole('button', { name: 'Save' }).click();
    await shows(ben.page, 'Rust scarf, table by the window');
    await look(ben.page, 'date');

    await ben.page.getByRole('button', { name: 'I am on my way' }).click();
    await shows(ann.page, 'Ben is on the way.');
    await ben.page.getByRole('button', { name: /^I am on my way: told/ }).waitFor();
    await look(ann.page, 'told');

    await ann.page.getByRole('button', { name: 'Call off' }).click();
    await ben.page.getByRole('heading', { level: 1, name: 'Your Offers' }).waitFor();
    await Promise.all([ann.close(), ben.close()]);
  });

  it('from an offer made after the list was read and before its events are received - shows the offer', async () => {
    const [cem, dee] = [await campus.student('Cem', 'man'), await campus.student('Dee', 'woman')];
    const { flint } = campus;
    const connect = new Promise<void>((open) => {
      const offerFirst = async (route: Route) => {
        const offer = await flint.call(cem.session, 'POST /offers', {
          toUserId: dee.session.user.id,
          proposedDate: new Date(Date.now() + 26 * 3_600_000).toISOString(),
          location: 'Library café',
          activity: 'Coffee',
        });
        expect(offer.status).toBe(201);
        await route.continue();
        open();
      };
      // once: on a slow machine the page connects twice, and a second offer would be refused
      void dee.page.route('**/offers/events', offerFirst, { times: 1 });
    });
    const listed = dee.page.waitForResponse((response) => response.url().endsWith('/api/v1/offers'));
    await dee.page.reload();
    await Promise.all([listed, connect]);
    await dee.page.getByRole('button', { name: 'Accept' }).waitFor();
    await Promise.all([cem.close(), dee.close()]);
  });
});
